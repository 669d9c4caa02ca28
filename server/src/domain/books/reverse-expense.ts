import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ExpenseRow } from './entry.ts'
import { addExpense } from './expense.ts'
import { isTakenBack, payOut } from './expense-payment.ts'
import { openDay, today } from './move-money.ts'

const paidOutOf = sql<{ treasury_id: string | null; paid_minor: number }>(`
  select treasury_id, sum(amount_minor)::bigint as paid_minor from expense_payment
  where company_id = $1 and expense_id = $2 group by treasury_id order by treasury_id nulls last`)

/**
 * Takes an expense back: once, by an entry of today that is the mirror of it. What was paid of it comes back into the
 * treasuries out of which it was paid.
 */
export async function reverseExpense(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<ExpenseRow> {
  const expense = await tx.lock('expense', id)
  if (expense.reverses_id !== null || (await isTakenBack(tx, expense)))
    refuse('invalid_state_transition', { from: 'REVERSED', to: 'REVERSED' })
  const { category, supplier, treasury_id, branch_id, tax_percent } = expense
  const reversal = await addExpense(tx, {
    ...{ category, supplier, treasury_id, branch_id, tax_percent },
    name: reason,
    total_minor: -expense.total_minor,
    tax_minor: 0 - expense.tax_minor,
    paid_minor: 0 - expense.paid_minor,
    reverses_id: id,
    date: today(tx),
  })
  for (const { treasury_id: treasuryId, paid_minor: paid } of await tx.sql(paidOutOf([tx.clinic.id, id])))
    payOut(tx, reversal, { treasuryId, amountMinor: -paid, date: await openDay(tx, treasuryId) })
  return reversal
}
