import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseRefusal } from '../db/refusal.ts'
import { type CopiedTable, FROM_CONTROL, NO_LONGER_COPIED, TO_CONTROL } from './copied-tables.ts'
import { publish } from './publication.ts'
import { copiedSoFar, subscribe } from './subscription.ts'

/** Both as the owner of the database, and as the other one reaches it. */
interface Joining {
  name: string
  controlUrl: string
  cellUrl: string
  log: (line: string) => void
}

const LOOK_EVERY_MS = 200

/**
 * Makes a database a cell of another: copies of what is control's come to it, and which clinics it has becomes known where
 * control is. Done again it takes in what a later release copies. Resolves once everything of before has arrived.
 */
export async function joinCell({ name, controlUrl, cellUrl, log }: Joining): Promise<void> {
  const [control, cell] = [new Client(controlUrl), new Client(cellUrl)]
  try {
    await Promise.all([control.connect(), cell.connect()])
    await requireLikeness(control, cell)
    const known = await nameOf(cell)
    if (known === undefined) await requireEmpty(cell)
    else if (known !== name) throw new DatabaseRefusal(`This database is the cell ${known} already.`)
    await control.query('insert into cell (name) values ($1) on conflict do nothing', [name])
    await cell.query('insert into this_cell (name) values ($1) on conflict do nothing', [name])
    await publish(control, 'clinic_control', FROM_CONTROL)
    await publish(cell, 'clinic_directory', TO_CONTROL)
    await keepCopies(cell, FROM_CONTROL)
    const names = { down: `clinic_control_${name}`, up: `clinic_directory_${name}` }
    await subscribe(cell, { name: names.down, publication: 'clinic_control', sourceUrl: controlUrl })
    await subscribe(control, { name: names.up, publication: 'clinic_directory', sourceUrl: cellUrl })
    for (const table of NO_LONGER_COPIED) await forget(cell, table)
    await untilCopied([cell, control], Object.values(names), log)
  } finally {
    await Promise.all([control.end(), cell.end()])
  }
}

const nameOf = async (cell: Client): Promise<string | undefined> =>
  (await cell.query<{ name: string }>('select name from this_cell')).rows[0]?.name

/** What can be said before anything is changed. */
async function requireLikeness(control: Client, cell: Client): Promise<void> {
  for (const [what, client] of [
    ['Control', control],
    ['The cell', cell],
  ] as const) {
    const { rows } = await client.query<{ wal_level: string }>('show wal_level')
    if (rows[0]?.wal_level !== 'logical')
      throw new DatabaseRefusal(`${what} must run with wal_level = logical; set it and restart that server.`)
  }
  const last = async (client: Client) =>
    (await client.query<{ last: string }>('select max(name) as last from schema_migration')).rows[0]?.last
  const [there, here] = [await last(control), await last(cell)]
  if (there !== here)
    throw new DatabaseRefusal(`Control is at ${there} and the cell at ${here}: bring both to one release first.`)
}

async function requireEmpty(cell: Client): Promise<void> {
  for (const table of ['clinic', ...Object.keys(FROM_CONTROL)]) {
    const { rowCount } = await cell.query(`select from ${table} limit 1`)
    if (rowCount === 1)
      throw new DatabaseRefusal(`The cell has rows of its own in ${table}: a database joins while it is empty.`)
  }
}

/** Nothing but the copying writes them from now on. */
async function keepCopies(cell: Client, tables: Readonly<Record<string, CopiedTable>>): Promise<void> {
  for (const [table, { instead = {} }] of Object.entries(tables)) {
    for (const [column, value] of Object.entries(instead))
      await cell.query(`alter table ${table} alter column ${column} set default ${value}`)
    await cell.query(`create or replace trigger refuse_at_copy before insert or update or delete or truncate on ${table}
      for each statement execute function refuse_at_copy()`)
  }
}

/** It is not copied any more by now. */
async function forget(cell: Client, table: string): Promise<void> {
  await cell.query(`drop trigger if exists refuse_at_copy on ${table}`)
  await cell.query(`delete from ${table}`)
}

async function untilCopied(clients: readonly Client[], names: readonly string[], log: (line: string) => void) {
  for (let told = ''; ; await delay(LOOK_EVERY_MS)) {
    const all = (await Promise.all(clients.map(copiedSoFar))).flat().filter(one => names.includes(one.name))
    const line = all.map(({ name, ready, tables }) => `${name}: ${ready} of ${tables} tables`).join(', ')
    if (line !== told) log(line)
    told = line
    if (all.length === names.length && all.every(one => one.ready === one.tables)) return
  }
}
