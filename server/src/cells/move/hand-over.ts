import { CONTROL } from '../../kernel/misdirected.ts'
import { newId } from '../../kernel/values/ids.ts'
import { asCopying } from './as-copying.ts'
import { keepLinks } from './links.ts'
import { type Move, type Place, textOf } from './places.ts'
import { type ClinicTable, clinicTables, isByHand } from './tables.ts'

/** What the column says of a clinic that lives there. */
const cellOf = ({ name }: Place): string | null => (name === CONTROL ? null : name)

async function carryRows({ companyId, source, target }: Move, { name, written }: ClinicTable): Promise<void> {
  const rows = await textOf(source, `select * from "${name}" where company_id = $1`, companyId)
  const columns = written.map(column => `"${column}"`).join(', ')
  await target.client.query(`delete from "${name}" where company_id = $1`, [companyId])
  await target.client.query(
    `insert into "${name}" (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::"${name}", $1)`,
    [rows],
  )
}

const JOBS = `
  select identifier, payload, priority, run_at, job.attempts, job.max_attempts, key, last_error, flags
  from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
  where payload ->> 'companyId' = $1 order by job.id`

async function carryJobs({ companyId, source, target }: Move): Promise<void> {
  await target.client.query(
    `with added as materialized (
       select job.*, (graphile_worker.add_job(identifier, payload, run_at => job.run_at, max_attempts => job.max_attempts,
         job_key => key, priority => job.priority,
         flags => (select array_agg(name) from jsonb_object_keys(job.flags) as name))).id as id
       from jsonb_to_recordset($1) as job (identifier text, payload json, priority smallint, run_at timestamptz,
         attempts smallint, max_attempts smallint, key text, last_error text, flags jsonb))
     select from added`,
    [await textOf(source, JOBS, companyId)],
  )
}

/**
 * Where control is no worker takes news: what it has noted for a clinic that lives there now is written down, once. Something
 * that was under way as it decided may be noted a moment later, so this is done again at the end of a move.
 */
export async function takeNews({ companyId, target: { name, client } }: Move): Promise<void> {
  if (name !== CONTROL) return
  await client.query(
    `select take_news(news) from cell_news as news where company_id = $1
       and not exists (select from taken_news as taken where taken.id = news.id) order by news.at`,
    [companyId],
  )
}

/** News of control that the source has written down are not written down again; those that it has not yet are, here. */
async function carryNews(move: Move): Promise<void> {
  const { companyId, source, target } = move
  const taken = await textOf(
    source,
    'select taken.id, taken.at from taken_news as taken join cell_news using (id) where company_id = $1',
    companyId,
  )
  await target.client.query(
    `insert into taken_news (id, at) select id, at from jsonb_to_recordset($1) as one (id text, at timestamptz)
     on conflict do nothing`,
    [taken],
  )
  await takeNews(move)
}

/** What was stopped while the clinic was on its way: a stop that arrives from now on finds it here. */
async function holdWhatIsStopped({ companyId, target: { client } }: Move): Promise<void> {
  await client.query(
    `select from plugin where id in (select plugin_id from installation where company_id = $1) order by id for update`,
    [companyId],
  )
  await client.query(
    `with stop as (
       select plugin_id, id, (select min(stopped_at) from plugin_stop where plugin_stop.plugin_id = installation.plugin_id) as since
       from installation where company_id = $1 and status <> 'UNINSTALLED')
     update installation set held_at = since from stop
     where company_id = $1 and installation.id = stop.id and (held_at is null) <> (since is null)`,
    [companyId],
  )
}

/** Remembered tokens and sessions are looked up again, here and wherever the number was lower. */
async function raiseVersion({ companyId, source, target: { client } }: Move): Promise<void> {
  const { rows } = await source.client.query<{ version: string }>(
    'select version from grant_version where company_id = $1',
    [companyId],
  )
  await client.query(
    `insert into grant_version as known (company_id, version) values ($1, $2)
     on conflict (company_id) do update set version = greatest(known.version, excluded.version)`,
    [companyId, rows[0]?.version ?? 0],
  )
  await client.query('select raise_grant_versions(array[$1::text])', [companyId])
}

/** The clinic’s own audit says that it was moved. */
const record = ({ companyId, by, target: { client } }: Move) =>
  client.query(
    `insert into audit_record (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, changed_fields)
     values ($1, $2, $3, 'clinic move', array[$1], '{}', '{}', '{cell}')`,
    [companyId, newId('req'), by],
  )

/** What decides: from this commit on the clinic is the target’s. */
async function decide(move: Move): Promise<void> {
  const { companyId, control, target } = move
  await keepLinks(move)
  await control.client.query('update clinic_move set switched_at = now() where company_id = $1', [companyId])
  await control.client.query('update clinic set cell = $2 where company_id = $1', [companyId, cellOf(target)])
}

/**
 * Gives the clinic to the target. All that it needs there is written in one transaction, which commits right after control
 * has decided; should it not, it is done again from what the source keeps. `isDecided` says that control has.
 */
export async function handOver(move: Move, isDecided: boolean): Promise<void> {
  const { companyId, control, target } = move
  const tables = (await clinicTables(move.source.client)).filter(isByHand)
  await asCopying(target.client, async () => {
    for (const table of tables) await carryRows(move, table)
    await target.client.query('update clinic set cell = $2 where company_id = $1', [companyId, cellOf(target)])
    await carryJobs(move)
    await carryNews(move)
    await holdWhatIsStopped(move)
    await raiseVersion(move)
    await record(move)
    await target.client.query('delete from moving_clinic where company_id = $1', [companyId])
    if (isDecided) return
    if (control === target) await decide(move)
    else await asCopying(control.client, () => decide(move))
  })
}

/** The source says where the clinic is from now on. */
export async function leave({ companyId, source: { client }, target }: Move): Promise<void> {
  await asCopying(client, async () => {
    await client.query("update moving_clinic set stage = 'GONE', until = null where company_id = $1", [companyId])
    await client.query('update clinic set cell = $2 where company_id = $1', [companyId, cellOf(target)])
    await client.query('select raise_grant_versions(array[$1::text])', [companyId])
  })
}

/** Nothing is left for workers of the source to look at. Not before the copying has ended: it would be gone at the target, too. */
export async function dropWork({ companyId, source: { client } }: Move): Promise<void> {
  await asCopying(client, async () => {
    await client.query('delete from webhook_delivery where company_id = $1', [companyId])
    await client.query("delete from graphile_worker._private_jobs where payload ->> 'companyId' = $1", [companyId])
  })
}
