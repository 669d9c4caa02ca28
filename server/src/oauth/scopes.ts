import { ASSISTANT_SCOPES, type AssistantScope } from '@clinic/contract/assistant-scopes.ts'

/** What is always part of a connection, so that an assistant can say where it is. */
const ALWAYS: AssistantScope = 'clinic:read'
export const isOptional = (scope: AssistantScope): boolean => scope !== ALWAYS

/** The scopes in a text. That a client wants to stay connected is taken and means nothing: it may, asked or not. */
export const readScopes = (text: string): Set<string> =>
  new Set(text.split(' ').filter(scope => scope !== '' && scope !== 'offline_access'))

/** The scopes that are requested unless a client says which. */
export const DEFAULT_SCOPES: readonly string[] = Object.entries(ASSISTANT_SCOPES).flatMap(([name, { byDefault }]) =>
  byDefault ? [name] : [],
)

/** The scopes that exist of those requested; the default ones where none are. Empty where none exists. */
export function requestedScopes(requested = ''): readonly string[] {
  const wanted = readScopes(requested)
  return wanted.size === 0 ? DEFAULT_SCOPES : Object.keys(ASSISTANT_SCOPES).filter(name => wanted.has(name))
}
