import { isRecord } from '@clinic/contract/json-schema.ts'
import { refuseOAuth } from './oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'

const MAX_URIS = 10
const MAX_NAME_LENGTH = 100
const GRANT_TYPES = ['authorization_code', 'refresh_token']
/** Control, format (bidirectional and zero-width among them) and private characters: a name must read as it is stored. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu

export interface ClientMetadata {
  name: string
  redirectUris: string[]
  grantTypes: string[]
}

type Given = ReadonlyMap<string, unknown>

/** Links that a client may name; they are neither read nor shown. */
const LINKS = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'jwks_uri']
/** What is of a type in RFC 7591 section 2, whether it is used here or not. */
const TEXTS = [...LINKS, 'scope', 'token_endpoint_auth_method', 'application_type', 'software_id', 'software_version']
const LISTS = ['response_types', 'contacts']

const isAbsent = (value: unknown): boolean => value === undefined || value === null

function readRedirectUris(given: unknown, isTaken: (uri: unknown) => uri is string): string[] {
  const uris: unknown[] = Array.isArray(given) ? given : []
  const good = uris.filter(isTaken)
  if (uris.length > 0 && uris.length <= MAX_URIS && good.length === uris.length) return good
  return refuseOAuth(
    'invalid_redirect_uri',
    `redirect_uris must be 1 to ${MAX_URIS} public https URLs without fragment.`,
  )
}

function readName(given: unknown): string {
  if (isAbsent(given)) return 'Unnamed app'
  if (typeof given !== 'string') return refuseOAuth('invalid_client_metadata', 'client_name must be text.')
  return [...given.replaceAll(UNSEEN, '').trim()].slice(0, MAX_NAME_LENGTH).join('') || 'Unnamed app'
}

/** RFC 7591 section 2: of what is asked for, what is supported. */
function readGrantTypes(given: unknown): string[] {
  if (!isAbsent(given) && !Array.isArray(given))
    return refuseOAuth('invalid_client_metadata', 'grant_types must be a list.')
  const asked: unknown[] = Array.isArray(given) ? given : GRANT_TYPES
  const taken = GRANT_TYPES.filter(type => asked.includes(type))
  if (!taken.includes('authorization_code'))
    return refuseOAuth('invalid_client_metadata', 'grant_types must include authorization_code.')
  return taken
}

function checkTypes(given: Given): void {
  for (const name of TEXTS)
    if (!isAbsent(given.get(name)) && typeof given.get(name) !== 'string')
      refuseOAuth('invalid_client_metadata', `${name} must be text.`)
  for (const name of LISTS)
    if (!isAbsent(given.get(name)) && !Array.isArray(given.get(name)))
      refuseOAuth('invalid_client_metadata', `${name} must be a list.`)
}

function checkRest(given: Given): void {
  checkTypes(given)
  const responses = given.get('response_types')
  if (Array.isArray(responses) && !responses.includes('code'))
    refuseOAuth('invalid_client_metadata', 'response_types must include code.')
  if (given.has('jwks') && given.has('jwks_uri'))
    refuseOAuth('invalid_client_metadata', 'Give jwks or jwks_uri, not both.')
  for (const name of LINKS) {
    const link = given.get(name)
    if (typeof link === 'string' && link !== '' && !link.startsWith('https://'))
      refuseOAuth('invalid_client_metadata', `${name} must be an https URL.`)
  }
}

/** Reads a JSON object, or refuses it. */
export function readObject(body: unknown): Given {
  if (!isRecord(body)) return refuseOAuth('invalid_client_metadata', 'The body must be a JSON object.')
  return new Map<string, unknown>(Object.entries(body))
}

/** Reads what a client says of itself. Unknown fields are ignored (RFC 7591 section 2). */
export function readClientMetadata(given: Given, isTaken: (uri: unknown) => uri is string): ClientMetadata {
  const redirectUris = readRedirectUris(given.get('redirect_uris'), isTaken)
  const metadata = {
    redirectUris,
    name: readName(given.get('client_name')),
    grantTypes: readGrantTypes(given.get('grant_types')),
  }
  checkRest(given)
  return metadata
}

/** What any client may register (specification, Limits 4). */
export const publicHttps =
  (issuer: string) =>
  (uri: unknown): uri is string =>
    isRedirectUri(uri, issuer)
