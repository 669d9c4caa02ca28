import { type SecretBox, secretBox } from './secret-box.ts'

/** The one key that the assistant's process is given. It leads back to no other. */
export const assistantKey = (box: SecretBox): Buffer => Buffer.from(box.password('assistant'), 'base64url')

/** The keys of the assistant's process, as the authorization server knows them too. */
export const assistantBox = (box: SecretBox): SecretBox => secretBox([assistantKey(box)])

/** What the resource server shows when it asks about a token; `box` is the assistant's. */
export const introspectionCredential = (box: SecretBox): string => box.password('token introspection')
