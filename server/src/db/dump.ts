import { describeSchema } from './describe-schema.ts'
import { tableTypes } from './table-types.ts'

export interface Dump {
  /** Path in the server's folder. */
  path: string
  text: string
}

/** The files that are written from the migrated schema and checked in. */
export async function dumpsOf(url: string): Promise<Dump[]> {
  const schema = `-- The schema after all migrations. Written by npm run db:dump.\n\n${await describeSchema(url)}`
  const tables = `// The tables of schema.sql. Written by npm run db:dump.\n${await tableTypes(url)}`
  return [
    { path: 'schema.sql', text: schema },
    { path: 'src/db/tables.ts', text: tables },
  ]
}
