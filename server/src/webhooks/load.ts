import type { SharedConnections } from '../db/pool.ts'
import { sql } from '../db/statement.ts'
import { envelopeOf, type StoredEvent } from '../domain/webhooks/envelope.ts'
import { openSecret } from '../domain/webhooks/signing-secret.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Claim } from './claim.ts'

/** Everything an attempt needs. */
export interface Job {
  claim: Claim
  /** The lease under which it was claimed. */
  leaseId: string
  url: string
  mode: 'LIVE' | 'TEST'
  /** Newest first. */
  secrets: readonly string[]
  body: string
}

interface EndpointRow {
  id: string
  url: string
  mode: 'LIVE' | 'TEST'
  active: boolean
  status: string
  secrets: Buffer[] | null
}

const endpointsOf = sql(`
  select endpoint.id, endpoint.url, endpoint.mode, endpoint.active, installation.status, (
    select array_agg(secret.sealed order by secret.created_at desc, secret.id desc) from webhook_secret as secret
    where secret.company_id = endpoint.company_id and secret.endpoint_id = endpoint.id
      and (secret.expires_at is null or secret.expires_at > now())) as secrets
  from unnest($1::text[], $2::text[]) as wanted (company_id, id)
  join webhook_endpoint as endpoint on endpoint.company_id = wanted.company_id and endpoint.id = wanted.id
  join installation on installation.company_id = endpoint.company_id and installation.id = endpoint.installation_id`)

const eventsOf = sql(`
  select event.id, event.type, event.company_id, event.created_at, event.data, event.previous_attributes
  from unnest($1::text[], $2::timestamptz[], $3::text[]) as wanted (company_id, at, id)
  join event on event.company_id = wanted.company_id and event.created_at = wanted.at and event.id = wanted.id`)

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]

/** Completes claims to jobs. A claim whose endpoint, or whose installation's leave to receive, is gone has no job. */
export async function loadJobs(
  connections: SharedConnections,
  box: SecretBox,
  leaseId: string,
  claims: readonly Claim[],
): Promise<{ jobs: Job[]; pointless: Claim[] }> {
  const ofEndpoints = distinct(claims, claim => claim.endpoint_id)
  const ofEvents = distinct(claims, claim => claim.event_id)
  const [endpointRows, eventRows] = await Promise.all([
    connections.run<EndpointRow>(
      endpointsOf([ofEndpoints.map(claim => claim.company_id), ofEndpoints.map(claim => claim.endpoint_id)]),
    ),
    connections.run<StoredEvent>(
      eventsOf([
        ofEvents.map(claim => claim.company_id),
        ofEvents.map(claim => claim.event_at),
        ofEvents.map(claim => claim.event_id),
      ]),
    ),
  ])
  const endpoints = new Map(endpointRows.map(row => [row.id, row]))
  const bodies = new Map(eventRows.map(row => [row.id, JSON.stringify(envelopeOf(row))]))
  const secrets = new Map(
    endpointRows.map(row => [row.id, (row.secrets ?? []).map(sealed => openSecret(box, row.id, sealed))]),
  )
  const jobs: Job[] = []
  const pointless: Claim[] = []
  for (const claim of claims) {
    const endpoint = endpoints.get(claim.endpoint_id)
    const body = bodies.get(claim.event_id)
    if (!endpoint || body === undefined || !mayReceive(endpoint, claim)) pointless.push(claim)
    else
      jobs.push({
        claim,
        leaseId,
        url: endpoint.url,
        mode: endpoint.mode,
        secrets: secrets.get(claim.endpoint_id) ?? [],
        body,
      })
  }
  return { jobs, pointless }
}

const GRANTED = new Set(['ACTIVE', 'UPDATE_PENDING'])

/** A test event reaches a disabled endpoint too: it shows whether enabling it again makes sense. */
function mayReceive({ active, status }: EndpointRow, { event_type, origin }: Claim): boolean {
  if (event_type === 'installation.uninstalled') return active
  return GRANTED.has(status) && (active || origin === 'TEST')
}
