import { sql } from '../../../db/statement.ts'
import { changeRecord } from '../../../kernel/change-record.ts'
import { refuse } from '../../../kernel/errors.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { newId } from '../../../kernel/values/ids.ts'
import { holdPriceList, type ProcedureRow, procedureGroups } from '../price-list.ts'
import { addGroup, nextPlace } from '../procedure-groups.ts'
import type { ImportFault } from './import-fault.ts'
import { type ImportPlan, importPlan, type PlannedRow } from './import-plan.ts'
import { importRows } from './import-rows.ts'

const all = sql<ProcedureRow>('select * from procedure where company_id = $1 order by id')
const lockAll = sql<ProcedureRow>('select * from procedure where company_id = $1 order by id for update')

/** What became of each row of a text, or would become of it. */
export interface Imported {
  dryRun: boolean
  rows: PlannedRow[]
  newGroups: { name: string }[]
}

const MOST_FAULTS = 1_000

const requireFaultless = (faults: readonly ImportFault[]): void => {
  if (faults.length > 0) refuse('import_invalid', { faults: faults.slice(0, MOST_FAULTS) })
}

/** Reads a price list in: all rows of a text or none. What it does not name stays as it is. */
export async function importProcedures(
  tx: Tx,
  { csv, dryRun = false }: { csv: string; dryRun?: boolean | undefined },
): Promise<Imported> {
  const read = importRows(csv, tx.clinic.currency)
  requireFaultless(read.faults)
  // Those who change a procedure hold its row, and then the list: in the same order none waits for another without end.
  if (!dryRun) await tx.sql(lockAll([tx.clinic.id]))
  if (!dryRun) await holdPriceList(tx)
  const procedures = await tx.sql(all([tx.clinic.id]))
  const groups = await procedureGroups(tx)
  const plan = importPlan(read.rows, { procedures, groups, now: tx.now })
  requireFaultless(plan.faults)
  if (!dryRun) await carryOut(tx, plan, { procedures, place: nextPlace(groups) })
  return { dryRun, rows: plan.rows, newGroups: plan.newGroups }
}

async function carryOut(
  tx: Tx,
  { rows, newGroups }: ImportPlan,
  { procedures, place }: { procedures: readonly ProcedureRow[]; place: number },
): Promise<void> {
  for (const [index, group] of newGroups.entries()) await addGroup(tx, { ...group, order: place + index })
  const last = Math.max(0, ...procedures.map(({ sort_order }) => sort_order))
  for (const [index, { code, before, columns }] of rows.entries()) {
    if (before) await changeRecord(tx, 'procedure', before, columns)
    else
      await tx.insert('procedure', {
        ...columns,
        id: newId('prc', Date.parse(tx.now)),
        code,
        sort_order: last + 1 + index,
      })
  }
}
