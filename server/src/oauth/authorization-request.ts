import { isStorable } from './form.ts'
import type { OAuthErrorCode } from './oauth-error.ts'
import type { PendingRequest } from './pending-request.ts'
import { registeredUri } from './redirect-uri.ts'
import { isResource } from './resource.ts'
import { requestedScopes } from './scopes.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Which client is answered where, before the browser is sent anywhere. */
export type RedirectTarget = Pick<PendingRequest, 'client_id' | 'redirect_uri' | 'state'>

type AuthorizationRequest = Pick<PendingRequest, 'scope' | 'resource' | 'code_challenge'>

export interface AuthorizationError {
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
const MAX_STATE_LENGTH = 2_048
/** What may be given once; a resource that is given twice has an error of its own. */
const SINGLE = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'prompt',
]

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const isState = (text: string): boolean => text.length <= MAX_STATE_LENGTH && isStorable(text)

/** What came with the request and may go back with the response. */
function stateOf(query: Parameters): string | null {
  const state = textOf(query.state)
  return state !== undefined && isState(state) ? state : null
}

/** Where the client is answered: at a redirect URI that it registered, or nowhere (RFC 9700 section 2.1). */
export function redirectTarget(
  query: Parameters,
  client: { client_id: string; kind: string; redirect_uris: string[] } | undefined,
  { loopback }: { loopback: boolean },
): RedirectTarget | undefined {
  if (!client) return undefined
  const registered = registeredUri(client, { loopback })
  const [only] = client.redirect_uris
  const asked = query.redirect_uri === undefined && client.redirect_uris.length === 1 ? only : query.redirect_uri
  if (typeof asked !== 'string' || !registered(asked)) return undefined
  return { client_id: client.client_id, redirect_uri: asked, state: stateOf(query) }
}

interface Rule extends AuthorizationError {
  holds(query: Parameters, resource: string): boolean
}

const rule = (holds: Rule['holds'], error: Rule['error'], description: string): Rule => ({ holds, error, description })

/** What an authorization request has to keep to, in the order in which it is checked. */
const RULES: readonly Rule[] = [
  rule(query => SINGLE.every(name => !Array.isArray(query[name])), 'invalid_request', 'A parameter was given twice.'),
  rule(({ request }) => request === undefined, 'request_not_supported', 'request is not supported.'),
  rule(({ request_uri: uri }) => uri === undefined, 'request_uri_not_supported', 'request_uri is not supported.'),
  rule(({ response_type: type }) => type !== undefined, 'invalid_request', 'response_type is required.'),
  rule(({ response_type: type }) => type === 'code', 'unsupported_response_type', 'Use code.'),
  rule(({ state }) => isState(textOf(state) ?? ''), 'invalid_request', 'state is too long, or cannot be kept.'),
  rule(
    ({ code_challenge_method: method }) => method === 'S256',
    'invalid_request',
    'code_challenge_method must be S256.',
  ),
  rule(
    ({ code_challenge: challenge }) => CHALLENGE.test(textOf(challenge) ?? ''),
    'invalid_request',
    'code_challenge must be a SHA-256 in base64url.',
  ),
  rule(({ scope }) => requestedScopes(textOf(scope)).length > 0, 'invalid_scope', 'No such scope.'),
  rule(
    ({ resource: given }, ours) => !Array.isArray(given) && isResource(textOf(given) ?? ours, ours),
    'invalid_target',
    'There is one resource, and this is not it.',
  ),
  rule(({ prompt }) => prompt !== 'none', 'login_required', 'A person is always asked.'),
]

/** What to store of the request, or the first rule that it breaks. */
export function readAuthorizationRequest(
  query: Parameters,
  resource: string,
): AuthorizationRequest | AuthorizationError {
  const broken = RULES.find(({ holds }) => !holds(query, resource))
  if (broken) return broken
  const scope = requestedScopes(textOf(query.scope)).join(' ')
  return { scope, resource, code_challenge: textOf(query.code_challenge) ?? '' }
}
