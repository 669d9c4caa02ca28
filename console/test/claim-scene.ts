import { openTreasury } from '../../server/src/domain/books/treasury.ts'
import { handOver } from '../../server/src/domain/claims/ask-insurer.ts'
import { openClaim } from '../../server/src/domain/claims/open-claim.ts'
import { addTreatment } from '../../server/src/domain/clinical/add-treatment.ts'
import { denyApproval, requestApproval } from '../../server/src/domain/clinical/treatment-approval.ts'
import { insurePatient } from '../../server/src/domain/insurance/insure-patient.ts'
import { createInvoice } from '../../server/src/domain/invoicing/create-invoice.ts'
import { addProcedure } from '../../server/src/domain/procedures/add-procedure.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

interface Place {
  clinic: Awaited<ReturnType<TestApp['clinic']>>
  branch: Awaited<ReturnType<TestApp['branch']>>
  insurerId: string
}

/** A claim that the insurer has over two invoices, one that is planned, and of further invoices one that can be claimed and one that cannot. */
export async function seedClaims(app: TestApp, { clinic, branch, insurerId: insuranceCompanyId }: Place) {
  const patient = await app.patient(branch, { first_name: 'نورة', last_name: 'العتيبي' })
  await app.write(clinic, tx => insurePatient(tx, { patientId: patient.id, insuranceCompanyId, number: '310000002' }))
  const stranger = await app.patient(branch, { first_name: 'Omar', last_name: 'Khalid' })
  const bill = (unitMinor: number, patientId = patient.id) =>
    app.write(clinic, tx =>
      createInvoice(tx, {
        ...{ patientId, branchId: branch.id, insuranceCompanyId },
        lines: [{ name: 'Crown', unitMinor, taxPercent: 0, insurancePercent: 80 }],
      }),
    )
  const treasury = await app.write(clinic, tx =>
    openTreasury(tx, { name: 'Claims bank', type: 'BANK', isDefault: false }),
  )
  const claim = async (invoiceIds: readonly string[], name: string) =>
    app.write(clinic, tx =>
      openClaim(tx, {
        ...{ insuranceCompanyId, branchId: branch.id, startDate: '2026-01-01', endDate: '2026-12-31' },
        ...{ invoiceIds, name },
      }),
    )
  const [first, second, third] = [await bill(125_000), await bill(250_000), await bill(50_000)]
  const submitted = await claim([first.id, second.id], 'July')
  await app.write(clinic, tx => handOver(tx, { id: submitted.id, reference: 'W-2026-07' }))
  const planned = await claim([third.id], 'August')
  const [free, blocked] = [await bill(100_000), await bill(80_000, stranger.id)]
  return {
    ...{ submittedId: submitted.id, plannedId: planned.id, treasuryId: treasury.id },
    ...{ numbers: [first, second].map(one => one.reference_id), free, blocked },
  }
}

/** Two treatments that the insurer was asked about, to one of which it said no, and one that it is still to be asked about. */
export async function seedApprovals(app: TestApp, { clinic, branch, insurerId: insuranceCompanyId }: Place) {
  const patient = await app.patient(branch, { first_name: 'نورة', last_name: 'العتيبي' })
  await app.write(clinic, tx => insurePatient(tx, { patientId: patient.id, insuranceCompanyId, number: '310000003' }))
  await app.sql('update insurance_company set approval_required = true where id = $1', [insuranceCompanyId])
  const { id: procedureId } = await app.write(clinic, tx =>
    addProcedure(tx, { name: 'Night guard', code: 'D9944', price: 900, approvalRequired: true }),
  )
  const plan = (name: string, tooth: number, more: { procedureId?: string } = {}) =>
    app.write(clinic, async tx => {
      const wanted = { patientId: patient.id, branchId: branch.id, name, tooth: [tooth], priceMinor: 220_000 }
      return (await addTreatment(tx, { ...wanted, ...more })).treatment
    })
  const asked = async (name: string, tooth: number) => {
    const { id } = await plan(name, tooth)
    return app.write(clinic, tx => requestApproval(tx, { id, insuranceCompanyId }))
  }
  const [awaited, denied] = [await asked('Zirconia crown', 26), await asked('Implant', 36)]
  await app.write(clinic, tx => denyApproval(tx, { id: denied.id, reason: 'Not covered by the class' }))
  await plan('Night guard', 11, { procedureId })
  return { awaitedId: awaited.id, deniedId: denied.id }
}
