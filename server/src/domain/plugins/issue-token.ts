import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { insertRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { newPluginToken, tokenHash } from '../../kernel/values/plugin-token.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'
import { wrongRanges } from './plugin-grant.ts'

export type TokenRow = TableRow<'plugin_token'>

/** How long earlier tokens work after a rotation. */
export const TOKEN_OVERLAP_HOURS = 24
const HINT_LENGTH = 'plg_live_'.length + 4

/**
 * Issues a token of an installation. The text is returned this once; only its hash is stored. With `rotate` the tokens
 * issued before expire 24 hours from now, unless they do so sooner.
 */
export async function issueToken(
  tx: Tx,
  input: { installationId: string; rotate?: boolean; allowedIpRanges?: readonly string[] },
): Promise<{ token: string; row: TokenRow }> {
  const installation = await tx.lock('installation', input.installationId)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  const { rotate = false, allowedIpRanges = installation.allowed_ip_ranges } = input
  const issues = wrongRanges(allowedIpRanges)
  if (issues.length > 0) return refuseInput(...issues)
  if (rotate) await expireTokens(tx, installation)
  const token = newPluginToken(installation.mode === 'TEST' ? 'TEST' : 'LIVE')
  return { token, row: await storeToken(tx, { installationId: installation.id, token, allowedIpRanges }) }
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

async function storeToken(tx: Tx, token: Omit<NewToken, 'id' | 'createdAt'>): Promise<TokenRow> {
  const values = tokenRow({ ...token, id: newId('ptk', Date.parse(tx.now)), createdAt: tx.now })
  const [row] = await tx.sql(insertRecord('plugin_token', { company_id: tx.clinic.id, ...values }))
  if (!row) throw new Error('The token was not stored.')
  tx.touched.row('plugin_token', row, Object.keys(values))
  return row
}

const expireBy = sql(`
  update plugin_token set expires_at = $3
  where company_id = $1 and installation_id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`)

async function expireTokens(tx: Tx, { id }: InstallationRow): Promise<void> {
  const expiry = new Date(Date.parse(tx.now) + TOKEN_OVERLAP_HOURS * 3_600_000).toISOString()
  await tx.sql(expireBy([tx.clinic.id, id, expiry]))
  tx.touched.row('installation', { id }, ['tokens'])
}

const revoke = sql<TokenRow>(`
  update plugin_token set revoked_at = coalesce(revoked_at, $3) where company_id = $1 and id = $2 returning *`)

/** Revokes a token: from the next request on it is refused, by every process. Revoking it again changes nothing. */
export async function revokeToken(tx: Tx, { id }: { id: string }): Promise<TokenRow> {
  const [row] = await tx.sql(revoke([tx.clinic.id, id, tx.now]))
  if (!row) return refuse('not_found', { resource: 'plugin_token' })
  tx.touched.row('plugin_token', row, ['revoked_at'])
  return row
}
