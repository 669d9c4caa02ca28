import type { Client } from 'pg'
import type { Migration } from './migrations.ts'
import { DatabaseRefusal } from './refusal.ts'

const CREATE = /^create (?:unique )?index concurrently (\w+) on /i

/** The statements of a migration that does nothing but build indexes, without its comments. */
function indexesOf({ name, sql }: Migration): { index: string; statement: string }[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map(text => text.trim().replaceAll(/\s+/g, ' '))
  return statements.filter(Boolean).map(statement => {
    const [, index] = CREATE.exec(statement) ?? []
    if (index === undefined)
      throw new DatabaseRefusal(`Migration ${name} may do nothing but CREATE INDEX CONCURRENTLY: it has ${statement}.`)
    return { index, statement }
  })
}

const STATE = `select indisvalid as whole from pg_index where indexrelid = to_regclass($1)`

/**
 * Builds the indexes of a migration beside those who write. No request queues up behind what it waits for, so it waits as
 * long as others' transactions last. What an attempt has finished stays; what one has left half built is built anew.
 */
export async function buildIndexes(client: Client, migration: Migration): Promise<void> {
  await client.query('set lock_timeout = 0')
  for (const { index, statement } of indexesOf(migration)) {
    const found = (await client.query<{ whole: boolean }>(STATE, [`public.${index}`])).rows[0]
    if (found?.whole) continue
    if (found) await client.query(`drop index concurrently ${index}`)
    await client.query(statement)
  }
}
