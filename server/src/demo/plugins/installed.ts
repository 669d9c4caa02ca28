import { sql } from '../../db/statement.ts'
import { tokenRow } from '../../domain/plugins/issue-token.ts'
import { grantOf } from '../../domain/plugins/plugin-grant.ts'
import { type PluginVersion, publishedVersion } from '../../domain/plugins/plugin-version.ts'
import { receiptOf } from '../../domain/plugins/record-consent.ts'
import { putSecret } from '../../domain/webhooks/put-secret.ts'
import { insertMany, type RowsByTable } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { DAY_MS, HOUR_MS, iso } from '../clock.ts'
import { demoToken } from '../installations.ts'
import type { LoginPlan } from '../logins.ts'
import type { ClinicPlan } from '../plan.ts'
import { idsOf } from '../plans.ts'
import { PUBLISHER_HOST } from './manifests.ts'

/** A plugin that the clinic installed, and how it stands now. */
interface Installed {
  slug: string
  version: string
  /** How long ago. */
  days: number
  status: 'ACTIVE' | 'UPDATE_PENDING' | 'SUSPENDED'
  /** The version that waits for approval. */
  pending?: string
  stopReason?: string
  endpoint?: { events: readonly string[]; failed: number }
}

const INSTALLED: readonly Installed[] = [
  { slug: 'smile-reminders', version: '1.0.0', days: 60, status: 'UPDATE_PENDING', pending: '1.1.0' },
  {
    ...{ slug: 'lab-bridge', version: '1.0.0', days: 45, status: 'SUSPENDED' },
    stopReason: 'The lab has changed; we wait for its new address.',
  },
  {
    ...{ slug: 'ledger-export', version: '2.3.0', days: 30, status: 'ACTIVE' },
    endpoint: { events: ['payment.created'], failed: 20 },
  },
]

/** An installation with what its past is told by. */
export interface InstalledPlugin {
  slug: string
  id: string
  tokenId: string
  scopes: readonly string[]
}

type Row<Table extends keyof RowsByTable> = NonNullable<RowsByTable[Table]>[number]

/** Installs them for the owner, who agreed to each, where the clinic has none of them yet; answers what was installed. */
export async function installDemoPlugins(tx: Tx, plan: ClinicPlan, owner: LoginPlan): Promise<InstalledPlugin[]> {
  const made: InstalledPlugin[] = []
  for (const wish of INSTALLED) {
    const version = await publishedVersion(tx, wish.slug, wish.version)
    if (version) made.push(await install(tx, plan, owner, wish, version))
  }
  return made
}

async function install(tx: Tx, plan: ClinicPlan, owner: LoginPlan, wish: Installed, version: PluginVersion) {
  const { slug, days, status, pending, stopReason } = wish
  const name = idsOf(plan)
  const now = Date.parse(tx.now)
  const at = iso(now - days * DAY_MS)
  const [id, tokenId] = [name('installation', slug), name('plugin_token', slug)]
  const grant = { ...grantOf(version.manifest, []), allowed_ip_ranges: [...(version.manifest.allowedIpRanges ?? [])] }
  const defaults = version.manifest.settingsSchema?.fields.filter(field => field.default !== undefined) ?? []
  const isStopped = status === 'SUSPENDED'
  const pendingVersion = pending === undefined ? undefined : await publishedVersion(tx, slug, pending)
  const installation: Row<'installation'> = {
    ...{ id, plugin_id: version.pluginId, plugin_version_id: version.id, mode: 'LIVE', status, ...grant },
    settings: Object.fromEntries(defaults.map(field => [field.key, field.default])),
    ...{ installed_at: at, created_at: at, updated_at: at, pending_version_id: pendingVersion?.id ?? null },
    stopped_at: isStopped ? iso(now - 3 * DAY_MS) : null,
    ...{ stopped_by: isStopped ? owner.userId : null, stop_reason: stopReason ?? null },
  }
  const consent = { version, grant, installationId: id, givenBy: `staff ${owner.userId}`, givenAt: at }
  const person = { name: owner.name[0], role: owner.role, secondFactorAt: at, address: '203.0.113.10' }
  const receipt = receiptOf({
    id: name('consent_receipt', slug),
    ...consent,
    giver: { person, sessionId: null, language: 'en' },
  })
  const token = demoToken(tx.box, tx.clinic.id, slug, 'LIVE')
  const ranges = grant.allowed_ip_ranges
  const key = tokenRow({ id: tokenId, installationId: id, token, allowedIpRanges: ranges, createdAt: at })
  await insert(tx, { installation: [installation], consent_receipt: [receipt], plugin_token: [key] })
  if (wish.endpoint) await addBrokenEndpoint(tx, plan, { slug, installationId: id, ...wish.endpoint })
  return { slug, id, tokenId, scopes: grant.granted_scopes }
}

const latestEvents = sql<{ id: string; type: string; created_at: string }>(`
  select id, type, created_at from event
  where company_id = $1 and type = any($2) and created_at < $3 order by created_at desc limit $4`)

interface Broken {
  slug: string
  installationId: string
  events: readonly string[]
  /** How many deliveries were given up, one after the other. */
  failed: number
}

const ATTEMPTS = 15
const FIRST_WAIT_MS = 13_000

/** An endpoint that answered nothing for so long that it was switched off, and what it did not take. */
async function addBrokenEndpoint(tx: Tx, plan: ClinicPlan, { slug, installationId, events, failed }: Broken) {
  const now = Date.parse(tx.now)
  const id = idsOf(plan)('webhook_endpoint', slug)
  const began = iso(now - 30 * DAY_MS)
  const ended = now - 5 * HOUR_MS
  const endpoint: Row<'webhook_endpoint'> = {
    ...{ id, installation_id: installationId, url: `https://hooks.${PUBLISHER_HOST}/ledger`, events: [...events] },
    ...{ mode: 'LIVE', active: false, disabled_reason: 'consecutive_failures', consecutive_failures: failed },
    ...{ created_at: began, updated_at: iso(ended) },
  }
  await insert(tx, { webhook_endpoint: [endpoint] })
  await putSecret(tx, id)
  // The last of them was given up when its attempts were over, which takes two and a half days.
  const found = await tx.sql(latestEvents([tx.clinic.id, events, iso(ended - totalWait(ATTEMPTS)), failed]))
  await insert(tx, { webhook_delivery_done: found.map(event => exhausted(id, event)) })
}

const totalWait = (attempts: number): number => FIRST_WAIT_MS * (2 ** (attempts - 1) - 1)

function exhausted(endpointId: string, event: { id: string; type: string; created_at: string }) {
  const at = Date.parse(event.created_at)
  const end = at + totalWait(ATTEMPTS)
  return {
    ...{ id: newId('whd', at), endpoint_id: endpointId, event_id: event.id, event_type: event.type },
    ...{ event_at: event.created_at, origin: 'EVENT', status: 'EXHAUSTED', attempts: ATTEMPTS, response_status: 503 },
    ...{ error_class: 'http_status', duration_ms: 412, last_attempt_at: iso(end) },
    failures: Array.from({ length: ATTEMPTS - 1 }, (_, place) => ({
      ...{ at: iso(at + totalWait(place + 1)), status: 503, error: 'http_status', ms: 380 + 7 * place },
    })),
    ...{ created_at: iso(at), finished_at: iso(end) },
  } satisfies Row<'webhook_delivery_done'>
}

export async function insert(tx: Tx, rows: RowsByTable): Promise<void> {
  for (const [table, list] of Object.entries(rows))
    for (const statement of insertMany(table, tx.clinic.id, list)) await tx.sql(statement)
}
