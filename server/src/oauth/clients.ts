import { LRUCache } from 'lru-cache'
import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import {
  type ClientDocument,
  type FetchDocument,
  isDocumentUrl,
  readClientDocument,
  type Unreadable,
} from './client-document.ts'
import type { ClientMetadata } from './client-metadata.ts'
import type { NoteEvent } from './events.ts'
import { secondsAfter } from './lifetimes.ts'
import { WELL_KNOWN_CLIENTS } from './well-known-clients.ts'

/** A client as it is known here. */
export interface Client {
  client_id: string
  kind: 'dcr' | 'cimd' | 'preregistered'
  name: string
  redirect_uris: string[]
  read_at: string | null
  fresh_until: string | null
  first_consent_at: string | null
  /** Whether it is answered where it lives, or where the operator said. */
  verified: boolean
}

const COLUMNS = `client_id, kind, name, redirect_uris, read_at, fresh_until, first_consent_at,
    oauth_client_verified(oauth_client) as verified`
const find = sql(`select ${COLUMNS} from oauth_client where client_id = $1`)
const keep = sql(`
  insert into oauth_client (client_id, kind, name, redirect_uris, grant_types, created_at, read_at, fresh_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
    grant_types = excluded.grant_types, read_at = coalesce(excluded.read_at, oauth_client.read_at),
    fresh_until = excluded.fresh_until
  returning ${COLUMNS}`)

export const findClient = async (tx: PlatformTx, clientId: string): Promise<Client | undefined> =>
  (await tx.sql<Client>(find([clientId])))[0]

/**
 * Whether the browser may be sent to the client with an error before a person has decided: not to an address that
 * anybody may have registered, or described, a moment ago (RFC 9700 section 4.11.2).
 */
export const mayBounce = ({ verified, first_consent_at }: Client): boolean => verified || first_consent_at !== null

/** How long the last good description stands in for one that cannot be read, and how soon it is tried again. */
const [GOOD_FOR, TRY_AGAIN_AFTER] = [7 * 86_400, 60]
const MOST_FAILURES = 10_000

export interface ClientSources {
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  fetchDocument: FetchDocument
  /** Those that the operator has named, by their id. */
  preregistered: ReadonlyMap<string, ClientMetadata>
  issuer: string
  /** Whether one more document may be read now. */
  mayRead(): Promise<boolean>
}

export type FindClient = (clientId: string, note: NoteEvent) => Promise<Client | 'unreadable' | undefined>

/**
 * Finds the client of an id: one that the operator named, one that describes itself at the address that its id is, or one
 * that registered here. Descriptions are read once for all who ask at the same time.
 */
export function clientFinder(sources: ClientSources): FindClient {
  const reading = new Map<string, Promise<Client | 'unreadable'>>()
  const failures = new LRUCache<string, Unreadable>({ max: MOST_FAILURES, ttl: TRY_AGAIN_AFTER * 1_000 })

  const registered = (clientId: string) => sources.platform(tx => findClient(tx, clientId))

  async function described(clientId: string, note: NoteEvent): Promise<Client | 'unreadable'> {
    const known = await registered(clientId)
    if (known && known.fresh_until !== null && Date.parse(known.fresh_until) > Date.now()) return known
    const document = await readSoonAgain(clientId, note)
    if (typeof document !== 'string') return store(sources, clientId, document, note)
    const spare = document === 'unreachable' ? await spareFor(sources, clientId, known) : undefined
    return spare ?? 'unreadable'
  }

  /** What failed a moment ago is not tried again yet. */
  async function readSoonAgain(clientId: string, note: NoteEvent): Promise<ClientDocument | Unreadable> {
    const failure = failures.get(clientId)
    if (failure) return failure
    if (!(await sources.mayRead())) return 'unreachable'
    const document = await readClientDocument(clientId, sources.fetchDocument, sources.issuer)
    if (typeof document !== 'string') return document
    failures.set(clientId, document)
    await sources.platform(tx => note(tx, 'client.unreadable', { clientId }))
    return document
  }

  return async (clientId, note) => {
    const named = sources.preregistered.get(clientId)
    if (named) return sources.platform(tx => keepClient(tx, { clientId, kind: 'preregistered', ...named }))
    if (!isDocumentUrl(clientId)) return registered(clientId)
    const begun = reading.get(clientId) ?? described(clientId, note).finally(() => reading.delete(clientId))
    reading.set(clientId, begun)
    return begun
  }
}

const store = (
  { platform }: ClientSources,
  clientId: string,
  { freshSeconds, ...metadata }: ClientDocument,
  note: NoteEvent,
): Promise<Client> =>
  platform(async tx => {
    await note(tx, 'client.read', { clientId })
    const times = { readAt: tx.now, freshUntil: secondsAfter(tx.now, freshSeconds) }
    return keepClient(tx, { clientId, kind: 'cimd', ...metadata, ...times })
  })

/** The last good description while it is not too old, or what we know of everybody's assistants. */
async function spareFor(
  { platform }: ClientSources,
  clientId: string,
  known: Client | undefined,
): Promise<Client | undefined> {
  if (known?.read_at && Date.now() - Date.parse(known.read_at) < GOOD_FOR * 1_000) return known
  const metadata = WELL_KNOWN_CLIENTS.get(clientId)
  return metadata && platform(tx => keepClient(tx, { clientId, kind: 'cimd', ...metadata }))
}

interface KeptClient extends ClientMetadata {
  clientId: string
  kind: 'cimd' | 'preregistered'
  readAt?: string
  freshUntil?: string
}

async function keepClient(tx: PlatformTx, client: KeptClient): Promise<Client> {
  const { clientId, kind, name, redirectUris, grantTypes, readAt = null, freshUntil = null } = client
  const [kept] = await tx.sql<Client>(
    keep([clientId, kind, name, redirectUris, grantTypes, tx.now, readAt, freshUntil]),
  )
  if (!kept) throw new Error('A client that is kept is there.')
  return kept
}
