import type { Client } from 'pg'
import { DatabaseRefusal } from '../../db/refusal.ts'
import { sumOfRows } from '../../db/row-sums.ts'
import { TO_CONTROL } from '../copied-tables.ts'
import { connect, type Move } from './places.ts'
import { type ClinicTable, clinicTables, isCopied } from './tables.ts'

/** How many connections read at the same time on each side. */
const READERS = 3

interface Sum {
  rows: string
  sum: string
}

/** How many rows of the clinic there are, and a sum of their hashes, which their order does not change. */
async function sumOf(
  client: Client,
  companyId: string,
  { name, columns }: Pick<ClinicTable, 'name' | 'columns'>,
): Promise<Sum> {
  const row = columns.map(column => `"${column}"`).join(', ')
  const { rows } = await client.query<Sum>(`select ${sumOfRows(`row(${row})`)} from "${name}" where company_id = $1`, [
    companyId,
  ])
  return rows[0] ?? { rows: '0', sum: '0' }
}

const isSame = (one: Sum, other: Sum): boolean => one.rows === other.rows && one.sum === other.sum

/** Connections that are open before the clinic is frozen. */
export async function openReaders(move: Move) {
  const pairs = await Promise.all(
    Array.from({ length: READERS }, async () => Promise.all([connect(move.source.url), connect(move.target.url)])),
  )
  return {
    pairs,
    close: () => Promise.all(pairs.flat().map(client => client.end())),
  }
}

export type Readers = Awaited<ReturnType<typeof openReaders>>

/** Refuses unless both sides have the same rows of the clinic; answers how many. Nothing is written meanwhile. */
export async function compare(move: Move, { pairs }: Readers, withinMs: number): Promise<number> {
  const tables = (await clinicTables(move.source.client)).filter(isCopied)
  const differing: string[] = []
  let rows = 0
  const work = tables.values()
  await Promise.all(
    pairs.map(async pair => {
      for (const client of pair) await client.query(`set statement_timeout = ${Math.max(1, Math.round(withinMs))}`)
      for (const table of work) {
        const [from, to] = pair
        const [here, there] = await Promise.all([sumOf(from, move.companyId, table), sumOf(to, move.companyId, table)])
        rows += Number(here.rows)
        if (!isSame(here, there)) differing.push(`${table.name} (${here.rows} rows, ${there.rows} at the target)`)
      }
    }),
  )
  if (differing.length > 0) throw new DatabaseRefusal(`These are not the same at the target: ${differing.join(', ')}.`)
  return rows
}

/** Whether control knows all of the clinic that its cell has: what it knows it keeps, wherever the clinic goes. */
export async function isKnownAtControl({ companyId, control, source }: Move): Promise<boolean> {
  if (control === source) return true
  for (const [name, { columns }] of Object.entries(TO_CONTROL)) {
    const table = { name, columns: [...(columns ?? (await columnsOf(source.client, name)))] }
    const [here, there] = await Promise.all([
      sumOf(source.client, companyId, table),
      sumOf(control.client, companyId, table),
    ])
    if (!isSame(here, there)) return false
  }
  return true
}

const columnsOf = async (client: Client, name: string): Promise<string[]> =>
  (await clinicTables(client)).find(table => table.name === name)?.columns ?? []
