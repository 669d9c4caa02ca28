import type { SharedConnections } from '../db/shared-connections.ts'
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
  /** In base64, newest first. */
  secrets: string[] | null
}

const endpointsOf = sql(`
  select endpoint.id, endpoint.url, endpoint.mode, endpoint.active, installation.status, (
    select json_agg(encode(secret.sealed, 'base64') order by secret.created_at desc, secret.id desc) from webhook_secret as secret
    where secret.company_id = endpoint.company_id and secret.endpoint_id = endpoint.id
      and (secret.expires_at is null or secret.expires_at > now())) as secrets
  from unnest($1::text[], $2::text[]) as wanted (company_id, id)
  join webhook_endpoint as endpoint on endpoint.company_id = wanted.company_id and endpoint.id = wanted.id
  join installation on installation.company_id = endpoint.company_id and installation.id = endpoint.installation_id`)

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]

/** Completes claims to jobs. A claim whose event, endpoint, or installation's leave to receive is gone has no job. */
export async function loadJobs(
  connections: SharedConnections,
  open: OpenSecret,
  leaseId: string,
  claims: readonly Claim[],
): Promise<{ jobs: Job[]; pointless: Claim[] }> {
  const wanted = distinct(claims, claim => claim.endpoint_id)
  const rows = await connections.run<EndpointRow>(
    endpointsOf([wanted.map(claim => claim.company_id), wanted.map(claim => claim.endpoint_id)]),
  )
  const endpoints = new Map(rows.map(row => [row.id, { ...row, opened: openSecrets(open, row) }]))
  const bodies = new Map<string, string>()
  const jobs: Job[] = []
  const pointless: Claim[] = []
  for (const claim of claims) {
    const endpoint = endpoints.get(claim.endpoint_id)
    if (!endpoint || !claim.data || !mayReceive(endpoint, claim)) {
      pointless.push(claim)
      continue
    }
    const body = bodies.get(claim.event_id) ?? JSON.stringify(envelopeOf(eventOf(claim, claim.data)))
    bodies.set(claim.event_id, body)
    jobs.push({ claim, leaseId, url: endpoint.url, mode: endpoint.mode, secrets: endpoint.opened, body })
  }
  return { jobs, pointless }
}

/** The secret of an endpoint, of which `sealed` is the base64 of what is stored. */
export type OpenSecret = (endpointId: string, sealed: string) => string

const REMEMBERED_SECRETS = 10_000

/** Opens what is sealed once: the same few thousand secrets sign all day, and whatever changes one seals it anew. */
export function secretOpener(box: SecretBox): OpenSecret {
  const opened = new Map<string, string>()
  return (endpointId, sealed) => {
    const key = `${endpointId} ${sealed}`
    const known = opened.get(key)
    if (known !== undefined) return known
    const secret = openSecret(box, endpointId, Buffer.from(sealed, 'base64'))
    if (opened.size >= REMEMBERED_SECRETS) opened.clear()
    opened.set(key, secret)
    return secret
  }
}

const openSecrets = (open: OpenSecret, { id, secrets }: EndpointRow): string[] =>
  (secrets ?? []).map(sealed => open(id, sealed))

const eventOf = (claim: Claim, data: Record<string, unknown>): StoredEvent => ({
  id: claim.event_id,
  type: claim.event_type,
  company_id: claim.company_id,
  created_at: claim.event_at,
  data,
  previous_attributes: claim.previous_attributes,
})

const GRANTED = new Set(['ACTIVE', 'UPDATE_PENDING'])

/** A test event reaches a disabled endpoint too: it shows whether enabling it again makes sense. */
function mayReceive({ active, status }: EndpointRow, { event_type, origin }: Claim): boolean {
  if (event_type === 'installation.uninstalled') return active
  return GRANTED.has(status) && (active || origin === 'TEST')
}
