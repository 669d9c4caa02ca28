import { isRecord } from '@clinic/contract/json-schema.ts'
import { refuseOAuth } from './oauth-error.ts'

const MAX_URIS = 10
const MAX_NAME_LENGTH = 100
export const GRANT_TYPES = ['authorization_code', 'refresh_token']
/** Control, format (bidirectional and zero-width among them) and private characters: a name must read as it is stored. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu

export interface ClientMetadata {
  name: string
  redirectUris: string[]
  grantTypes: string[]
}

type Given = Readonly<Record<string, unknown>>

/** Links that a client may name; they are neither read nor shown. */
const LINKS = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'jwks_uri']
/** What is of a type in RFC 7591 section 2, whether it is used here or not. */
const TEXTS = [...LINKS, 'scope', 'token_endpoint_auth_method', 'application_type', 'software_id', 'software_version']
const LISTS = ['response_types', 'contacts']

const refuseMetadata = (problem: string): never => refuseOAuth('invalid_client_metadata', problem)

function textIn(given: Given, name: string): string {
  const value = given[name] ?? ''
  return typeof value === 'string' ? value : refuseMetadata(`${name} must be text.`)
}

function listIn(given: Given, name: string): readonly unknown[] | undefined {
  const value = given[name] ?? undefined
  return value === undefined || Array.isArray(value) ? value : refuseMetadata(`${name} must be a list.`)
}

function readRedirectUris(given: unknown, isTaken: (uri: unknown) => uri is string): string[] {
  const uris: unknown[] = Array.isArray(given) ? given : []
  const good = uris.filter(isTaken)
  if (uris.length > 0 && uris.length <= MAX_URIS && good.length === uris.length) return good
  return refuseOAuth(
    'invalid_redirect_uri',
    `redirect_uris must be 1 to ${MAX_URIS} public https URLs without fragment.`,
  )
}

const readName = (given: Given): string =>
  [...textIn(given, 'client_name').replaceAll(UNSEEN, '').trim()].slice(0, MAX_NAME_LENGTH).join('') || 'Unnamed app'

/** RFC 7591 section 2: of what is asked for, what is supported. */
function readGrantTypes(given: Given): string[] {
  const asked = listIn(given, 'grant_types') ?? GRANT_TYPES
  const taken = GRANT_TYPES.filter(type => asked.includes(type))
  return taken.includes('authorization_code') ? taken : refuseMetadata('grant_types must include authorization_code.')
}

function checkRest(given: Given): void {
  for (const name of TEXTS) textIn(given, name)
  for (const name of LISTS) listIn(given, name)
  const responses = listIn(given, 'response_types')
  if (responses && !responses.includes('code')) refuseMetadata('response_types must include code.')
  if ('jwks' in given && 'jwks_uri' in given) refuseMetadata('Give jwks or jwks_uri, not both.')
  for (const name of LINKS) {
    const link = textIn(given, name)
    if (link !== '' && !link.startsWith('https://')) refuseMetadata(`${name} must be an https URL.`)
  }
}

/** Reads a JSON object, or refuses it. */
export const readObject = (body: unknown): Given =>
  isRecord(body) ? body : refuseMetadata('The body must be a JSON object.')

/** Reads what a client says of itself. Unknown fields are ignored (RFC 7591 section 2). */
export function readClientMetadata(given: Given, isTaken: (uri: unknown) => uri is string): ClientMetadata {
  const redirectUris = readRedirectUris(given.redirect_uris, isTaken)
  const metadata = { redirectUris, name: readName(given), grantTypes: readGrantTypes(given) }
  checkRest(given)
  return metadata
}
