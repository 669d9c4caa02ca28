import { ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import type { OAuthErrorCode } from './oauth-error.ts'

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
  error: OAuthErrorCode | 'unsupported_response_type'
  description: string
}

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
]

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Where the answer goes: an address that the client registered, letter for letter, or nowhere (RFC 9700 section 2.1). */
export function targetOf(
  query: Parameters,
  client: { client_id: string; redirect_uris: string[] } | undefined,
): Target | undefined {
  const [only] = client?.redirect_uris ?? []
  const isOnly = query.redirect_uri === undefined && client?.redirect_uris.length === 1
  const redirectUri = isOnly ? only : client?.redirect_uris.find(uri => uri === query.redirect_uri)
  if (!client || redirectUri === undefined) return undefined
  return { clientId: client.client_id, redirectUri, state: textOf(query.state) ?? null }
}

/** The scopes that exist of those asked for; the usual ones where none are. Empty where none exists. */
function scopesOf(asked: string | undefined): string[] {
  const all = Object.entries(ASSISTANT_SCOPES)
  if (asked === undefined) return all.flatMap(([name, { byDefault }]) => (byDefault ? [name] : []))
  const wanted = new Set(asked.split(' '))
  return all.flatMap(([name]) => (wanted.has(name) ? [name] : []))
}

/** RFC 8707 section 2: there is one resource; clients write it with or without the slash at its end. */
const isResource = (given: string, resource: string): boolean => given === resource || given === `${resource}/`

/** Checks the request in order; what it answers is either what to store or what the client is told. */
export function readAuthorization(query: Parameters, resource: string): AuthorizationRequest | AuthorizationRefusal {
  const invalid = (description: string): AuthorizationRefusal => ({ error: 'invalid_request', description })
  if (KNOWN.some(name => Array.isArray(query[name]))) return invalid('A parameter was given twice.')
  if (query.response_type !== 'code') return { error: 'unsupported_response_type', description: 'Use code.' }
  if ((textOf(query.state)?.length ?? 0) > LONGEST_STATE) return invalid('state is too long.')
  if (query.code_challenge_method !== 'S256') return invalid('code_challenge_method must be S256.')
  const codeChallenge = textOf(query.code_challenge) ?? ''
  if (!CHALLENGE.test(codeChallenge)) return invalid('code_challenge must be a SHA-256 in base64url.')
  const scopes = scopesOf(textOf(query.scope))
  if (scopes.length === 0) return { error: 'invalid_scope', description: 'No such scope.' }
  if (!isResource(textOf(query.resource) ?? resource, resource))
    return { error: 'invalid_target', description: 'No such resource.' }
  return { scope: scopes.join(' '), resource, codeChallenge }
}

/** The client's address with the answer added to the query that it may have. */
export function withAnswer(redirectUri: string, answer: Record<string, string | null>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.append(name, value)
  return url.href
}
