import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import { addRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { closeNoticesAbout, tellClinic } from '../notices/tell-clinic.ts'
import { offerWithSlug } from './catalogue.ts'
import { newestOfPlugin, type PluginVersion } from './plugin-version.ts'

type RequestRow = TableRow<'install_request'>
type AskerRow = TableRow<'install_request_asker'>

/** A request with the plugin as it is now, and with who asks. */
export interface InstallRequest extends RequestRow {
  version: PluginVersion
  askers: AskerRow[]
}

const DAYS_MS = 30 * 86_400_000

const open = sql<RequestRow>(`
  select * from install_request where company_id = $1 and state = 'OPEN' and expires_at > $2
  order by created_at desc, id desc`)
const openFor = sql<RequestRow>(`
  select * from install_request where company_id = $1 and plugin_id = $2 and state = 'OPEN' for update`)
const askersOf = sql<AskerRow>(`
  select * from install_request_asker where company_id = $1 and request_id = any($2) order by asked_at, user_id`)
const join = sql(`
  insert into install_request_asker (company_id, request_id, user_id, name, role, note, asked_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (company_id, request_id, user_id) do update set note = coalesce(excluded.note, install_request_asker.note)`)
/** Who asks and who installs at the same time take turns: each finds what the other has done. */
const lockClinic = sql('select from clinic where company_id = $1 for no key update')

async function completed(tx: Tx, rows: readonly RequestRow[]): Promise<InstallRequest[]> {
  const askers = await tx.sql(askersOf([tx.clinic.id, rows.map(({ id }) => id)]))
  const complete = async (row: RequestRow): Promise<InstallRequest> => ({
    ...row,
    version: await newestOfPlugin(tx, row.plugin_id),
    askers: askers.filter(({ request_id }) => request_id === row.id),
  })
  return Promise.all(rows.map(complete))
}

const one = async (tx: Tx, row: RequestRow): Promise<InstallRequest> =>
  (await completed(tx, [row]))[0] ?? refuse('not_found', { resource: 'install_request' })

/** What people of the clinic ask for and wait to be answered, newest first. */
export const openRequests = async (tx: Tx): Promise<InstallRequest[]> =>
  completed(tx, await tx.sql(open([tx.clinic.id, tx.realNow])))

/** Asks for a plugin that the clinic has not; the first to ask tells the owners, the others join. */
export async function askForPlugin(tx: Tx, { slug, note }: { slug: string; note?: string }): Promise<InstallRequest> {
  await tx.sql(lockClinic([tx.clinic.id]))
  const { version, installationId } = await offerWithSlug(tx, slug)
  if (installationId !== null) refuse('already_installed')
  const { person, id: userId } = tx.caller
  if (!person) return refuse('not_permitted')
  const request = (await stillOpen(tx, version.pluginId)) ?? (await openRequest(tx, version, person.name))
  await tx.sql(join([tx.clinic.id, request.id, userId, person.name, person.role, note || null, tx.realNow]))
  return one(tx, request)
}

async function stillOpen(tx: Tx, pluginId: string): Promise<RequestRow | undefined> {
  const [found] = await tx.sql(openFor([tx.clinic.id, pluginId]))
  if (!found || found.expires_at > tx.realNow) return found
  await answer(tx, found, 'EXPIRED')
  return undefined
}

async function openRequest(tx: Tx, { pluginId, slug }: PluginVersion, name: string): Promise<RequestRow> {
  const id = newId('irq', Date.parse(tx.realNow))
  const expires_at = new Date(Date.parse(tx.realNow) + DAYS_MS).toISOString()
  const request = { id, plugin_id: pluginId, state: 'OPEN', expires_at, answered_by: null }
  await tellClinic(tx, 'plugin_requested', { installRequestId: id, pluginSlug: slug, askedBy: name })
  const mail = { id: newId('oml', Date.parse(tx.realNow)), audience: 'OWNERS', template: 'plugin_requested' }
  const stamps = { company_id: tx.clinic.id, created_at: tx.realNow, updated_at: tx.realNow }
  await tx.sql(addRecord('outgoing_mail', { ...stamps, ...mail, data: JSON.stringify({ slug, name }) }))
  return tx.insert('install_request', request)
}

async function answer(tx: Tx, { id }: RequestRow, state: 'INSTALLED' | 'DECLINED' | 'EXPIRED'): Promise<RequestRow> {
  const answered_by = state !== 'EXPIRED' && tx.caller.kind === 'staff' ? tx.caller.id : null
  await closeNoticesAbout(tx, 'plugin_requested', 'installRequestId', id)
  return tx.update('install_request', id, { state, answered_by })
}

/** Says no; who asked may ask anew. */
export async function declineRequest(tx: Tx, { id }: { id: string }): Promise<InstallRequest> {
  const request = await tx.lock('install_request', id)
  const from = request.expires_at > tx.realNow ? request.state : 'EXPIRED'
  if (from !== 'OPEN') return refuse('invalid_state_transition', { from, to: 'DECLINED' })
  return one(tx, await answer(tx, request, 'DECLINED'))
}

/** Installing a plugin answers who asked for it. */
export async function answerByInstalling(tx: Tx, pluginId: string): Promise<void> {
  await tx.sql(lockClinic([tx.clinic.id]))
  const request = await stillOpen(tx, pluginId)
  if (request) await answer(tx, request, 'INSTALLED')
}
