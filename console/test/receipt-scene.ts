import { refundPayment } from '../../server/src/domain/billing/refund-payment.ts'
import { storedLines } from '../../server/src/domain/billing/stored-lines.ts'
import { takeTenders } from '../../server/src/domain/billing/take-tenders.ts'
import { creditInvoice } from '../../server/src/domain/invoicing/credit-invoice.ts'
import type { Practice, TestApp } from '../../server/test/support/app/harness.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'

type Billed = Omit<Practice, 'api'>

/** A clinic where receipts are written; everything that can stand on one, in its currency. */
export async function receiptPractice(app: TestApp, currency: string): Promise<Billed> {
  const opened = await app.clinic({ name: 'Palm Dental Clinic', name_ar: 'عيادة النخلة لطب الأسنان', currency })
  const branch = await app.branch(opened, {
    ...{ name: 'Olaya', name_ar: 'العليا', address: 'King Fahd Road 12, Riyadh', phones: ['+966112345678'] },
  })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh', display_name_ar: 'د. نور صالح' })
  const patient = await app.patient(branch, { first_name: 'Salma', last_name: 'Haddad', birth_date: '1990-05-04' })
  return { clinic: opened, branch, doctor, patient }
}

/** An invoice that was paid in two ways, a part given back, and a line of it credited. */
export async function busyInvoice(app: TestApp, practice: Billed): Promise<string> {
  const { clinic } = practice
  const lines = [
    { name: 'تاج زيركونيا', unitMinor: 180_000, taxPercent: 15, insurancePercent: 20 },
    {
      name: 'Scaling and polishing of all teeth',
      unitMinor: 25_000,
      quantity: 2,
      discountMinor: 5_000,
      taxPercent: 15,
    },
    { name: 'Advice', unitMinor: 10_000, taxPercent: 0 },
  ]
  const points = { used: 100, minor: 500 }
  const { id } = await issueInvoice(app, { ...practice, api: app.api() }, 0, { lines, discountMinor: 10_500, points })
  await app.write(clinic, tx =>
    takeTenders(tx, {
      ...{ invoiceId: id, keepsExcess: false },
      tenders: [
        { type: 'CARD', amountMinor: 100_000, reference: 'POS-0017' },
        { type: 'CASH', amountMinor: 45_000, receivedMinor: 50_000 },
      ],
    }),
  )
  const [card] = await app.sql<{ id: string }>(`select id from payment where invoice_id = $1 and type = 'CARD'`, [id])
  await app.write(clinic, tx => refundPayment(tx, { id: card?.id ?? '', amountMinor: 33_333, reason: 'Too much' }))
  const [, scaling] = await app.write(clinic, tx => storedLines(tx, id))
  const lineId = scaling?.id ?? ''
  await app.write(clinic, tx => creditInvoice(tx, { id, lines: [{ lineId, quantity: 1 }], reason: 'Done once' }))
  return id
}
