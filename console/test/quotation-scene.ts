import { addTreatment } from '../../server/src/domain/clinical/add-treatment.ts'
import { makeQuotation } from '../../server/src/domain/clinical/make-quotation.ts'
import type { Practice, TestApp } from '../../server/test/support/app/harness.ts'

type Where = Pick<Practice, 'clinic' | 'branch' | 'doctor' | 'patient'>

/** Something that is planned for a patient. */
export async function planned(
  app: TestApp,
  { clinic, branch, doctor, patient }: Where,
  name: string,
  priceMinor: number,
): Promise<string> {
  const wanted = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id, name, priceMinor, tooth: [26] }
  return (await app.write(clinic, tx => addTreatment(tx, wanted))).treatment.id
}

/** Two options to a patient; answers the id of the first. */
export async function seedQuotation(app: TestApp, where: Where): Promise<string> {
  const { clinic, branch, doctor, patient } = where
  const [crown, implant] = [
    await planned(app, where, 'تاج زيركونيا', 180_000),
    await planned(app, where, 'Implant with crown', 650_000),
  ]
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id, name: 'Tooth 26' }
  return app.write(clinic, async tx => {
    const first = await makeQuotation(tx, { ...about, treatmentIds: [crown], optionLabel: 'A', notes: 'زيارتان' })
    const beside = {
      groupId: first.id,
      optionLabel: 'B',
      optionPlace: 1,
      discountPercent: 10,
      diagnosticFeeMinor: 5_000,
    }
    await makeQuotation(tx, { ...about, ...beside, treatmentIds: [implant] })
    return first.id
  })
}
