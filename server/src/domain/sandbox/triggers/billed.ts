import type { Tx } from '../../../kernel/tx.ts'
import { toMinor } from '../../../kernel/values/money.ts'
import { addTreatment } from '../../clinical/add-treatment.ts'
import { moveTreatment } from '../../clinical/move-treatment.ts'
import { createInvoice, type NewInvoice } from '../../invoicing/create-invoice.ts'
import { fitting, newest } from '../fitting.ts'
import { aPatient, aWorkplace } from '../people.ts'

/** What a treatment of the sandbox costs, in the major unit. */
const PRICE = 200

export const inMinor = ({ clinic: { currency } }: Tx, amount: number): number => toMinor(amount, currency) ?? 0

/** Work that is to be done for a patient. */
export async function plannedTreatment(tx: Tx, patientId?: string, steps: readonly { name: string }[] = []) {
  const priceMinor = inMinor(tx, PRICE)
  const whose = { patientId: await aPatient(tx, patientId), ...(await aWorkplace(tx)) }
  return (await addTreatment(tx, { ...whose, name: 'Composite filling', priceMinor, steps })).treatment
}

/** Bills work that was done for the patient just now. */
export async function billDoneWork(tx: Tx, patientId?: string, wishes: Partial<NewInvoice> = {}) {
  const { id, patient_id, branch_id, doctor_id } = await plannedTreatment(tx, patientId)
  for (const to of ['IN_PROGRESS', 'COMPLETED'] as const) await moveTreatment(tx, { id, to })
  return createInvoice(tx, {
    ...{ patientId: patient_id, branchId: branch_id, doctorId: doctor_id, lines: [{ treatmentId: id }] },
    ...wishes,
  })
}

const unpaid = newest(
  'invoice',
  `t.pending_minor > 1000 and t.insurance_minor = 0 and not t.balance_invoice and t.claim_id is null
    and coalesce(t.e_invoice_status, 'NONE') not in ('IN_PROGRESS', 'SUBMITTED', 'CLEARED')`,
)

/** An invoice on which something is still to be paid. */
export const anUnpaidInvoice = (tx: Tx, named?: string): Promise<string> =>
  fitting(tx, named, unpaid, () => billDoneWork(tx))
