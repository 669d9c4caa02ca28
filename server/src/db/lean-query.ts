import type { Socket } from 'node:net'
import pg from 'pg'
import type { Statement } from './statement.ts'
import { pgTypes } from './types.ts'

export type Row = Record<string, unknown>
export interface Result {
  rows: Row[]
  /** The command as the server names it: SELECT, COMMIT, ROLLBACK … */
  command: string
}

/** What of pg's connection a query writes to; pg does not publish its types. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  stream: Socket
  parse(message: { text: string; name: string }): void
  bind(message: {
    portal: string
    statement: string
    values: readonly unknown[]
    valueMapper: (value: unknown) => unknown
  }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
  /** Columns of the statements prepared on this connection. */
  columns?: Map<string, Column[]>
}
interface Column {
  name: string
  parse: (text: string) => unknown
}
interface WireField {
  name: string
  dataTypeID: number
}

// pg calls these by name and publishes no types for them; a query must descend from pg's to be pipelined.
const { utils, Query } = pg as unknown as {
  utils: { prepareValue: (value: unknown) => unknown }
  Query: new (text: string) => object
}

/**
 * A named statement sent with as few messages as the protocol allows. The columns of a statement are described once per
 * connection and not with every answer. A `lead` goes before it in the same message: both are one implicit transaction,
 * so the statement does not run unless its lead did.
 */
class LeanQuery extends Query {
  readonly #statement: Statement
  readonly #resolve: (result: Result) => void
  readonly #reject: (error: unknown) => void
  readonly #rows: Row[] = []
  /** The part of the answer that belongs to the lead is passed over. */
  #leading: boolean
  #lead: Statement | undefined
  #columns: Column[] | undefined
  #command = ''
  #failure: unknown

  constructor(
    statement: Statement,
    lead: Statement | undefined,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    super(statement.text)
    // pg reads the name to know which statement a ParseComplete belongs to.
    Object.assign(this, { name: statement.name, callback: noCallback })
    this.#statement = statement
    this.#lead = lead
    this.#leading = lead !== undefined
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: unknown): Error | null {
    const wire = connection as Wire
    const { stream } = wire
    stream.cork()
    try {
      if (this.#lead) bindAndExecute(wire, this.#lead)
      const { name, text } = this.#statement
      if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
        wire.parse({ name, text })
        wire.submittedNamedStatements[name] = text
      }
      this.#columns = wire.columns?.get(name)
      bind(wire, this.#statement)
      if (!this.#columns) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '', rows: 0 })
      wire.sync()
      return null
    } finally {
      stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: WireField[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pgTypes.getTypeParser(dataTypeID, 'text') }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#leading || this.#failure) return
    const columns = this.#columns
    if (columns?.length !== fields.length) {
      this.#failure = new Error('The columns of a statement have changed.')
      return
    }
    try {
      this.#rows.push(rowOf(columns, fields))
    } catch (error) {
      this.#failure = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#leading) this.#leading = false
    else this.#command = text.slice(0, text.search(/ |$/))
  }

  handleReadyForQuery(wire: Wire): void {
    if (this.#failure) {
      wire.columns?.delete(this.#statement.name)
      this.#reject(this.#failure)
      return
    }
    if (this.#columns) {
      wire.columns ??= new Map()
      wire.columns.set(this.#statement.name, this.#columns)
    }
    this.#resolve({ rows: this.#rows, command: this.#command })
  }

  handleError(error: unknown, wire: Wire): void {
    wire.columns?.delete(this.#statement.name)
    this.#reject(error)
  }
}

const noCallback = () => undefined

function bind(wire: Wire, { name, values }: Statement): void {
  wire.bind({ portal: '', statement: name, values, valueMapper: utils.prepareValue })
}

function bindAndExecute(wire: Wire, statement: Statement): void {
  bind(wire, statement)
  wire.execute({ portal: '', rows: 0 })
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

/** Sends a statement on a pipelining connection. `lead` must have been prepared on it before. */
export const sendLean = (client: pg.ClientBase, statement: Statement, lead?: Statement): Promise<Result> =>
  new Promise((resolve, reject) => {
    const query: pg.Submittable & object = new LeanQuery(statement, lead, resolve, reject)
    client.query(query)
  })

/** Sends all statements in one packet: one system call here, one wake-up of the server. */
export function sendTogether(client: pg.ClientBase, statements: readonly Statement[]): Promise<Result>[] {
  const { stream } = (client as pg.ClientBase & { connection: Wire }).connection
  stream.cork()
  const results = statements.map(statement => sendLean(client, statement))
  stream.uncork()
  return results
}
