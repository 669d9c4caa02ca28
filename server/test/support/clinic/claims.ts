import type { InvoiceRow } from '../../../src/domain/billing/invoice-row.ts'
import { type NewClaim, openClaim } from '../../../src/domain/claims/open-claim.ts'
import { insurePatient } from '../../../src/domain/insurance/insure-patient.ts'
import type { InsurerRow } from '../../../src/domain/insurance/insurer.ts'
import { addInsurer } from '../../../src/domain/insurance/insurer.ts'
import type { Practice, TestApp } from '../app/harness.ts'
import { issueInvoice } from './money.ts'

let insurers = 0

export const newInsurer = (app: TestApp, { clinic }: Practice): Promise<InsurerRow> =>
  app.write(clinic, tx => addInsurer(tx, { name: `Insurer ${++insurers}` }))

/** An invoice of which the insurer bears the whole price, in the major unit. */
export const insuredInvoice = (
  app: TestApp,
  practice: Practice,
  insurer: InsurerRow,
  price: number,
): Promise<InvoiceRow> =>
  issueInvoice(app, practice, price, {
    insuranceCompanyId: insurer.id,
    lines: [{ name: 'Crown', unitMinor: Math.round(price * 100), taxPercent: 0, insurancePercent: 100 }],
  })

/** The same, of the practice's patient insured by that insurer: it can be claimed. */
export async function claimableInvoice(
  app: TestApp,
  practice: Practice,
  insurer: InsurerRow,
  price: number,
): Promise<InvoiceRow> {
  const { clinic, patient } = practice
  const by = { patientId: patient.id, insuranceCompanyId: insurer.id, number: '310000001' }
  await app.write(clinic, tx => insurePatient(tx, by))
  return insuredInvoice(app, practice, insurer, price)
}

/** A claim of everything that the insurer was not asked for yet. */
export const claimOf = (
  app: TestApp,
  { clinic, branch }: Practice,
  insurer: InsurerRow,
  wishes: Partial<NewClaim> = {},
) =>
  app.write(clinic, tx =>
    openClaim(tx, {
      ...{ insuranceCompanyId: insurer.id, branchId: branch.id, startDate: '2020-01-01', endDate: '2099-12-31' },
      ...wishes,
    }),
  )
