import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { requireMove, statusOf } from './installation-row.ts'
import { HOUR_MS, type IssuedToken, later, revokeToken, storeToken, type TokenRow } from './issue-token.ts'

interface TokenOf {
  /** Of the installation. */
  id: string
  tokenId: string
}

const newestFirst = sql<TokenRow>(`
  select * from plugin_token where company_id = $1 and installation_id = $2 order by created_at desc, id desc`)
const lock = sql<TokenRow>(`
  select * from plugin_token where company_id = $1 and installation_id = $2 and id = $3 for update`)
const change = sql<TokenRow>(`
  update plugin_token set name = $3, expires_at = $4, warned_days = case when $5 then 0 else warned_days end where company_id = $1 and id = $2 returning *`)

/** The keys of an installation of the clinic, newest first, or 404. */
export async function tokensOf(tx: Tx, installationId: string): Promise<TokenRow[]> {
  await tx.get('installation', installationId)
  return tx.sql(newestFirst([tx.clinic.id, installationId]))
}

async function lockToken(tx: Tx, { id, tokenId }: TokenOf): Promise<TokenRow> {
  const [token] = await tx.sql(lock([tx.clinic.id, id, tokenId]))
  return token ?? refuse('not_found', { resource: 'plugin_token' })
}

interface TokenChange extends Pick<TokenRow, 'name' | 'expires_at'> {
  /** Another key took its place: of its end the clinic is not warned. */
  replaced?: boolean
}

async function store(tx: Tx, { id }: TokenRow, { name, expires_at, replaced = false }: TokenChange): Promise<TokenRow> {
  const [row] = await tx.sql(change([tx.clinic.id, id, name, expires_at, replaced]))
  if (!row) return refuse('not_found', { resource: 'plugin_token' })
  tx.touched.row('plugin_token', row, ['name', 'expires_at'])
  return row
}

const earlier = (one: string | null, other: string): string => (one !== null && one < other ? one : other)

/**
 * Replaces a key that still works by one like it, with as long a life. The old one works for some hours more, and no
 * longer than it would have.
 */
export async function rotateToken(tx: Tx, input: TokenOf & { overlapHours?: number }): Promise<IssuedToken> {
  const installation = await tx.lock('installation', input.id)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  const old = await lockToken(tx, input)
  const { name, expires_at: end, created_at: start, allowed_ip_ranges: allowedIpRanges } = old
  if (old.revoked_at !== null || (end !== null && end <= tx.realNow))
    return refuse('invalid_state_transition', { from: old.revoked_at === null ? 'EXPIRED' : 'REVOKED', to: 'ROTATED' })
  const expires_at = earlier(end, later(tx.realNow, (input.overlapHours ?? 24) * HOUR_MS))
  await store(tx, old, { name, expires_at, replaced: true })
  const expiresAt = end === null ? null : later(tx.realNow, Date.parse(end) - Date.parse(start))
  return storeToken(tx, installation, { name, allowedIpRanges, expiresAt })
}

/** Renames a key, or lets it end sooner: it is never given a longer life. */
export async function changeToken(
  tx: Tx,
  { name, expiresAt, ...which }: TokenOf & { name?: string; expiresAt?: string },
): Promise<TokenRow> {
  const token = await lockToken(tx, which)
  if (expiresAt !== undefined && token.expires_at !== null && Date.parse(expiresAt) > Date.parse(token.expires_at))
    refuseInput({ path: '/expiresAt', code: 'maximum', message: 'must be no later than it ends now' })
  const end = expiresAt === undefined ? token.expires_at : new Date(expiresAt).toISOString()
  return store(tx, token, { name: name ?? token.name, expires_at: end })
}

/** Ends a key of an installation of the clinic, or 404. */
export async function endToken(tx: Tx, which: TokenOf): Promise<TokenRow> {
  return revokeToken(tx, await lockToken(tx, which))
}
