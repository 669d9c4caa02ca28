import pg from 'pg'
import { atEnd } from '../at-end.ts'
import type { TestDatabase } from './database.ts'

/** The logins of the application, by the role that each is a member of. */
export const loginsOf = (database: TestDatabase) => ({
  clinic_app: database.appUrl,
  clinic_dispatcher: database.dispatcherUrl,
  clinic_reader: database.readerUrl,
  clinic_keeper: database.keeperUrl,
  clinic_sealer: database.sealerUrl,
  clinic_retention: database.retentionUrl,
})

export type Group = keyof ReturnType<typeof loginsOf>

/** Runs one statement as a login, in the clinic if one is named; answers its rows, or the code that refuses it. */
export const asGroup =
  (database: TestDatabase) =>
  async (group: Group, text: string, values: unknown[] = [], company = ''): Promise<unknown> => {
    const client = new pg.Client({ connectionString: loginsOf(database)[group] })
    atEnd(() => client.end())
    await client.connect()
    await client.query('begin')
    await client.query("select set_config('app.company', $1, true)", [company])
    try {
      const { rows } = await client.query(text, values)
      await client.query('commit')
      return rows
    } catch (error) {
      await client.query('rollback')
      return error instanceof pg.DatabaseError ? error.code : error
    }
  }
