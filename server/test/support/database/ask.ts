import { Client, type QueryResultRow } from 'pg'

/** Runs one statement on a connection of its own and returns its rows. */
export async function ask<T extends QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}
