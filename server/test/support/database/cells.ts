import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { FROM_CONTROL } from '../../../src/cells/copied-tables.ts'
import { joinCell } from '../../../src/cells/join.ts'
import { startEmbedded } from '../../../src/db/embedded.ts'
import { scratchFolder } from '../../../src/db/scratch.ts'
import { withClient } from '../../../src/db/with-client.ts'
import type { TestApp } from '../app/harness.ts'
import { atEnd } from '../at-end.ts'
import { type Factories, factories } from '../clinic/factories.ts'
import { eventually } from '../eventually.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { ensureTemplate } from './template.ts'

/** Servers that let their changes be copied, for this many databases. */
const LOGICAL = {
  wal_level: 'logical',
  max_worker_processes: '30',
  max_logical_replication_workers: '20',
  max_replication_slots: '40',
  max_wal_senders: '40',
  // Tests wait for copies.
  wal_retrieve_retry_interval: '200ms',
}

/** A database where control is and cells that joined it, all of one embedded server. */
export async function cellDatabases<Name extends string>(names: readonly Name[]) {
  const server = await startEmbedded({ dataDir: await scratchFolder(), log: () => undefined, settings: LOGICAL })
  atEnd(server.stop)
  const template = await ensureTemplate(server.url)
  const control = await testDatabase(template)
  const cells: [Name, TestDatabase][] = []
  for (const name of names) cells.push([name, await testDatabase(template)])
  atEnd(() => stopCopying([control, ...cells.map(([, database]) => database)]))
  const join = (name: Name, database: TestDatabase) =>
    joinCell({ name, controlUrl: control.ownerUrl, cellUrl: database.ownerUrl, log: () => undefined })
  for (const [name, database] of cells) await join(name, database)
  // Not before the copying has ended, whatever is closed before.
  const kept = (database: TestDatabase): TestDatabase => ({ ...database, drop: async () => undefined })
  const each = cells.map(([cell, database]) => [cell, { ...kept(database), control: { url: control.appUrl, cell } }])
  return { template, control: kept(control), join, cells: Object.fromEntries(each) as Record<Name, TestDatabase> }
}

/** A database that copies, or is copied, cannot be dropped. */
async function stopCopying(databases: readonly TestDatabase[]): Promise<void> {
  const each = async (run: (client: Client) => Promise<void>) => {
    for (const { ownerUrl } of databases) await withClient(ownerUrl, run)
  }
  await each(async client => {
    const { rows } = await client.query<{ subname: string }>(
      'select subname from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())',
    )
    for (const { subname } of rows) {
      await client.query(`alter subscription ${subname} disable`)
      await client.query(`alter subscription ${subname} set (slot_name = none)`)
      await client.query(`drop subscription ${subname}`)
    }
  })
  await each(async client => {
    const ofDatabase = 'select slot_name, active_pid from pg_replication_slots where database = current_database()'
    await client.query(
      `select pg_terminate_backend(active_pid) from (${ofDatabase}) as slot where active_pid is not null`,
    )
    await eventually(async () => (await client.query(`${ofDatabase} and active_pid is not null`)).rowCount, 0)
    await client.query(`select pg_drop_replication_slot(slot_name) from (${ofDatabase}) as slot`)
  })
}

/** Makes what a cell’s clinics have in the cell, and what they share where control is; resolves once the cell knows it. */
export const cellFactories = (control: TestApp, cell: TestApp): Factories => factories(cellSql(control, cell))

/** Runs a statement in a cell, or where control is if that is where the rows of its table are written: then the cell knows it. */
export function cellSql(control: TestApp, cell: TestApp): TestApp['sql'] {
  let tables: Promise<ReadonlySet<string>> | undefined
  const ofControl = async () => {
    const found = await control.sql<{ name: string }>(
      "select relname as name from pg_class where obj_description(oid, 'pg_class') like 'control: %'",
    )
    return new Set(found.map(({ name }) => name))
  }
  return async (text, values) => {
    const table = /^(?:insert into|update|delete from|select .*? from) "?(\w+)/.exec(text)?.[1] ?? ''
    tables ??= ofControl()
    if (!(await tables).has(table)) {
      const made = await cell.sql<never>(text, values)
      if (table === 'clinic' && text.startsWith('insert')) await known(control, cell)
      return made
    }
    const rows = await control.sql<never>(text, values)
    if (table in FROM_CONTROL) await copied(control, cell, table)
    return rows
  }
}

/** Resolves once control knows which clinics the cell has: people of theirs are written down there. */
async function known(control: TestApp, cell: TestApp): Promise<void> {
  const clinics = await cell.sql<{ company_id: string }>('select company_id from clinic')
  const ids = clinics.map(({ company_id }) => company_id)
  const found = async () => (await control.sql('select from clinic where company_id = any ($1)', [ids])).length
  await eventually(found, ids.length)
}

/** Resolves once the cell has what control has. */
export async function copied(control: TestApp, cell: TestApp, table: string): Promise<void> {
  const columns = FROM_CONTROL[table]?.columns ?? ['*']
  const rows = `select to_jsonb(row) as row from (select ${columns} from ${table}) as row order by 1`
  await eventually(async () => isDeepStrictEqual(await cell.sql(rows), await control.sql(rows)), true)
}
