import type { Client } from 'pg'
import { LOCK_PATIENCE, withPatience } from '../../db/lock-patience.ts'
import { type ClinicTable, clinicTables } from './tables.ts'

/** What may be written of the clinic in a database: see guard_moving. */
export type Stage = 'COPYING' | 'DRAINING' | 'FROZEN' | 'FENCED' | 'GONE' | 'ARRIVING'

/** Lines that say what was asked for and how often, which are written for many clinics together. */
const LOGS = ['request_log', 'scope_use']

/** How long writers of the clinic wait behind who waits to be alone with it. */
const ALONE_MS = 2_000

/** How long writers of all clinics wait behind one who waits for a table. */
const LOCK_MS = 200

const kindOf = ({ name }: ClinicTable): string => {
  if (name === 'webhook_delivery') return 'deliveries'
  return LOGS.includes(name) ? 'log' : ''
}

const triggersOf = (companyId: string) => [`a_moving_${companyId}`, `a_moving_${companyId}_away`] as const

/** Sets the stage, and puts a trigger on every table of clinics that minds it: for this clinic’s rows alone. */
export async function guard(client: Client, companyId: string, stage: Stage): Promise<void> {
  await client.query(
    'insert into moving_clinic (company_id, stage) values ($1, $2) on conflict (company_id) do update set stage = $2, until = null',
    [companyId, stage],
  )
  const [kept, gone] = triggersOf(companyId)
  const company = client.escapeLiteral(companyId)
  for (const table of await clinicTables(client)) {
    const { rowCount } = await client.query(
      'select from pg_trigger where tgrelid = $1::regclass and tgname = any ($2)',
      [table.name, [kept, gone]],
    )
    if (rowCount === 2) continue
    const does = `execute function guard_moving(${company}, '${kindOf(table)}')`
    await patiently(
      client,
      `create or replace trigger "${kept}" before insert or update on "${table.name}"
         for each row when (new.company_id = ${company}) ${does};
       create or replace trigger "${gone}" before delete on "${table.name}"
         for each row when (old.company_id = ${company}) ${does}`,
    )
  }
}

/** The triggers are no more, and the database forgets that the clinic was moved. */
export async function unguard(client: Client, companyId: string): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger
     where tgname = any ($1) and tgparentid = 0 order by 1, 2`,
    [triggersOf(companyId)],
  )
  for (const { table, name } of rows) await patiently(client, `drop trigger if exists "${name}" on ${table}`)
  await client.query('delete from moving_clinic where company_id = $1', [companyId])
  await client.query('delete from move_mark where company_id = $1', [companyId])
}

/** In one transaction, without keeping those waiting who write to the table. */
const patiently = (client: Client, statements: string): Promise<void> =>
  withPatience(
    LOCK_PATIENCE,
    async () => {
      await client.query('begin')
      try {
        await client.query(`set local lock_timeout = ${LOCK_MS}`)
        await client.query(statements)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    },
    () => undefined,
  )

export async function setStage(
  client: Client,
  companyId: string,
  stage: Stage,
  forMs: number | null = null,
): Promise<void> {
  await client.query(
    `update moving_clinic set stage = $2, until = clock_timestamp() + $3::integer * interval '1 millisecond'
     where company_id = $1`,
    [companyId, stage, forMs],
  )
}

/** Alone with the clinic: nothing of it is being written in this database, and who wants to waits. */
export async function alone<Value>(client: Client, companyId: string, run: () => Promise<Value>): Promise<Value> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${ALONE_MS}`)
    await client.query('select pg_advisory_xact_lock(move_lock($1))', [companyId])
    const value = await run()
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
