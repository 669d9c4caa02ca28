import {
  ALL_ASSISTANT_SCOPES,
  type AssistantScope,
  DEFAULT_ASSISTANT_SCOPES,
} from '@clinic/contract/assistant-scopes.ts'

/** What is always part of a connection, so that an assistant can say where it is. */
const ALWAYS: AssistantScope = 'clinic:read'
export const isOptional = (scope: AssistantScope): boolean => scope !== ALWAYS

/** The scopes in a text. That a client wants to stay connected is taken and means nothing: it may, asked or not. */
export const readScopes = (text: string): Set<string> =>
  new Set(text.split(' ').filter(scope => scope !== '' && scope !== 'offline_access'))

/** The scopes that exist of those requested; the default ones where none are. Empty where none exists. */
export function requestedScopes(requested = ''): readonly AssistantScope[] {
  const wanted = readScopes(requested)
  return wanted.size === 0 ? DEFAULT_ASSISTANT_SCOPES : ALL_ASSISTANT_SCOPES.filter(name => wanted.has(name))
}
