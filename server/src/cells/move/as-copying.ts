import type { Client } from 'pg'

/** Of each database its own: servers know origins for all of theirs. */
const ORIGIN = "'clinic_move ' || current_database()"

/**
 * One transaction that writes as copying does: keys and rows were looked at where they come from, no trigger acts but those
 * that hear of copies, and what it writes is not copied on to who asks for a database’s own changes alone.
 */
export async function asCopying<Value>(client: Client, run: () => Promise<Value>): Promise<Value> {
  await client.query(
    `select pg_replication_origin_create(${ORIGIN}) where not exists (select from pg_replication_origin where roname = ${ORIGIN})`,
  )
  await client.query(`select pg_replication_origin_session_setup(${ORIGIN})`)
  try {
    await client.query('begin')
    try {
      await client.query('set local session_replication_role = replica')
      const value = await run()
      await client.query('commit')
      return value
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  } finally {
    await client.query('select pg_replication_origin_session_reset()')
  }
}

/** Control hears from a cell what is written there, and not what came there from another: it has that already. */
export async function hearOwnChangesOnly(control: Client, cell: string): Promise<void> {
  const name = `clinic_directory_${cell}`
  const { rows } = await control.query<{ origin: string }>(
    'select suborigin as origin from pg_subscription where subname = $1',
    [name],
  )
  if (rows[0]?.origin === 'any') await control.query(`alter subscription ${name} set (origin = none)`)
}
