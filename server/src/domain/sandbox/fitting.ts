import { randomInt } from 'node:crypto'
import { type Build, sql } from '../../db/statement.ts'
import type { Database } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'

/** The newest record of a table for which the condition holds; further values are $2, $3 … */
export const newest = (table: keyof Database, where: string): Build<{ id: string }> =>
  sql<{ id: string }>(`
    select t.id from ${table} t where t.company_id = $1 and ${where} order by t.created_at desc, t.id desc limit 1`)

/** The record that was named, else the newest that fits, else one that is made. */
export async function fitting(
  tx: Tx,
  named: string | undefined,
  find: Build<{ id: string }>,
  make: () => Promise<{ id: string }>,
): Promise<string> {
  if (named !== undefined) return named
  const [found] = await tx.sql(find([tx.clinic.id]))
  return found?.id ?? (await make()).id
}

/** A number that no person has: invented, and none of those by which the sandbox carrier plays what goes wrong. */
export const inventedPhone = (ending = String(randomInt(1000, 9999))): string =>
  `+96650${String(randomInt(0, 1000)).padStart(3, '0')}${/^066[678]$/.test(ending) ? ending : ending.replace(/^0/, '1')}`
