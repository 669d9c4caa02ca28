import type { Input } from '@clinic/contract/kernel.ts'
import { claimInstallation as declared, type listOwnInstallations } from '@clinic/contract/publisher/installations.ts'
import { MOST_OF_HOUR } from '@clinic/contract/staff/plugin-health.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { newPluginToken, tokenHash } from '../../kernel/values/plugin-token.ts'
import { DAYS, HINT_LENGTH } from '../plugins/issue-token.ts'
import type { Signs } from '../plugins/plugin-health.ts'
import { setupCodeHash } from '../plugins/setup-link.ts'

/** An installation as the publisher of the plugin sees it, with what tells how it is doing there. */
export interface OwnInstallationRow extends Signs {
  created_at: string
  clinic_id: string
  clinic_name: string
  clinic_name_ar: string | null
  plugin_id: string
  slug: string
  version: string
  pending_version: string | null
  mode: string
  runs: boolean
  uninstalled_at: string | null
  keys_handed_over: boolean
  ids_shared_until: string | null
  /** Now, by the clock of the clinic. */
  observed_at: string
}

const COLUMNS = `id, created_at, clinic_id, clinic_name, clinic_name_ar, plugin_id, slug, version, pending_version, mode, status,
  runs, installed_at, uninstalled_at, keys_handed_over, ids_shared_until, observed_at, held, all_stopped, update_waits,
  disabled_endpoint_id, requests_of_hour, failed_of_hour, oldest_queued_at, token_ends_at, last_used_at, patients_today,
  patients_per_day, patients_allowed_today`
const select = sql<OwnInstallationRow>(`
  select ${COLUMNS} from installations_of_publisher($1, $2, $3, $4, $5, $6, $7, $8, ${MOST_OF_HOUR})`)

const DEFAULT_LIMIT = 25

/**
 * A page of the installations of the publisher's plugins, newest first; `usual` is of how many patients a day one is shown
 * records unless its clinic says otherwise.
 */
export async function installationsOf(
  tx: Tx,
  usual: number,
  { cursor, limit = DEFAULT_LIMIT, ...asked }: Omit<Input<typeof listOwnInstallations>, 'publisherId'>,
) {
  const [pluginId, mode, status] = [asked.pluginId ?? null, asked.mode ?? null, asked.status ?? null]
  const belongsTo = [tx.clinic.id, 'listOwnInstallations', pluginId, mode, status].join('\n')
  const position = cursor === undefined ? undefined : tx.cursors.read(cursor, belongsTo)
  const before = [position?.at ?? null, position?.id ?? null]
  const rows = await tx.sql(select([pluginId, mode, status, null, ...before, limit + 1, usual]))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  const nextCursor = hasMore && last ? tx.cursors.write({ at: last.created_at, id: last.id }, belongsTo) : null
  return { rows: shown, hasMore, nextCursor }
}

/** One of them, or 404. */
export async function installationOf(tx: Tx, usual: number, id: string): Promise<OwnInstallationRow> {
  const [row] = await tx.sql(select([null, null, null, id, null, null, 1, usual]))
  return row ?? refuse('not_found', { resource: 'installation' })
}

interface ClaimedKey {
  company_id: string
  installation_id: string
  token_id: string
  mode: string
  expires_at: string
}

const claim = sql<ClaimedKey>(`
  select company_id, installation_id, token_id, mode, expires_at
  from claim_setup_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

const hashed = (token: string) => [Buffer.from(tokenHash(token), 'hex'), token.slice(0, HINT_LENGTH)]

/** Gives the publisher's backend the key of an installation for the code that the clinic has brought it, once. */
export async function claimInstallation(tx: Tx, { code }: { code: string }) {
  const tokens = { LIVE: newPluginToken('LIVE'), TEST: newPluginToken('TEST') }
  const made = [newId('ptk', Date.parse(tx.now)), ...hashed(tokens.LIVE), ...hashed(tokens.TEST), DAYS.LIVE, DAYS.TEST]
  const origin = [tx.caller.person?.address ?? null, tx.requestId, declared.changes]
  const [claimed] = await tx.sql(claim([setupCodeHash(code), ...made, ...origin]))
  if (!claimed) return refuse('not_found', { resource: 'setup_code' })
  const { installation_id: id, company_id: clinicId, token_id: tokenId, expires_at: expiresAt } = claimed
  const mode = claimed.mode === 'TEST' ? ('TEST' as const) : ('LIVE' as const)
  return { id, clinicId, mode, tokenId, token: tokens[mode], expiresAt }
}
