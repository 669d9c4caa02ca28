import { differences, isEmpty } from '../../../kernel/values/differences.ts'
import { newId } from '../../../kernel/values/ids.ts'
import type { GroupRow, ProcedureRow } from '../price-list.ts'
import { procedureSearchText } from '../procedure-search.ts'
import { sameSpelling } from '../spelling.ts'
import type { ImportFault } from './import-fault.ts'
import type { ImportRow } from './import-rows.ts'

interface Columns {
  name: string
  price_minor: number
  search_text: string
  name_ar?: string | null
  group_id?: string | null
  duration_minutes?: number | null
  color?: string | null
  active?: boolean
}

/** What becomes of the procedure of a row. */
export interface PlannedRow {
  line: number
  code: string
  outcome: 'added' | 'changed' | 'same'
  /** The procedure as it is; where there is none, it is added. */
  before: ProcedureRow | undefined
  columns: Columns
}

export interface ImportPlan {
  rows: PlannedRow[]
  newGroups: { id: string; name: string }[]
  faults: ImportFault[]
}

/** What rows change of a price list; a code that several procedures have is a fault. */
export function importPlan(
  rows: readonly ImportRow[],
  { procedures, groups, now }: { procedures: readonly ProcedureRow[]; groups: readonly GroupRow[]; now: string },
): ImportPlan {
  const headings = headingsOf(groups, now)
  const byCode = Map.groupBy(
    procedures.filter(({ code }) => code !== null),
    ({ code }) => sameSpelling(code ?? ''),
  )
  const faults: ImportFault[] = []
  const planned = rows.map((row): PlannedRow => {
    const [before, other] = byCode.get(sameSpelling(row.code)) ?? []
    if (other) faults.push({ line: row.line, column: 'code', code: 'ambiguous' })
    const { line, code } = row
    const columns = columnsOfRow(row, before?.code ?? code, headings.idOf)
    return { line, code, before, columns, outcome: outcomeOf(before, columns) }
  })
  return { rows: planned, newGroups: headings.added, faults }
}

const outcomeOf = (before: ProcedureRow | undefined, columns: Columns): PlannedRow['outcome'] =>
  before === undefined ? 'added' : isEmpty(differences<object>(before, columns)) ? 'same' : 'changed'

/** The headings by their names, with those that are added on the way. */
function headingsOf(groups: readonly GroupRow[], now: string) {
  const ids = new Map(groups.map(({ id, name }) => [sameSpelling(name), id]))
  const added: { id: string; name: string }[] = []
  function idOf(name: string): string {
    const known = ids.get(sameSpelling(name))
    if (known !== undefined) return known
    const id = newId('prg', Date.parse(now))
    ids.set(sameSpelling(name), id)
    added.push({ id, name })
    return id
  }
  return { idOf, added }
}

function columnsOfRow(
  { line: _line, code: _code, group, ...row }: ImportRow,
  code: string,
  idOf: (name: string) => string,
): Columns {
  const { name, price_minor, name_ar, duration_minutes, color, active } = row
  return {
    ...{ name, price_minor, search_text: procedureSearchText({ name, code }) },
    ...(name_ar !== undefined && { name_ar }),
    ...(group !== undefined && { group_id: group === null ? null : idOf(group) }),
    ...(duration_minutes !== undefined && { duration_minutes }),
    ...(color !== undefined && { color }),
    ...(active !== undefined && { active }),
  }
}
