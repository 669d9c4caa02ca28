import { prepareConsentForm } from '../../server/src/domain/forms/consent-form.ts'
import { createConsentTemplate } from '../../server/src/domain/forms/consent-template.ts'
import type { Practice, TestApp } from '../../server/test/support/app/harness.ts'

/** A text that patients sign, in both languages. */
export const EXTRACTION = {
  name: 'Consent to extraction',
  nameAr: 'موافقة على خلع سن',
  body: 'I was told what the extraction is, what it risks and what else could be done.\n\nI agree to it.',
  bodyAr: 'شُرح لي ما هو الخلع وما مخاطره وما البدائل.\n\nأوافق على إجرائه.',
  validDays: 30,
}

/** A text that is to be signed and witnessed, and a patient who has it before them. */
export async function seedForms(
  app: TestApp,
  { clinic, branch, doctor, patient }: Pick<Practice, 'clinic' | 'branch' | 'doctor' | 'patient'>,
) {
  return app.write(clinic, async tx => {
    const template = await createConsentTemplate(tx, { ...EXTRACTION, witnessRequired: true })
    await createConsentTemplate(tx, { name: 'General consent', body: 'I agree to be treated.' })
    const about = { templateId: template.id, patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
    const { id } = await prepareConsentForm(tx, about)
    return { consentId: id, templateId: template.id }
  })
}
