import { IMPORT_COLUMNS } from '@clinic/contract/staff/procedures.ts'
import { detailsOf, isProblem, record } from '../../lib/problem.ts'
import type { importTexts } from './import-texts.ts'

/** What is wrong in a file, and where; without a column it is the line as a whole. */
export interface Fault {
  line: number
  column: string | null
  code: string
}

/** The cells of a file that the server found fault with. */
export function faultsIn(error: unknown): Fault[] {
  const faults: unknown = isProblem(error, 'import_invalid') ? detailsOf(error).faults : undefined
  return Array.isArray(faults) ? faults.map(faultOf) : []
}

function faultOf(value: unknown): Fault {
  const { line, column, code } = record(value)
  return { line: Number(line), column: typeof column === 'string' ? column : null, code: String(code) }
}

const isColumn = (column: string | null) => IMPORT_COLUMNS.some(one => one === column)

/** Why a cell is wrong: by its column where that says more. */
export function reasonOf({ column, code }: Fault, { reasons }: (typeof importTexts)['en']): string {
  const words = new Map<string, string>(Object.entries(reasons))
  const isOther = code === 'unknown' && !isColumn(column)
  return (isOther ? reasons.unknown_column : (words.get(`${code}_${column}`) ?? words.get(code))) ?? reasons.malformed
}
