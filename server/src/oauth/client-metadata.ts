import { parseRanges } from '../http/ip-allowlist.ts'
import { refuseOAuth } from './oauth-error.ts'

const MOST_URIS = 10
const LONGEST_URI = 2_000
const LONGEST_NAME = 100
const GRANT_TYPES = ['authorization_code', 'refresh_token']
/** Control, format (bidirectional and zero-width among them) and private characters: a name must read as it is stored. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
const INNER = parseRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  '::/128',
  'fc00::/7',
  'fe80::/10',
])

export interface ClientMetadata {
  name: string
  redirectUris: string[]
  grantTypes: string[]
}

const isLocal = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || INNER.has(host.replace(/^\[|\]$/g, ''))

/** Whether codes may be sent there: https, no fragment, no user, a public host that is not ours (specification, Limits 4). */
export function isRedirectUri(uri: unknown, issuer: string): uri is string {
  if (typeof uri !== 'string' || uri.length > LONGEST_URI || !uri.startsWith('https://') || !URL.canParse(uri))
    return false
  const url = new URL(uri)
  const plain =
    url.username === '' && url.password === '' && !uri.includes('#') && !uri.includes('*') && !/\s/.test(uri)
  return plain && url.origin !== issuer && !isLocal(url.hostname)
}

function readRedirectUris(given: unknown, issuer: string): string[] {
  const uris: unknown[] = Array.isArray(given) ? given : []
  const good = uris.filter(uri => isRedirectUri(uri, issuer))
  if (uris.length > 0 && uris.length <= MOST_URIS && good.length === uris.length) return good
  return refuseOAuth(
    'invalid_redirect_uri',
    `redirect_uris must be 1 to ${MOST_URIS} public https URLs without fragment.`,
  )
}

function readName(given: unknown): string {
  if (given === undefined || given === null) return 'Unnamed app'
  if (typeof given !== 'string') return refuseOAuth('invalid_client_metadata', 'client_name must be text.')
  return given.replaceAll(UNSEEN, '').trim().slice(0, LONGEST_NAME) || 'Unnamed app'
}

/** RFC 7591 section 2: of what is asked for, what is supported. */
function readGrantTypes(given: unknown): string[] {
  const asked: unknown[] = Array.isArray(given) ? given : GRANT_TYPES
  const taken = GRANT_TYPES.filter(type => asked.includes(type))
  if (!taken.includes('authorization_code'))
    return refuseOAuth('invalid_client_metadata', 'grant_types must include authorization_code.')
  return taken
}

/** Reads what a client says of itself. Unknown fields are ignored (RFC 7591 section 2). */
export function readClientMetadata(body: unknown, issuer: string): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuseOAuth('invalid_client_metadata', 'The body must be a JSON object.')
  const given = new Map<string, unknown>(Object.entries(body))
  return {
    redirectUris: readRedirectUris(given.get('redirect_uris'), issuer),
    name: readName(given.get('client_name')),
    grantTypes: readGrantTypes(given.get('grant_types')),
  }
}
