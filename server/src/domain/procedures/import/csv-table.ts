import { CsvError, type Options, parse } from 'csv-parse/sync'
import { foldForSearch } from '../../../kernel/values/fold-for-search.ts'
import type { ImportFault } from './import-fault.ts'

interface Line {
  /** On which line of the text it ends, from 1 on. */
  line: number
  cells: string[]
}

export interface CsvTable {
  /** The columns that are known, in their order. */
  columns: readonly string[]
  rows: readonly { line: number; cells: ReadonlyMap<string, string> }[]
  faults: readonly ImportFault[]
}

const SEPARATORS = [',', ';', '\t', '|', '،']
const LONGEST_NAME = 40

const nameOf = (cell: string): string => foldForSearch(cell).replace(/[\s-]+/g, '_')

function linesOf(text: string, delimiter: string, options: Options = {}): Line[] {
  const lines: Line[] = []
  parse(text, {
    ...{ delimiter, bom: true, trim: true, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] },
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
    ...options,
    on_record(cells: string[], { lines: line }) {
      lines.push({ line, cells })
      return null
    },
  })
  return lines
}

/** The separator by which most of the columns are found in the first line. */
function separatorOf(text: string, known: readonly string[]): string {
  const [first = ''] = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .split(/\r\n|\n|\r/, 1)
  const found = SEPARATORS.map(separator => {
    const names = first.split(separator).map(name => nameOf(name.replaceAll('"', '')))
    return { separator, count: names.filter(name => known.includes(name)).length }
  })
  return found.reduce((best, one) => (one.count > best.count ? one : best)).separator
}

/** A text with columns as its rows, by the names of its first line; a column that is not known, or comes twice, is a fault. */
export function csvTable(text: string, known: readonly string[], mostRows: number): CsvTable {
  let lines: Line[]
  try {
    lines = linesOf(text, separatorOf(text, known))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines)
    return { columns: [], rows: [], faults: [{ line, column: null, code: 'malformed' }] }
  }
  const [head, ...rows] = lines
  if (!head) return { columns: [], rows: [], faults: [{ line: 1, column: null, code: 'malformed' }] }
  const columns = head.cells.map(nameOf)
  const surplus = rows[mostRows]
  if (surplus) return { columns, rows: [], faults: [{ line: surplus.line, column: null, code: 'too_many' }] }
  return {
    columns,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: new Map(columns.map((column, index) => [column, cells[index] ?? ''])),
    })),
    faults: [...headFaults(head, known), ...rows.flatMap(row => surplusCells(row, columns.length))],
  }
}

const headFaults = ({ line, cells }: Line, known: readonly string[]): ImportFault[] =>
  cells.flatMap((cell, index): ImportFault[] => {
    const column = cell.slice(0, LONGEST_NAME)
    if (!known.includes(nameOf(cell))) return [{ line, column, code: 'unknown' }]
    return cells.findIndex(other => nameOf(other) === nameOf(cell)) < index ? [{ line, column, code: 'duplicate' }] : []
  })

/** What stands behind the last column says that a cell holds the separator. */
const surplusCells = ({ line, cells }: Line, width: number): ImportFault[] =>
  cells.slice(width).some(cell => cell !== '') ? [{ line, column: null, code: 'malformed' }] : []
