import type { InvoiceRow } from '../../../src/domain/billing/invoice-row.ts'
import { MONEY_MISMATCHES } from '../../../src/domain/books/money-mismatches.ts'
import { createInvoice, type NewInvoice } from '../../../src/domain/invoicing/create-invoice.ts'
import { toMinor } from '../../../src/kernel/values/money.ts'
import type { Practice, TestApp } from '../app/harness.ts'

/** An invoice of the practice's patient over one line without tax, priced in the major unit, unless `wishes` say otherwise. */
export const issueInvoice = (
  app: TestApp,
  { clinic, branch, doctor, patient }: Practice,
  price: number,
  wishes: Partial<NewInvoice> = {},
): Promise<InvoiceRow> =>
  app.write(clinic, tx =>
    createInvoice(tx, {
      patientId: patient.id,
      branchId: branch.id,
      doctorId: doctor.id,
      lines: [{ name: 'Treatment', unitMinor: toMinor(price, clinic.currency), taxPercent: 0 }],
      ...wishes,
    }),
  )

/** Every way in which the money of a clinic does not add up; none is what it must be. */
export async function moneyMismatches(app: TestApp, companyId: string): Promise<unknown[]> {
  const rows = await Promise.all(MONEY_MISMATCHES.map(text => app.sql(text, [companyId])))
  return rows.flat()
}
