import type { Socket } from 'node:net'
import pg from 'pg'
import { serialize } from 'pg-protocol'
import { asDatabaseError, isOutdatedStatement } from '../database-errors.ts'
import type { Row } from '../driver.ts'
import { renewTexts, textToPrepare } from '../pooled-texts.ts'
import { MOST_PREPARED } from '../statement.ts'
import type { CommandResult } from '../transaction-pool.ts'
import type { Ready } from './ready-statement.ts'
import { type Field, type RowReader, rowReader } from './row-reader.ts'

/** How a group ended. */
export interface Outcome {
  error?: unknown
}

/** What of pg's connection a group writes to, and what is remembered with it. pg publishes no types for these. */
export interface Wire {
  stream: Socket
  /** Statements prepared on this connection, with what reads their rows once the server has described them. */
  prepared?: Map<string, RowReader | undefined>
  /** Statements of a failed group, which the server may or may not have prepared. */
  doubtful?: Set<string>
}

// A query must descend from pg's own to be pipelined.
const { Query } = pg as unknown as { Query: new (text: string) => object }

/**
 * Named statements sent as one message group: one packet, one Sync, one answer. Outside a transaction block the group is
 * a transaction of its own; when one statement fails, those after it do not run. Columns are described once for each
 * statement and connection instead of with every answer.
 */
export class MessageGroup extends Query {
  readonly callback = ignore
  readonly #statements: readonly Ready[]
  readonly #answer: (result: CommandResult) => void
  readonly #end: (outcome: Outcome) => void
  #answered = 0
  readonly #readers: (RowReader | undefined)[] = []
  #rows: Row[] = []
  #unreadable: { error: unknown } | undefined

  constructor(statements: readonly Ready[], answer: (result: CommandResult) => void, end: (outcome: Outcome) => void) {
    super('')
    this.#statements = statements
    this.#answer = answer
    this.#end = end
  }

  submit(connection: unknown): null {
    const wire = connection as Wire
    const messages = closeOldest(wire)
    for (const statement of this.#statements) this.#readers.push(execute(wire, statement, messages))
    messages.push(serialize.sync())
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages))
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#readers[this.#answered] = rowReader(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const reader = this.#readers[this.#answered]
    try {
      if (reader?.width !== fields.length) throw new Error('The columns of a statement have changed.')
      this.#rows.push(reader.read(fields))
    } catch (error) {
      this.#unreadable ??= { error }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // `INSERT 0 3`, `SELECT 3`, `COMMIT`
    const [command = '', ...numbers] = text.split(' ')
    const rows = this.#rows
    this.#rows = []
    this.#answered++
    // After an answer that could not be read none is given any more.
    if (!this.#unreadable) this.#answer({ rows, command, count: Number(numbers.at(-1) ?? 0) })
  }

  handleReadyForQuery(wire: Wire): void {
    if (this.#unreadable) {
      this.#fail(this.#unreadable.error, wire)
      return
    }
    // What was closed meanwhile stays so.
    for (const [place, { name }] of this.#statements.entries())
      if (wire.prepared?.has(name)) wire.prepared.set(name, this.#readers[place] ?? rowReader([]))
    this.#end({})
  }

  handleError(error: unknown, wire: Wire): void {
    this.#fail(asDatabaseError(error), wire)
  }

  #fail(error: unknown, wire: Wire): void {
    const names = this.#statements.map(({ name }) => name)
    // Where one statement is out of date because a table was altered, others are too.
    if (isOutdatedStatement(error)) {
      names.push(...(wire.prepared?.keys() ?? []))
      renewTexts(wire)
    }
    wire.doubtful ??= new Set()
    for (const name of names) {
      wire.prepared?.delete(name)
      wire.doubtful.add(name)
    }
    this.#end({ error })
  }
}

function ignore(): void {}

/**
 * Closes the statements that a connection prepared first, where it has too many. That begins a group, for what stands
 * behind a failure is not done.
 */
function closeOldest({ prepared, doubtful }: Wire): Buffer[] {
  const excess = (prepared?.size ?? 0) + (doubtful?.size ?? 0) - MOST_PREPARED
  if (excess <= 0) return []
  const oldest = [...(doubtful ?? []), ...(prepared?.keys() ?? [])].slice(0, excess)
  for (const name of oldest) if (!doubtful?.delete(name)) prepared?.delete(name)
  return oldest.map(name => serialize.close({ type: 'S', name }))
}

/** Adds a statement's messages; answers what reads its rows if that is known. */
function execute(wire: Wire, { name, text, values }: Ready, messages: Buffer[]): RowReader | undefined {
  wire.prepared ??= new Map()
  if (!wire.prepared.has(name)) {
    if (wire.doubtful?.delete(name)) messages.push(serialize.close({ type: 'S', name }))
    messages.push(serialize.parse({ name, text: textToPrepare(wire, text) }))
    wire.prepared.set(name, undefined)
  }
  const reader = wire.prepared.get(name)
  messages.push(serialize.bind({ statement: name, values }))
  if (!reader) messages.push(serialize.describe({ type: 'P' }))
  messages.push(serialize.execute())
  return reader
}
