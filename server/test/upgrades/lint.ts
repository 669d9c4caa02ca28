import type { Client } from 'pg'
import type { Mark } from '../../src/db/migration-marks.ts'
import { changesOf } from './changes.ts'
import { type Finding, findings } from './rules.ts'
import { stateOf } from './state.ts'

/**
 * Runs a migration in the transaction that is open, and says what of it holds up or breaks those who work meanwhile. It asks
 * PostgreSQL what was locked, read, written anew and taken away, so that what functions and DO blocks do counts, too.
 */
export async function lint(client: Client, sql: string, mark: Mark): Promise<Finding[]> {
  const before = await stateOf(client)
  await client.query(sql)
  return findings(changesOf(before, await stateOf(client)), mark)
}
