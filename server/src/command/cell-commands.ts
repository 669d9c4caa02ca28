import type { Command } from 'commander'
import { isCellName } from '../cells/cell-name.ts'
import { joinCell } from '../cells/join.ts'
import { sql } from '../db/statement.ts'
import { CONTROL } from '../kernel/misdirected.ts'
import { type Env, readEnv } from '../settings/env.ts'
import { UsageError } from './arguments.ts'
import { addRouteCommands } from './route-commands.ts'
import { printing } from './session.ts'

/** A cell, and how far it is with its copies. */
type Cell = {
  name: string
  joined_at: string
  clinics: number
  copying: boolean
  behind_bytes: number | null
}

const all = sql<Cell>(`
  select cell.name, cell.joined_at, (select count(*)::integer from clinic where clinic.cell = cell.name) as clinics,
    coalesce(slot.active, false) as copying, pg_wal_lsn_diff(pg_current_wal_lsn(), slot.confirmed_flush_lsn)::float8 as behind_bytes
  from cell left join pg_replication_slots as slot on slot.slot_name = 'clinic_control_' || cell.name
  order by cell.name`)

function requireName(name: string): string {
  if (isCellName(name)) return name
  throw new UsageError(
    `the name of a cell has up to 31 lower-case letters, digits and underscores, begins with a letter, and is not ${CONTROL}`,
  )
}

/** Both addresses, of which neither has a default. */
function addressesOf({ CONTROL_DATABASE_URL: controlUrl, DATABASE_URL: cellUrl }: Env) {
  if (controlUrl === '' || cellUrl === '')
    throw new UsageError(
      'set DATABASE_URL to the database that joins, and CONTROL_DATABASE_URL to the one that it joins',
    )
  return { controlUrl, cellUrl }
}

/** Databases of clinics beside the one where control is. */
export function addCellCommands(program: Command): void {
  const cell = program.command('cell').description('databases of clinics beside the one where control is')

  cell
    .command('join <name>')
    .description('make the database of DATABASE_URL a cell of that of CONTROL_DATABASE_URL; again after each upgrade')
    .action((given: string) => {
      const name = requireName(given)
      return joinCell({ name, ...addressesOf(readEnv(process.env)), log: line => process.stderr.write(`${line}\n`) })
    })

  cell
    .command('list')
    .description('the cells that joined this database, and how far each is with what is copied to it')
    .action(printing(program, ({ platform }) => platform(tx => tx.sql(all([])))))

  addRouteCommands(program, cell)
}
