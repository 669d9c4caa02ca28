import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { treasuryFor } from '../books/treasury.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { movePatientTotals } from './patient-totals.ts'
import type { PaymentRow, PaymentType } from './payment-row.ts'
import { enterPayment } from './take-payment.ts'

interface Deposit {
  patientId: string
  branchId: string
  amountMinor: number
  type: Exclude<PaymentType, 'BALANCE' | 'INSURANCE'>
  treasuryId?: string
  reference?: string
}

/** Takes money in advance: no invoice yet, all of it is the patient's credit. */
export async function takeDeposit(tx: Tx, deposit: Deposit): Promise<PaymentRow> {
  const { patientId, branchId, amountMinor, type, treasuryId, reference = null } = deposit
  if (amountMinor <= 0) refuseInput({ path: '/amountMinor', code: 'minimum', message: 'must be above 0' })
  const patient = await wholePatientFile(tx, patientId)
  const payment = await enterPayment(tx, 'Patient credit', {
    id: newId('pay', Date.parse(tx.now)),
    ...{ type, reference },
    amount_minor: amountMinor,
    applied_minor: 0,
    balance_minor: amountMinor,
    tax_minor: 0,
    invoice_id: null,
    patient_id: patient.id,
    branch_id: branchId,
    doctor_id: null,
    appointment_id: null,
    insurance_company_id: null,
    treasury_id: await treasuryFor(tx, branchId, type, treasuryId),
    chart: null,
  })
  await movePatientTotals(tx, patient.id, { balanceMinor: amountMinor })
  return payment
}
