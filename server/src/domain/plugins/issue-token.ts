import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { insertRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { newPluginToken, tokenHash } from '../../kernel/values/plugin-token.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'
import { wrongRanges } from './plugin-grant.ts'

export type TokenRow = TableRow<'plugin_token'>

/** How long earlier tokens work after a rotation. */
export const TOKEN_OVERLAP_HOURS = 24
export const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const DAYS = { LIVE: 365, TEST: 90 } as const
/** Of one installation at the same time: who needs more shares none. */
const MOST_ACTIVE = 10
const HINT_LENGTH = 'plg_live_'.length + 4

export interface TokenWish {
  installationId: string
  /** What it is for. */
  name?: string
  /** Null: it does not end. Where nothing is said, as a command's does not, and a person's ends after the usual time. */
  expiresInDays?: number | null
  allowedIpRanges?: readonly string[]
  /** Lets the tokens issued before expire 24 hours from now, unless they do so sooner. */
  rotate?: boolean
}

export interface IssuedToken {
  /** In clear, to be shown this once. */
  token: string
  row: TokenRow
}

/** Issues a token of an installation. The text is returned this once; only its hash is stored. */
export async function issueToken(tx: Tx, wish: TokenWish): Promise<IssuedToken> {
  const installation = await tx.lock('installation', wish.installationId)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  const {
    name = null,
    expiresInDays = usualDays(tx, installation),
    allowedIpRanges = installation.allowed_ip_ranges,
  } = wish
  const issues = [...wrongRanges(allowedIpRanges), ...(wish.rotate ? [] : await oneTooMany(tx, installation))]
  if (issues.length > 0) return refuseInput(...issues)
  if (wish.rotate) await expireTokens(tx, installation)
  const expiresAt = expiresInDays === null ? null : later(tx.realNow, expiresInDays * DAY_MS)
  return storeToken(tx, installation, { name, allowedIpRanges, expiresAt })
}

/** A key that a person makes is looked at again after a year, one for tests sooner. */
const usualDays = ({ caller }: Tx, { mode }: InstallationRow): number | null =>
  caller.kind === 'staff' ? DAYS[mode === 'TEST' ? 'TEST' : 'LIVE'] : null

export const later = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString()

const countActive = sql<{ active: number }>(`
  select count(*)::int as active from plugin_token
  where company_id = $1 and installation_id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`)

async function oneTooMany(tx: Tx, { id }: InstallationRow) {
  const [{ active } = { active: 0 }] = await tx.sql(countActive([tx.clinic.id, id, tx.realNow]))
  if (active < MOST_ACTIVE) return []
  const message = `has ${MOST_ACTIVE} keys that work already; end one of them first`
  return [{ path: '', code: 'too_many', message }]
}

interface NewToken {
  id: string
  installationId: string
  token: string
  allowedIpRanges: readonly string[]
  createdAt: string
}

/** What is stored of a token: its hash, and enough of its beginning to tell it from others. */
export const tokenRow = ({ id, installationId, token, allowedIpRanges, createdAt }: NewToken) => ({
  id,
  installation_id: installationId,
  token_hash: Buffer.from(tokenHash(token), 'hex'),
  hint: token.slice(0, HINT_LENGTH),
  allowed_ip_ranges: [...allowedIpRanges],
  created_at: createdAt,
})

interface Issuing {
  name: string | null
  allowedIpRanges: readonly string[]
  expiresAt: string | null
}

export async function storeToken(tx: Tx, installation: InstallationRow, issuing: Issuing): Promise<IssuedToken> {
  const { name, allowedIpRanges, expiresAt: expires_at } = issuing
  const token = newPluginToken(installation.mode === 'TEST' ? 'TEST' : 'LIVE')
  const id = newId('ptk', Date.parse(tx.realNow))
  const created_by = tx.caller.kind === 'staff' ? tx.caller.id : null
  const row = tokenRow({ id, installationId: installation.id, token, allowedIpRanges, createdAt: tx.realNow })
  const values = { company_id: tx.clinic.id, ...row, name, expires_at, created_by }
  const [stored] = await tx.sql(insertRecord('plugin_token', values))
  if (!stored) throw new Error('The token was not stored.')
  tx.touched.row('plugin_token', stored, Object.keys(values))
  await raiseAlarm(tx, 'token_created', id, { installationId: installation.id, tokenHint: row.hint })
  return { token, row: stored }
}

const expireBy = sql(`
  update plugin_token set expires_at = $3, warned_days = 0
  where company_id = $1 and installation_id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`)

async function expireTokens(tx: Tx, { id }: InstallationRow): Promise<void> {
  await tx.sql(expireBy([tx.clinic.id, id, later(tx.realNow, TOKEN_OVERLAP_HOURS * HOUR_MS)]))
  tx.touched.row('installation', { id }, ['tokens'])
}

const revoke = sql<TokenRow>(`
  update plugin_token set revoked_at = coalesce(revoked_at, $3) where company_id = $1 and id = $2 returning *`)

/** Revokes a token: from the next request on it is refused, by every process. Revoking it again changes nothing. */
export async function revokeToken(tx: Tx, { id }: { id: string }): Promise<TokenRow> {
  const [row] = await tx.sql(revoke([tx.clinic.id, id, tx.realNow]))
  if (!row) return refuse('not_found', { resource: 'plugin_token' })
  tx.touched.row('plugin_token', row, ['revoked_at'])
  return row
}
