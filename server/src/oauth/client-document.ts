import type { Egress } from '../egress/agent.ts'
import type { Outcome } from '../egress/outcome.ts'
import { parseJson } from '../http/json-body.ts'
import { type ClientMetadata, readClientMetadata, readObject } from './client-metadata.ts'
import { isLoopbackUri, isRedirectUri } from './redirect-uri.ts'

/** What a client publishes of itself, and for how long that need not be read again. */
export interface ClientDocument extends ClientMetadata {
  freshSeconds: number
}

/** Why there is none: it cannot be had at the moment, or what is there is no such document. */
export type Unreadable = 'unreachable' | 'unfit'

export type FetchDocument = (url: string) => Promise<Outcome>

const MAX_ID_LENGTH = 500
const MAX_URIS = 50
const DEADLINE_MS = 3_000
const MAX_BYTES = 10_240
const [MIN_FRESH_SECONDS, MAX_FRESH_SECONDS] = [300, 86_400]
const HEADERS = ['accept', 'application/json', 'user-agent', 'clinic-platform-authorization-server']
/** A path, and neither user, port, query nor fragment. */
const PLAIN = /^https:\/\/[a-z0-9.-]+\/[^?#\s\\]+$/

/** Whether a client id is the address of a document about the client, in the one spelling that it can have. */
export const isDocumentUrl = (id: string): boolean =>
  id.length <= MAX_ID_LENGTH && PLAIN.test(id) && !/%2e/i.test(id) && URL.parse(id)?.href === id

/** Asks strangers for documents: public addresses over TLS alone, no redirects, little patience. */
export const documentFetcher =
  (egress: Pick<Egress, 'send'>): FetchDocument =>
  url =>
    egress.send({
      url,
      method: 'GET',
      rawHeaders: HEADERS,
      policy: { allowHttp: false, allowPrivate: false },
      deadlineMs: DEADLINE_MS,
      readLimitBytes: MAX_BYTES,
      keepBody: true,
    })

/** Reads the document that a client id leads to (draft-ietf-oauth-client-id-metadata-document). */
export async function readClientDocument(
  url: string,
  fetchDocument: FetchDocument,
  issuer: string,
): Promise<ClientDocument | Unreadable> {
  const { ok, status, bodyExcerpt = '', bodyCut = false, cacheControl = null } = await fetchDocument(url)
  // Gone means gone; whatever else is no document may be an outage, or a wall that took us for a robot.
  if (status === 404 || status === 410) return 'unfit'
  if (!ok || status !== 200) return 'unreachable'
  const document = bodyCut ? undefined : documentOf(bodyExcerpt, url, issuer)
  return document ? { ...document, freshSeconds: freshSeconds(cacheControl) } : 'unfit'
}

function documentOf(text: string, url: string, issuer: string): ClientMetadata | undefined {
  try {
    const given = readObject(parseJson(Buffer.from(text)))
    if (given.client_id !== url || typeof given.client_name !== 'string' || !isPublicClient(given)) return undefined
    return readClientMetadata({ ...given, redirect_uris: ours(given.redirect_uris, issuer) }, isText)
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Of the addresses in a document, those that codes could ever be sent to. */
function ours(given: unknown, issuer: string): string[] {
  const uris: unknown[] = Array.isArray(given) ? given.slice(0, MAX_URIS) : []
  return uris.filter(isText).filter(uri => isRedirectUri(uri, issuer) || isLoopbackUri(uri))
}

/**
 * Whether the client can do without a secret. Where it names several methods, one of them must be `none`; what it prefers
 * elsewhere is its own affair (SEP-3149).
 */
function isPublicClient(given: Readonly<Record<string, unknown>>): boolean {
  if (Object.keys(given).some(name => name.startsWith('client_secret'))) return false
  const { token_endpoint_auth_methods_supported: methods, token_endpoint_auth_method: method = 'none' } = given
  return Array.isArray(methods) ? methods.includes('none') : method === 'none'
}

function freshSeconds(cacheControl: string | null): number {
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? '') ?? []
  if (seconds === undefined || /no-store|no-cache/i.test(cacheControl ?? '')) return MIN_FRESH_SECONDS
  return Math.min(MAX_FRESH_SECONDS, Math.max(MIN_FRESH_SECONDS, Number(seconds)))
}
