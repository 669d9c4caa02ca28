import { isDocumentUrl } from './client-document.ts'
import type { ClientMetadata } from './client-metadata.ts'
import { type Client, findClient, saveClient } from './client-store.ts'
import { type DocumentSources, describedClients } from './described-clients.ts'
import type { RecordEvent } from './events.ts'

export interface ClientSources extends DocumentSources {
  /** Those that the operator has named, by their id. */
  preregistered: ReadonlyMap<string, ClientMetadata>
}

export type FindClient = (clientId: string, record: RecordEvent) => Promise<Client | 'unreadable' | undefined>

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
