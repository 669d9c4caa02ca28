import { LRUCache } from 'lru-cache'
import type { PlatformTx } from '../kernel/tx.ts'
import {
  type ClientDocument,
  type FetchDocument,
  isDocumentUrl,
  readClientDocument,
  type Unreadable,
} from './client-document.ts'
import type { ClientMetadata } from './client-metadata.ts'
import { type Client, findClient, saveClient } from './client-store.ts'
import type { RecordEvent } from './events.ts'
import { secondsAfter } from './lifetimes.ts'
import { WELL_KNOWN_CLIENTS } from './well-known-clients.ts'

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
  mayRead(): Promise<boolean>
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
    if (!(await mayRead())) return 'unreachable'
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
