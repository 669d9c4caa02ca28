import type { FormField } from '@clinic/contract/form-fields.ts'
import { prepareConsentForm } from '../../server/src/domain/forms/consent-form.ts'
import { createConsentTemplate } from '../../server/src/domain/forms/consent-template.ts'
import { createForm } from '../../server/src/domain/forms/form.ts'
import type { Practice, TestApp } from '../../server/test/support/app/harness.ts'

/** A text that patients sign, in both languages. */
export const EXTRACTION = {
  name: 'Consent to extraction',
  nameAr: 'موافقة على خلع سن',
  body: 'I was told what the extraction is, what it risks and what else could be done.\n\nI agree to it.',
  bodyAr: 'شُرح لي ما هو الخلع وما مخاطره وما البدائل.\n\nأوافق على إجرائه.',
  validDays: 30,
}

const QUESTIONS: FormField[] = [
  { key: 'habits', type: 'section', label: { en: 'Habits', ar: 'العادات' } },
  { key: 'smoker', type: 'boolean', label: { en: 'Do you smoke?', ar: 'هل تدخن؟' }, required: true },
  {
    ...{ key: 'allergies', type: 'multiselect', label: { en: 'Allergies', ar: 'الحساسية' } },
    options: [{ value: 'latex', label: { en: 'Latex', ar: 'اللاتكس' } }],
  },
]

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
    const { form } = await createForm(tx, { title: 'Medical history', fields: QUESTIONS })
    return { consentId: id, templateId: template.id, formId: form.id }
  })
}
