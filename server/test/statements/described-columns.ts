import pg from 'pg'
import { typeScriptOf } from '../../src/db/table-types.ts'

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** What of pg's connection a description needs; pg publishes no types for it. */
interface Wire {
  parse(query: { text: string }): void
  describe(message: { type: 'S' }): void
  sync(): void
}

/** Asks for the columns of a statement without running it (PostgreSQL protocol, Parse and Describe). */
class Describe {
  readonly answered: Promise<Field[]>
  #fields: Field[] = []
  #error: Error | undefined
  readonly #text: string
  readonly #settle: { resolve: (fields: Field[]) => void; reject: (error: Error) => void }

  constructor(text: string) {
    this.#text = text
    const { promise, ...settle } = Promise.withResolvers<Field[]>()
    this.answered = promise
    this.#settle = settle
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    wire.parse({ text: this.#text })
    wire.describe({ type: 'S' })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#error = error
    this.handleReadyForQuery()
  }

  handleReadyForQuery(): void {
    if (this.#error) this.#settle.reject(this.#error)
    else this.#settle.resolve(this.#fields)
  }
}

/** The columns of a statement as a TypeScript type, or what PostgreSQL has against the statement. */
export type Described = { type: string } | { error: string }

/** Has PostgreSQL describe statements, without running any of them. */
export async function describer(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const types = await typesOf(client)
  const nullable = await nullableColumns(client)
  const typeOf = ({ name, dataTypeID, tableID, columnID }: Field) => {
    const type = types.get(dataTypeID) ?? 'string'
    return `${JSON.stringify(name)}: ${type}${nullable.has(`${tableID} ${columnID}`) ? ' | null' : ''}`
  }
  return {
    async describe(text: string): Promise<Described> {
      try {
        const fields = await client.query(new Describe(text)).answered
        return { type: `{ ${fields.map(typeOf).join('; ')} }` }
      } catch (error) {
        return { error: String(error) }
      }
    },
    end: () => client.end(),
  }
}

/** What `pgTypes` makes of every type of the database. */
async function typesOf(client: pg.Client): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ oid: number; name: string; isArray: boolean }>(`
    select t.oid, e.typname as name, t.typcategory = 'A' as "isArray"
    from pg_type t join pg_type e on e.oid = case t.typcategory when 'A' then t.typelem else t.oid end`)
  return new Map(rows.map(({ oid, name, isArray }) => [oid, typeScriptOf(name, isArray).replace('Json', 'unknown')]))
}

/** Columns of tables that may be null. Whether anything else may, PostgreSQL does not say. */
async function nullableColumns(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ place: string }>(`
    select c.oid || ' ' || a.attnum as place from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attnotnull`)
  return new Set(rows.map(({ place }) => place))
}
