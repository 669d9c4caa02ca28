import type { Client } from 'pg'
import { DEFAULT_GRANTS, EXTENSIONS, FUNCTIONS, SCHEMAS, TYPES } from './describe/others.ts'
import * as relations from './describe/relations.ts'
import { withClient } from './with-client.ts'

interface Piece {
  object: string
  text: string
}

/** What follows the statement that makes a relation. */
const RELATION_DETAILS = [
  relations.COLUMN_OPTIONS,
  relations.INDEXES,
  relations.STATISTICS,
  relations.ROW_SECURITY,
  relations.POLICIES,
  relations.TRIGGERS,
  relations.RELATION_GRANTS,
  relations.COLUMN_GRANTS,
]

/**
 * The schema as SQL-like text, read from the catalogue: the same schema gives the same text, however it came about.
 * Without owners, time partitions, and what belongs to PostgreSQL, an extension or the job queue.
 */
export const describeSchema = (url: string): Promise<string> =>
  withClient(url, async client => {
    await client.query('set search_path to public')
    const before = await pieces(client, [SCHEMAS, EXTENSIONS, TYPES])
    const heads = await pieces(client, [relations.SEQUENCES, relations.TABLES, relations.VIEWS])
    const details = await pieces(client, RELATION_DETAILS)
    const after = await pieces(client, [FUNCTIONS, DEFAULT_GRANTS])
    const whole = heads.map(head => [head, ...details.filter(each => each.object === head.object)])
    return [...before.map(each => [each]), ...whole, ...after.map(each => [each])].map(block).join('\n')
  })

/** Within a query by object, then by text; the queries in their order. */
async function pieces(client: Client, queries: readonly string[]): Promise<Piece[]> {
  const found: Piece[] = []
  for (const query of queries) {
    const sorted = `select object, text from (${query}) as each order by object collate "C", text collate "C"`
    found.push(...(await client.query<Piece>(sorted)).rows.filter(({ text }) => text !== ''))
  }
  return found
}

const block = (all: readonly Piece[]): string => all.map(({ text }) => `${text.trim()}\n`).join('')
