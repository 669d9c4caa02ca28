import { LRUCache } from 'lru-cache'
import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
import { openSecret } from '../domain/webhooks/signing-secret.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { type Claim, onePerEndpoint } from './claim.ts'
import { type SigningKey, signingKey } from './sign.ts'

/** Everything an attempt needs. */
export interface Job {
  claim: Claim
  /** The lease under which it was claimed. */
  leaseId: string
  url: string
  mode: 'LIVE' | 'TEST'
  faults: DeliveryFaults
  /** Newest first. */
  keys: readonly SigningKey[]
  /** Of the event, as a JSON text. */
  data: string
}

/** What goes wrong on purpose, for a plugin in a sandbox clinic: null where nothing does. */
export interface DeliveryFaults {
  /** How many are sent twice, from 0 to 1. */
  duplicated: number | null
  /** What waits between attempts are divided by. */
  compress_retries: number | null
}

interface EndpointRow extends DeliveryFaults {
  id: string
  url: string
  mode: 'LIVE' | 'TEST'
  active: boolean
  runs: boolean
  /** In base64, newest first. */
  secrets: string[] | null
}

const endpointsOf = sql<EndpointRow>(`
  select endpoint.id, endpoint.url, endpoint.mode, endpoint.active,
    plugin_runs(installation.status, installation.held_at, clinic.plugins_stopped_at) as runs,
    fault.duplicated, fault.compress_retries, (
    select json_agg(encode(secret.sealed, 'base64') order by secret.created_at desc, secret.id desc) from webhook_secret as secret
    where secret.company_id = endpoint.company_id and secret.endpoint_id = endpoint.id
      and (secret.expires_at is null or secret.expires_at > now())) as secrets
  from unnest($1::text[], $2::text[]) as wanted (company_id, id)
  join webhook_endpoint as endpoint on endpoint.company_id = wanted.company_id and endpoint.id = wanted.id
  join installation on installation.company_id = endpoint.company_id and installation.id = endpoint.installation_id
  join clinic on clinic.company_id = endpoint.company_id
  left join sandbox_fault as fault on endpoint.mode = 'TEST' and fault.company_id = endpoint.company_id
    and fault.installation_id = endpoint.installation_id and fault.until > now()`)

/** Completes claims to jobs. A claim whose event, endpoint, or installation's leave to receive is gone has no job. */
export async function loadJobs(
  connections: SharedConnections,
  open: OpenKey,
  leaseId: string,
  claims: readonly Claim[],
): Promise<{ jobs: Job[]; skipped: Claim[] }> {
  const wanted = onePerEndpoint(claims)
  const rows = await connections.run(
    endpointsOf([wanted.map(claim => claim.company_id), wanted.map(claim => claim.endpoint_id)]),
  )
  const keysOf = ({ id, secrets }: EndpointRow) => (secrets ?? []).map(sealed => open(id, sealed))
  const endpoints = new Map(rows.map(row => [row.id, { ...row, keys: keysOf(row) }]))
  const jobs: Job[] = []
  const skipped: Claim[] = []
  for (const claim of claims) {
    const endpoint = endpoints.get(claim.endpoint_id)
    if (!endpoint || !claim.data || !mayReceive(endpoint, claim)) {
      skipped.push(claim)
      continue
    }
    const { url, mode, keys, duplicated, compress_retries } = endpoint
    const faults = { duplicated, compress_retries }
    jobs.push({ claim, leaseId, url, mode, faults, keys, data: claim.data })
  }
  return { jobs, skipped }
}

/** The key that a secret of an endpoint makes; `sealed` is the base64 of what is stored. */
export type OpenKey = (endpointId: string, sealed: string) => SigningKey

const REMEMBERED_KEYS = 10_000

/** Opens what is sealed once: the same few thousand secrets sign all day, and whatever changes one seals it anew. */
export function keyOpener(box: SecretBox): OpenKey {
  const opened = new LRUCache<string, SigningKey>({ max: REMEMBERED_KEYS })
  return (endpointId, sealed) => {
    const name = `${endpointId} ${sealed}`
    const known = opened.get(name)
    if (known) return known
    const key = signingKey(openSecret(box, endpointId, Buffer.from(sealed, 'base64')))
    opened.set(name, key)
    return key
  }
}

/**
 * A test event reaches a disabled endpoint too: it shows whether enabling it again makes sense. That it was removed a
 * plugin is told however it was stopped before.
 */
function mayReceive({ active, runs }: EndpointRow, { event_type, origin }: Claim): boolean {
  if (event_type === 'installation.uninstalled' && origin !== 'TEST') return active
  return runs && (active || origin === 'TEST')
}
