import { recordPayment } from '../../server/src/domain/billing/record-payment.ts'
import { refundPayment } from '../../server/src/domain/billing/refund-payment.ts'
import { takeDeposit } from '../../server/src/domain/billing/take-deposit.ts'
import { createInvoice, type NewInvoice } from '../../server/src/domain/invoicing/create-invoice.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

type Branch = Awaited<ReturnType<TestApp['branch']>>
type Clinic = Awaited<ReturnType<TestApp['clinic']>>

const CROWN = { name: 'تاج زيركون', code: 'D2740', unitMinor: 220_000, discountPercent: 10 }
const ADVICE = { name: 'Advice', unitMinor: 15_000, quantity: 2, taxPercent: 0 }

/** An invoice of each state; of the open one a payment stands and another was given back; and money in advance. */
export async function seedMoney(
  app: TestApp,
  clinic: Clinic,
  { branch, patient, doctor }: Record<'branch' | 'patient' | 'doctor', { id: string }> & { branch: Branch },
) {
  const whose = { patientId: patient.id, branchId: branch.id }
  const bill = (wish: Partial<NewInvoice> = {}) =>
    app.write(clinic, tx => createInvoice(tx, { ...whose, doctorId: doctor.id, lines: [CROWN, ADVICE], ...wish }))
  const pay = (invoiceId: string, amount: number, type: 'CARD' | 'CASH') =>
    app.write(clinic, tx => recordPayment(tx, { invoiceId, amount, type, reference: 'POS-0017' }))
  await bill({ release: false })
  const settled = await bill({ lines: [{ name: 'Filling', unitMinor: 35_000, taxPercent: 0 }] })
  const open = await bill()
  await pay(settled.id, 350, 'CARD')
  const { id: paymentId } = await pay(open.id, 500, 'CARD')
  const { id } = await pay(open.id, 100, 'CASH')
  await app.write(clinic, tx => refundPayment(tx, { id }))
  await app.write(clinic, tx => takeDeposit(tx, { ...whose, amountMinor: 20_000, type: 'CASH' }))
  return { invoiceId: open.id, paymentId, number: open.reference_id }
}
