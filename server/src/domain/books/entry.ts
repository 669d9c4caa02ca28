import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'

export type ExpenseRow = TableRow<'expense'>
export type IncomeRow = TableRow<'income'>

/** What the event of an entry tells (contract section 8): of a reversal a total below zero. */
export const entryFacts = ({ clinic }: Tx, { id, branch_id, treasury_id }: IncomeRow | ExpenseRow, minor: number) => ({
  id,
  branchId: branch_id,
  total: toMajor(minor, clinic.currency),
  treasuryId: treasury_id,
})
