import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** Bound to the endpoint, so that a sealed secret opens for no other one. */
export const signingSecretPurpose = (endpointId: string) => `webhook secret ${endpointId}`

/** `whsec_` and the base64 of 32 random bytes, the form that Standard Webhooks libraries take. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = (box: SecretBox, endpointId: string, secret: string): Buffer =>
  box.seal(secret, signingSecretPurpose(endpointId))

export const openSecret = (box: SecretBox, endpointId: string, sealed: Buffer): string =>
  box.open(sealed, signingSecretPurpose(endpointId)).toString()
