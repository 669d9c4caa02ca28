import type { Socket } from 'node:net'
import pg from 'pg'
import { asDatabaseError, isOutdatedStatement } from './database-errors.ts'
import type { Statement } from './statement.ts'
import { pgTypes } from './types.ts'

export type Row = Record<string, unknown>
export interface Result {
  rows: Row[]
  /** The command as the server names it: SELECT, COMMIT, ROLLBACK … */
  command: string
  /** How many rows it answered, inserted, changed or deleted. */
  count: number
}

interface Column {
  name: string
  parse: (text: string) => unknown
}

/** What of pg's connection a query writes to, and what is remembered with it. pg publishes no types for these. */
interface Wire {
  stream: Socket
  parse(message: { text: string; name: string }): void
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
  /** Statements prepared on this connection, with their columns once the server has described them. */
  prepared?: Map<string, Column[] | undefined>
  /** Statements of a failed group, which the server may or may not have prepared. */
  doubtful?: Set<string>
}

// A query must descend from pg's own to be pipelined.
const { utils, Query } = pg as unknown as {
  utils: { prepareValue: (value: unknown) => unknown }
  Query: new (text: string) => object
}

/**
 * Named statements sent as one message group: one packet, one Sync, one answer. Outside a transaction block the group is
 * a transaction of its own; when one statement fails, those after it do not run. Columns are described once for each
 * statement and connection instead of with every answer.
 */
class Group extends Query {
  readonly callback = ignore
  readonly #statements: readonly Statement[]
  readonly #values: readonly (readonly unknown[])[]
  readonly #resolve: (results: Result[]) => void
  readonly #reject: (error: unknown) => void
  readonly #results: Result[] = []
  readonly #described: (Column[] | undefined)[] = []
  #rows: Row[] = []
  #failure: unknown

  constructor(
    statements: readonly Statement[],
    resolve: (results: Result[]) => void,
    reject: (error: unknown) => void,
  ) {
    super('')
    this.#statements = statements
    // Here and not while writing: a value that cannot be sent must fail before anything of its group is on the wire.
    this.#values = statements.map(({ values }) => values.map(utils.prepareValue))
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: unknown): null {
    const wire = connection as Wire
    wire.stream.cork()
    for (const [i, statement] of this.#statements.entries())
      this.#described.push(execute(wire, statement, this.#values[i] ?? []))
    wire.sync()
    wire.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#described[this.#results.length] = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pgTypes.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const columns = this.#described[this.#results.length]
    try {
      if (columns?.length !== fields.length) throw new Error('The columns of a statement have changed.')
      this.#rows.push(rowOf(columns, fields))
    } catch (error) {
      this.#failure ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // `INSERT 0 3`, `SELECT 3`, `COMMIT`
    const [command = '', ...numbers] = text.split(' ')
    this.#results.push({ rows: this.#rows, command, count: Number(numbers.at(-1) ?? 0) })
    this.#rows = []
  }

  handleReadyForQuery(wire: Wire): void {
    if (this.#failure) {
      this.#fail(this.#failure, wire)
      return
    }
    for (const [i, { name }] of this.#statements.entries()) wire.prepared?.set(name, this.#described[i] ?? [])
    this.#resolve(this.#results)
  }

  handleError(error: unknown, wire: Wire): void {
    this.#fail(asDatabaseError(error), wire)
  }

  #fail(error: unknown, wire: Wire): void {
    const names = this.#statements.map(({ name }) => name)
    // Where one statement is out of date because a table was altered, others are too.
    if (isOutdatedStatement(error)) names.push(...(wire.prepared?.keys() ?? []))
    wire.doubtful ??= new Set()
    for (const name of names) {
      wire.prepared?.delete(name)
      wire.doubtful.add(name)
    }
    this.#reject(error)
  }
}

function ignore(): void {}

/** Writes a statement's messages; answers its columns if they are known. */
function execute(wire: Wire, { name, text }: Statement, values: readonly unknown[]): Column[] | undefined {
  wire.prepared ??= new Map()
  if (!wire.prepared.has(name)) {
    if (wire.doubtful?.delete(name)) wire.close({ type: 'S', name })
    wire.parse({ name, text })
    wire.prepared.set(name, undefined)
  }
  const columns = wire.prepared.get(name)
  wire.bind({ portal: '', statement: name, values })
  if (!columns) wire.describe({ type: 'P', name: '' })
  wire.execute({ portal: '', rows: 0 })
  return columns
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Row = {}
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as Column
    const text = fields[i]
    row[column.name] = text === null || text === undefined ? null : column.parse(text)
  }
  return row
}

/** Sends the statements together on a pipelining connection; answers the result of each, or the first error. */
export const sendGroup = (client: pg.ClientBase, statements: readonly Statement[]): Promise<Result[]> =>
  new Promise((resolve, reject) => {
    const group: pg.Submittable & object = new Group(statements, resolve, reject)
    client.query(group)
  })
