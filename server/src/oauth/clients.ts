import { LRUCache } from 'lru-cache'
import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import {
  type ClientDocument,
  type FetchDocument,
  isDocumentUrl,
  readClientDocument,
  type Unreadable,
} from './client-document.ts'
import type { ClientMetadata } from './client-metadata.ts'
import type { RecordEvent } from './events.ts'
import { secondsAfter } from './lifetimes.ts'
import { WELL_KNOWN_CLIENTS } from './well-known-clients.ts'

/** A client as it is known here. */
export interface Client extends TableRow<'oauth_client'> {
  /** Whether it is answered where it lives, or where the operator said. */
  verified: boolean
}

const COLUMNS = 'oauth_client.*, oauth_client_verified(oauth_client) as verified'
const find = sql<Client>(`select ${COLUMNS} from oauth_client where client_id = $1`)
const upsert = sql<Client>(`
  insert into oauth_client (client_id, kind, name, redirect_uris, grant_types, created_at, read_at, fresh_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
    grant_types = excluded.grant_types, read_at = coalesce(excluded.read_at, oauth_client.read_at),
    fresh_until = excluded.fresh_until
  returning ${COLUMNS}`)

export const findClient = async (tx: PlatformTx, clientId: string): Promise<Client | undefined> =>
  (await tx.sql(find([clientId])))[0]

/**
 * Whether the browser may be sent to the client with an error before a person has decided: not to an address that
 * any client may have registered, or described, a moment ago (RFC 9700 section 4.11.2).
 */
export const mayRedirectError = ({ verified, first_consent_at }: Client): boolean =>
  verified || first_consent_at !== null

interface SavedClient extends ClientMetadata {
  clientId: string
  kind: 'cimd' | 'preregistered'
  readAt?: string
  freshUntil?: string
}

/** Stores what is known of a client now, in place of what was known. */
async function saveClient(tx: PlatformTx, client: SavedClient): Promise<Client> {
  const { clientId, kind, name, redirectUris, grantTypes, readAt = null, freshUntil = null } = client
  const [saved] = await tx.sql(upsert([clientId, kind, name, redirectUris, grantTypes, tx.now, readAt, freshUntil]))
  if (!saved) throw new Error('A client that is stored is there.')
  return saved
}

/** How long the last good description stands in for one that cannot be read, and how soon it is tried again. */
const [GOOD_MS, RETRY_AFTER_MS] = [7 * 86_400_000, 60_000]
const MAX_FAILURES = 10_000

export interface ClientSources {
  /** Those that the operator has named, by their id. */
  preregistered: ReadonlyMap<string, ClientMetadata>
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  fetchDocument: FetchDocument
  issuer: string
  /** Whether one more document may be read now. */
  mayRead(): boolean
}

type Found = Client | 'unreadable'

export type FindClient = (clientId: string, record: RecordEvent) => Promise<Found | undefined>

/**
 * Finds the client of an id: one that the operator named, one that describes itself at the address that its id is, or one
 * that registered here.
 */
export function clientFinder(sources: ClientSources): FindClient {
  const findDescribed = describedClients(sources)
  return async (clientId, record) => {
    const named = sources.preregistered.get(clientId)
    if (named) return sources.platform(tx => saveClient(tx, { clientId, kind: 'preregistered', ...named }))
    return isDocumentUrl(clientId) ? findDescribed(clientId, record) : sources.platform(tx => findClient(tx, clientId))
  }
}

/**
 * Clients that describe themselves at the address that their id is. A description is read once for all requests that ask
 * for it at the same time, and again when it is not fresh any more.
 */
function describedClients(sources: ClientSources) {
  const { platform } = sources
  const readDocument = documentReader(sources)
  const reading = new Map<string, Promise<Found>>()

  async function find(clientId: string, record: RecordEvent): Promise<Found> {
    const known = await platform(tx => findClient(tx, clientId))
    if (known && isFresh(known)) return known
    const document = await readDocument(clientId, record)
    if (document === 'unfit') return 'unreadable'
    if (document !== 'unreachable') return platform(tx => saveDocument(tx, clientId, document, record))
    if (known && isStillGood(known)) return known
    const wellKnown = WELL_KNOWN_CLIENTS.get(clientId)
    return wellKnown ? platform(tx => saveClient(tx, { clientId, kind: 'cimd', ...wellKnown })) : 'unreadable'
  }

  return (clientId: string, record: RecordEvent): Promise<Found> => {
    const found = reading.get(clientId) ?? find(clientId, record).finally(() => reading.delete(clientId))
    reading.set(clientId, found)
    return found
  }
}

const isFresh = ({ fresh_until: until }: Client): boolean => until !== null && Date.parse(until) > Date.now()
const isStillGood = ({ read_at: readAt }: Client): boolean =>
  readAt !== null && Date.now() - Date.parse(readAt) < GOOD_MS

/** Reads documents, save those of which reading failed a moment ago. */
function documentReader({ platform, fetchDocument, issuer, mayRead }: ClientSources) {
  const failures = new LRUCache<string, Unreadable>({ max: MAX_FAILURES, ttl: RETRY_AFTER_MS })
  return async (clientId: string, record: RecordEvent): Promise<ClientDocument | Unreadable> => {
    const failure = failures.get(clientId)
    if (failure) return failure
    if (!mayRead()) return 'unreachable'
    const document = await readClientDocument(clientId, fetchDocument, issuer)
    if (typeof document !== 'string') return document
    failures.set(clientId, document)
    await platform(tx => record(tx, 'client.unreadable', { clientId }))
    return document
  }
}

async function saveDocument(
  tx: PlatformTx,
  clientId: string,
  { freshSeconds, ...metadata }: ClientDocument,
  record: RecordEvent,
): Promise<Client> {
  await record(tx, 'client.read', { clientId })
  const times = { readAt: tx.now, freshUntil: secondsAfter(tx.now, freshSeconds) }
  return saveClient(tx, { clientId, kind: 'cimd', ...metadata, ...times })
}
