import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'

/** By how much the sums over a patient's invoices and payments move. */
export interface TotalsMove {
  invoicedMinor?: number
  paidMinor?: number
  balanceMinor?: number
}

const move = sql(`
  update patient
  set invoiced_minor = invoiced_minor + $3, paid_minor = paid_minor + $4, balance_minor = balance_minor + $5
  where company_id = $1 and id = $2`)

/**
 * Keeps the patient's totals the sums that they are. Not a change of the patient's file, so updated_at stays. Always after
 * the invoice is locked, so that two who pay for one patient queue and never wait for each other.
 */
export async function movePatientTotals(tx: Tx, patientId: string, totals: TotalsMove): Promise<void> {
  const { invoicedMinor = 0, paidMinor = 0, balanceMinor = 0 } = totals
  if (invoicedMinor === 0 && paidMinor === 0 && balanceMinor === 0) return
  await tx.sql(move([tx.clinic.id, patientId, invoicedMinor, paidMinor, balanceMinor]))
}

const lockCredit = sql<{ balance_minor: number }>(
  'select balance_minor from patient where company_id = $1 and id = $2 for no key update',
)

/** Refuses what takes more credit than the patient has, which is held until the transaction ends. */
export async function requireCredit(tx: Tx, patientId: string, amountMinor: number): Promise<void> {
  const credit = await holdCredit(tx, patientId)
  if (credit < amountMinor)
    refuse('insufficient_credit', { available: toMajor(Math.max(credit, 0), tx.clinic.currency) })
}

/** What the patient has in credit, held until the transaction ends. */
export async function holdCredit(tx: Tx, patientId: string): Promise<number> {
  const [patient] = await tx.sql(lockCredit([tx.clinic.id, patientId]))
  return patient?.balance_minor ?? 0
}
