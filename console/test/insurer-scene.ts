import { insurePatient } from '../../server/src/domain/insurance/insure-patient.ts'
import { addInsurer } from '../../server/src/domain/insurance/insurer.ts'
import { addPolicy } from '../../server/src/domain/insurance/policy.ts'
import { addPolicyClass } from '../../server/src/domain/insurance/policy-class.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>

/** An insurer with a policy of two classes, and one that is no longer chosen. */
export function seedInsurers(app: TestApp, clinic: Clinic) {
  return app.write(clinic, async tx => {
    const insurer = await addInsurer(tx, {
      ...{ name: 'الواحة للتأمين', number: '0112345678', email: 'claims@waha.example', city: 'الرياض' },
      ...{ insurancePercentage: 80, insuranceLimitMinor: 500_000, approvalRequired: true },
    })
    await addInsurer(tx, { name: 'Sanad Cooperative', insurancePercentage: 50 })
    const policy = await addPolicy(tx, {
      ...{ insuranceCompanyId: insurer.id, policyNumber: 'P-7701', holderName: 'Palm Trading' },
      due: '2099-12-31T21:00:00Z',
    })
    await addPolicyClass(tx, { insurancePolicyId: policy.id, name: 'B' })
    const { id: classId } = await addPolicyClass(tx, {
      ...{ insurancePolicyId: policy.id, name: 'VIP', insurancePercentage: 92.5 },
      ...{ insuranceLimitMinor: 300_000, maxLimitMinor: 7_550 },
    })
    return { insurerId: insurer.id, policyId: policy.id, classId }
  })
}

/** A patient who is insured by the class. */
export const seedInsured = (
  app: TestApp,
  clinic: Clinic,
  patientId: string,
  { insurerId, policyId, classId }: Awaited<ReturnType<typeof seedInsurers>>,
) =>
  app.write(clinic, tx =>
    insurePatient(tx, { patientId, insuranceCompanyId: insurerId, policyId, classId, number: '310000001' }),
  )
