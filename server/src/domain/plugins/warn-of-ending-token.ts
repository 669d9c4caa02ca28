import { sql } from '../../db/statement.ts'
import { addRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { closeNoticesAbout, tellClinic } from '../notices/tell-clinic.ts'

interface Ending {
  id: string
  installation_id: string
  name: string | null
  hint: string
  slug: string
}

/** Only one of several that warn at the same time finds it still to be done. */
const warn = sql<Ending>(`
  update plugin_token as token set warned_days = $3
  from installation join plugin on plugin.id = installation.plugin_id
  where token.company_id = $1 and token.id = $2 and token.revoked_at is null
    and (token.warned_days is null or token.warned_days > $3)
    and installation.company_id = token.company_id and installation.id = token.installation_id
  returning token.id, token.installation_id, token.name, token.hint, plugin.slug`)

/** Tells the clinic's people and writes to its owners that a key of a plugin ends within so many days, once. */
export async function warnOfEndingToken(tx: Tx, { id, days }: { id: string; days: number }): Promise<void> {
  const [token] = await tx.sql(warn([tx.clinic.id, id, days]))
  if (!token) return
  tx.touched.row('plugin_token', token, ['warned_days'])
  const { installation_id: installationId, slug: pluginSlug, name, hint } = token
  const data = { tokenId: id, installationId, pluginSlug, tokenName: name ?? hint, days }
  await closeNoticesAbout(tx, 'plugin_token_ending', 'tokenId', id)
  await tellClinic(tx, 'plugin_token_ending', data)
  const mail = { id: newId('oml', Date.parse(tx.realNow)), audience: 'OWNERS', template: 'plugin_token_ending' }
  const stamps = { company_id: tx.clinic.id, created_at: tx.realNow, updated_at: tx.realNow }
  await tx.sql(addRecord('outgoing_mail', { ...stamps, ...mail, data: JSON.stringify(data) }))
}
