import type { ScopeName } from '@clinic/contract/scopes.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { addRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { requireMove, statusOf } from './installation-row.ts'
import { findInstalledPlugin } from './installed-plugin.ts'
import { scopeUse } from './scope-use.ts'

const DAY_SECONDS = 86_400
const TEMPLATE = 'plugin_scopes_asked'

interface Question {
  id: string
  scopes: readonly ScopeName[]
  note?: string
}

const askedLately = sql<{ created_at: string }>(`
  select created_at from outgoing_mail
  where company_id = $1 and template = '${TEMPLATE}' and data->>'installationId' = $2
    and created_at > $3::timestamptz - interval '1 day'
  order by created_at desc limit 1`)
const clinicName = sql<{ name: string; email: string }>(`
  select clinic.name, who.email from clinic, mail_address_of($2) as who where clinic.company_id = $1`)

/**
 * Writes to the support of a plugin: what a clinic wants to know of scopes that it does not see used, with how often each
 * was. Once a day, so that no support is flooded in the name of a clinic.
 */
export async function askDeveloper(tx: Tx, { id, scopes, note }: Question): Promise<{ sentTo: string }> {
  const locked = await tx.lock('installation', id)
  if (statusOf(locked) === 'UNINSTALLED') requireMove(locked, 'ACTIVE')
  const issues = scopes.flatMap((scope, place) =>
    locked.granted_scopes.includes(scope)
      ? []
      : [{ path: `/scopes/${place}`, code: 'enum', message: 'must be one of the scopes that the plugin was granted' }],
  )
  if (issues.length > 0) return refuseInput(...issues)
  await requireNotAskedToday(tx, id)
  const { release } = await findInstalledPlugin(tx, id)
  const { supportEmail } = release.manifest.plugin
  const uses = (await scopeUse(tx, id)).filter(({ scope }) => scopes.includes(scope))
  const [asker] = await tx.sql(clinicName([tx.clinic.id, tx.caller.id]))
  const data = {
    ...{ installationId: id, pluginSlug: release.slug, version: release.version, note: note || null },
    ...{ clinicName: asker?.name ?? '', askedBy: tx.caller.person?.name ?? '', replyTo: asker?.email ?? '' },
    uses: uses.map(use => ({ scope: use.scope, requests: use.requests90, lastUsedAt: use.last_used_at })),
  }
  const mail = {
    id: newId('oml', Date.parse(tx.now)),
    audience: 'DEVELOPER',
    address: supportEmail,
    template: TEMPLATE,
  }
  const stamps = { company_id: tx.clinic.id, created_at: tx.now, updated_at: tx.now }
  await tx.sql(addRecord('outgoing_mail', { ...stamps, ...mail, data: JSON.stringify(data) }))
  return { sentTo: supportEmail }
}

async function requireNotAskedToday(tx: Tx, id: string): Promise<void> {
  const [last] = await tx.sql(askedLately([tx.clinic.id, id, tx.now]))
  if (!last) return
  const since = Math.floor((Date.parse(tx.now) - Date.parse(last.created_at)) / 1000)
  refuse('rate_limited', { retryAfterSeconds: Math.max(1, DAY_SECONDS - since), limit: 1, windowSeconds: DAY_SECONDS })
}
