import type { Row } from './records.ts'

/** table: for people. ndjson: a record a line. json: one value, indented. quiet: ids alone. */
export type Format = 'table' | 'ndjson' | 'json' | 'quiet'

export interface Print {
  /** One record. */
  one(row: Row): void
  /** Records, each written as it comes where the format allows. */
  many(rows: Iterable<Row> | AsyncIterable<Row>, columns?: readonly string[]): Promise<void>
  /** Records that come without end, each in its line, with what a table shows of it. */
  follow(rows: AsyncIterable<Row>, columns: readonly string[]): Promise<void>
}

const WIDEST = 48

/** What a terminal would take as an order to it, or would turn the direction of the line with. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value) && value.every(one => typeof one === 'string')) return value.join(' ') || '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
export const printable = (value: unknown): string => wordsOf(value).replaceAll(UNPRINTABLE, ' ')

const shortened = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)
const heading = (key: string): string => key.replace(/[A-Z]/g, letter => ` ${letter}`).toUpperCase()

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0))) ?? []
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map(line => `${line}\n`)
    .join('')
}

const MOST_COLUMNS = 8
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The columns that a list has where none were chosen: the first that hold plain values. */
const columnsOf = (row: Row): string[] =>
  Object.keys(row)
    .filter(key => key !== 'object' && isPlain(row[key]))
    .slice(0, MOST_COLUMNS)

function tableOf(rows: readonly Row[], columns: readonly string[]): string {
  if (rows.length === 0) return '(none)\n'
  return aligned([columns.map(heading), ...rows.map(row => columns.map(key => shortened(printable(row[key]))))])
}

const write = (text: string): void => void process.stdout.write(text)
const line = (value: unknown): void => write(`${JSON.stringify(value)}\n`)

function id(row: Row): void {
  if (typeof row.id === 'string') write(`${row.id}\n`)
}

const PER_TABLE = 100

/** A table for each hundred, so that a long list shows while it is read. */
async function tables(rows: Iterable<Row> | AsyncIterable<Row>, columns?: readonly string[]): Promise<void> {
  let held: Row[] = []
  let chosen = columns
  const flush = () => {
    chosen ??= columnsOf(held[0] ?? {})
    write(tableOf(held, chosen))
    held = []
  }
  let any = false
  for await (const row of rows) {
    any = true
    if (held.push(row) === PER_TABLE) flush()
  }
  if (held.length > 0 || !any) flush()
}

async function each(rows: Iterable<Row> | AsyncIterable<Row>, take: (row: Row) => void): Promise<void> {
  for await (const row of rows) take(row)
}

const pairsOf = (row: Row): string[][] => Object.entries(row).map(([key, value]) => [heading(key), printable(value)])

const NARROWEST = 14

async function growing(rows: AsyncIterable<Row>, columns: readonly string[]): Promise<void> {
  for await (const row of rows)
    write(
      `${columns
        .map(key => shortened(printable(row[key])).padEnd(NARROWEST))
        .join('  ')
        .trimEnd()}\n`,
    )
}

const PRINTERS: Readonly<Record<Format, Print>> = {
  table: { one: row => write(aligned(pairsOf(row))), many: tables, follow: growing },
  ndjson: { one: line, many: rows => each(rows, line), follow: rows => each(rows, line) },
  quiet: { one: id, many: rows => each(rows, id), follow: rows => each(rows, id) },
  json: {
    one: row => write(`${JSON.stringify(row, null, 2)}\n`),
    many: async rows => {
      const all: Row[] = []
      await each(rows, row => void all.push(row))
      write(`${JSON.stringify(all, null, 2)}\n`)
    },
    follow: rows => each(rows, line),
  },
}

export interface Wished {
  json?: boolean | undefined
  quiet?: boolean | undefined
  table?: boolean | undefined
}

/** What was asked for; else a table on a terminal and a record a line in a pipe. */
export function formatOf({ json, quiet, table }: Wished): Format {
  if (quiet) return 'quiet'
  if (json) return 'json'
  return table || process.stdout.isTTY ? 'table' : 'ndjson'
}

export const printer = (format: Format): Print => PRINTERS[format]

/** A sentence to the person, beside what a program reads: never on stdout. */
export const tell = (text: string): void => void process.stderr.write(`${text}\n`)
