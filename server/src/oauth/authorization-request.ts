import { ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import { isStorable } from './form.ts'
import type { OAuthErrorCode } from './oauth-error.ts'
import { registeredUri } from './redirect-uri.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Who may be sent where, before anything is sent anywhere. */
export interface Target {
  clientId: string
  redirectUri: string
  state: string | null
}

export interface AuthorizationRequest {
  scope: string
  resource: string
  codeChallenge: string
}

export interface AuthorizationRefusal {
  error: OAuthErrorCode | AuthorizationErrorCode
  description: string
}

/** RFC 6749 section 4.1.2.1 and OpenID Connect Core section 3.1.2.6. */
type AuthorizationErrorCode =
  | 'unsupported_response_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'login_required'

/** SHA-256 in base64url (RFC 7636 section 4.2). */
const CHALLENGE = /^[\w-]{43}$/
const LONGEST_STATE = 2_048
const KNOWN = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
  'prompt',
]

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const isState = (text: string): boolean => text.length <= LONGEST_STATE && isStorable(text)

/** What came with the request and may go back with the answer. */
function stateOf(query: Parameters): string | null {
  const state = textOf(query.state)
  return state !== undefined && isState(state) ? state : null
}

/** Where the answer goes: an address that the client registered, or nowhere (RFC 9700 section 2.1). */
export function targetOf(
  query: Parameters,
  client: { client_id: string; kind: string; redirect_uris: string[] } | undefined,
  { loopback }: { loopback: boolean },
): Target | undefined {
  if (!client) return undefined
  const registered = registeredUri(client, { loopback })
  const [only] = client.redirect_uris
  const asked = query.redirect_uri === undefined && client.redirect_uris.length === 1 ? only : query.redirect_uri
  if (typeof asked !== 'string' || !registered(asked)) return undefined
  return { clientId: client.client_id, redirectUri: asked, state: stateOf(query) }
}

/** The scopes that exist of those asked for; the usual ones where none are. Empty where none exists. */
function scopesOf(asked = ''): string[] {
  const all = Object.entries(ASSISTANT_SCOPES)
  const wanted = readScopes(asked)
  if (wanted.size === 0) return all.flatMap(([name, { byDefault }]) => (byDefault ? [name] : []))
  return all.flatMap(([name]) => (wanted.has(name) ? [name] : []))
}

/** The scopes in a text. That a client wants to stay connected is taken and means nothing: it may, asked or not. */
export const readScopes = (text: string): Set<string> =>
  new Set(text.split(' ').filter(scope => scope !== '' && scope !== 'offline_access'))

/**
 * RFC 8707 section 2: there is one resource. Clients write it with or without the slash at its end, with a query, or as
 * its bare origin; another host is another resource.
 */
export function isResource(given: string, resource: string): boolean {
  const [asked, ours] = [URL.parse(given), URL.parse(resource)]
  if (!asked || !ours || asked.hash !== '' || asked.username !== '' || asked.origin !== ours.origin) return false
  const path = (url: URL) => url.pathname.replace(/\/$/, '')
  return path(asked) === '' || path(asked) === path(ours)
}

const refusal = (error: AuthorizationRefusal['error'], description: string): AuthorizationRefusal => ({
  error,
  description,
})

/** Checks the request in order; what it answers is either what to store or what the client is told. */
export function readAuthorization(query: Parameters, resource: string): AuthorizationRequest | AuthorizationRefusal {
  if (KNOWN.some(name => name !== 'resource' && Array.isArray(query[name])))
    return refusal('invalid_request', 'A parameter was given twice.')
  if (query.request !== undefined) return refusal('request_not_supported', 'request is not supported.')
  if (query.request_uri !== undefined) return refusal('request_uri_not_supported', 'request_uri is not supported.')
  if (query.response_type === undefined) return refusal('invalid_request', 'response_type is required.')
  if (query.response_type !== 'code') return refusal('unsupported_response_type', 'Use code.')
  if (!isState(textOf(query.state) ?? '')) return refusal('invalid_request', 'state is too long, or cannot be kept.')
  if (query.code_challenge_method !== 'S256') return refusal('invalid_request', 'code_challenge_method must be S256.')
  const codeChallenge = textOf(query.code_challenge) ?? ''
  if (!CHALLENGE.test(codeChallenge))
    return refusal('invalid_request', 'code_challenge must be a SHA-256 in base64url.')
  const scopes = scopesOf(textOf(query.scope))
  if (scopes.length === 0) return refusal('invalid_scope', 'No such scope.')
  if (Array.isArray(query.resource) || !isResource(textOf(query.resource) ?? resource, resource))
    return refusal('invalid_target', 'There is one resource, and this is not it.')
  if (query.prompt === 'none') return refusal('login_required', 'A person is always asked.')
  return { scope: scopes.join(' '), resource, codeChallenge }
}

/**
 * The client's address, letter for letter, with the answer added to the query that it may have (RFC 6749 section 3.1.2).
 */
export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) given.append(name, value)
  const joint = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?'
  return `${redirectUri}${joint}${given}`
}
