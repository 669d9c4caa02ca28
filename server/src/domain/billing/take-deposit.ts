import { paymentCreated } from '@clinic/contract/payments.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { addIncome } from './add-income.ts'
import { movePatientTotals } from './patient-totals.ts'
import { type PaymentRow, type PaymentType, paymentFacts } from './payment-row.ts'
import { columnsOf } from './take-payment.ts'
import { namedTreasury, treasuryFor } from './treasury.ts'

export interface Deposit {
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
  const treasury = await (treasuryId === undefined ? treasuryFor(tx, branchId, type) : namedTreasury(tx, treasuryId))
  const id = newId('pay', Date.parse(tx.now))
  const payment = tx.add('payment', {
    ...columnsOf({ id, type, amountMinor, treasuryId: treasury, reference }),
    applied_minor: 0,
    balance_minor: amountMinor,
    tax_minor: 0,
    invoice_id: null,
    patient_id: patient.id,
    branch_id: branchId,
    doctor_id: null,
    appointment_id: null,
    insurance_company_id: null,
    chart: null,
  })
  tx.emit(paymentCreated, paymentFacts(tx.clinic, payment))
  await addIncome(tx, payment, { name: 'Patient credit' })
  await movePatientTotals(tx, patient.id, { balanceMinor: amountMinor })
  return payment
}
