import { IMPORT_COLUMNS } from '@clinic/contract/staff/procedures.ts'
import { sameSpelling } from '../spelling.ts'
import { csvTable } from './csv-table.ts'
import type { ImportColumn, ImportFault, Read } from './import-fault.ts'
import { readAmount, readColor, readFlag, readMinutes, readText } from './read-cells.ts'

/** What a row says of a procedure; what its text has no column for is undefined, and stays as it is. */
export interface ImportRow {
  line: number
  code: string
  name: string
  price_minor: number
  name_ar?: string | null | undefined
  /** The name of its heading. */
  group?: string | null | undefined
  duration_minutes?: number | null | undefined
  color?: string | null | undefined
  active?: boolean | undefined
}

const MOST_ROWS = 2_000
const LONGEST = { code: 50, name: 200, group: 100 }
const NEEDED: readonly ImportColumn[] = ['code', 'name', 'price']

/** What a text says of the price list, or everything that is wrong with it. */
export function importRows(text: string, currency: string): { rows: ImportRow[]; faults: ImportFault[] } {
  const { columns, rows: found, faults } = csvTable(text, IMPORT_COLUMNS, MOST_ROWS)
  if (columns.length === 0 || faults.some(({ code }) => code === 'too_many')) return { rows: [], faults: [...faults] }
  const lacking = NEEDED.filter(column => !columns.includes(column))
  if (lacking.length > 0)
    return { rows: [], faults: [...faults, ...lacking.map(column => ({ line: 1, column, code: 'required' as const }))] }
  const read = found.map(row => rowOf(row, currency))
  const rows = read.map(({ row }) => row)
  const all = [...faults, ...read.flatMap(one => one.faults), ...repeated(rows)]
  return { rows, faults: all.sort((one, other) => one.line - other.line) }
}

function rowOf({ line, cells }: { line: number; cells: ReadonlyMap<string, string> }, currency: string) {
  const faults: ImportFault[] = []
  const has = (column: ImportColumn) => cells.has(column)
  function cell<Value>(column: ImportColumn, read: (text: string) => Read<Value>): Value | undefined {
    if (!has(column)) return undefined
    const result = read(cells.get(column) ?? '')
    if ('value' in result) return result.value
    faults.push({ line, column, code: result.fault })
    return undefined
  }
  const needed = (longest: number) => (text: string) => (text === '' ? REQUIRED : readText(text, longest))
  const row: ImportRow = {
    line,
    code: cell('code', needed(LONGEST.code)) ?? '',
    name: cell('name', needed(LONGEST.name)) ?? '',
    price_minor: cell('price', text => readAmount(text, currency)) ?? 0,
    name_ar: cell('name_ar', text => readText(text, LONGEST.name)),
    group: cell('group', text => readText(text, LONGEST.group)),
    duration_minutes: cell('duration', readMinutes),
    color: cell('color', readColor),
    active: cell('active', readFlag),
  }
  return { row, faults }
}

const REQUIRED = { fault: 'required' } as const

/** Rows of a code that stands above already. */
function repeated(rows: readonly ImportRow[]): ImportFault[] {
  const seen = new Set<string>()
  return rows.flatMap(({ line, code }): ImportFault[] => {
    const key = sameSpelling(code)
    if (key === '') return []
    if (seen.has(key)) return [{ line, column: 'code', code: 'duplicate' }]
    seen.add(key)
    return []
  })
}
