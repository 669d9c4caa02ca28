import { hash, randomBytes } from 'node:crypto'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import { insertRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { requireMove, statusOf } from './installation-row.ts'
import { later } from './issue-token.ts'

/** Where a clinic opens the setup of a plugin, and until when that takes a key. */
export interface SetupLink {
  id: string
  setupUrl: string
  expiresAt: string
}

const LIFETIME_MS = 10 * 60_000
const setupOf = sql<{ setup_url: string | null }>(`
  select plugin.setup_url from installation join plugin on plugin.id = installation.plugin_id
  where installation.company_id = $1 and installation.id = $2`)
const endEarlier = sql(`
  update setup_code set expires_at = $3
  where company_id = $1 and installation_id = $2 and claimed_at is null and expires_at > $3`)

export const setupCodeHash = (code: string): Buffer => hash('sha256', code, 'buffer')

/** A link to the setup of a plugin that has one. Its code is stored as a hash, and those made before are no good any more. */
export async function setupLink(tx: Tx, id: string): Promise<SetupLink | undefined> {
  const [found] = await tx.sql(setupOf([tx.clinic.id, id]))
  if (!found?.setup_url) return undefined
  await tx.sql(endEarlier([tx.clinic.id, id, tx.now]))
  const code = randomBytes(32).toString('base64url')
  const expiresAt = later(tx.now, LIFETIME_MS)
  const row: Omit<TableRow<'setup_code'>, 'claimed_at'> = {
    ...{ company_id: tx.clinic.id, installation_id: id, code_hash: setupCodeHash(code) },
    ...{ created_at: tx.now, expires_at: expiresAt },
  }
  await tx.sql(insertRecord('setup_code', row))
  const url = new URL(found.setup_url)
  url.searchParams.set('code', code)
  return { id, setupUrl: url.href, expiresAt }
}

/** The same for a plugin that is installed already; one without a setup has no such link. */
export async function renewSetupLink(tx: Tx, { id }: { id: string }): Promise<SetupLink> {
  const installation = await tx.lock('installation', id)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  return (await setupLink(tx, id)) ?? refuse('invalid_state_transition', { from: 'NO_SETUP', to: 'SETUP' })
}
