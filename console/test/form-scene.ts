import type { FormField } from '@clinic/contract/form-fields.ts'
import { prepareConsentForm } from '../../server/src/domain/forms/consent-form.ts'
import { createConsentTemplate } from '../../server/src/domain/forms/consent-template.ts'
import { createForm } from '../../server/src/domain/forms/form.ts'
import { draftForm } from '../../server/src/domain/forms/submit-form.ts'
import type { Practice, TestApp } from '../../server/test/support/app/harness.ts'

/** A text that patients sign, in both languages. */
export const EXTRACTION = {
  name: 'Consent to extraction',
  nameAr: 'موافقة على خلع سن',
  body: 'I was told what the extraction is, what it risks and what else could be done.\n\nI agree to it.',
  bodyAr: 'شُرح لي ما هو الخلع وما مخاطره وما البدائل.\n\nأوافق على إجرائه.',
  validDays: 30,
}

/** A question of each kind. */
export const QUESTIONS: FormField[] = [
  { key: 'habits', type: 'section', label: { en: 'Habits', ar: 'العادات' } },
  { key: 'smoker', type: 'boolean', label: { en: 'Do you smoke?', ar: 'هل تدخن؟' }, required: true },
  {
    ...{ key: 'allergies', type: 'multiselect', label: { en: 'Allergies', ar: 'الحساسية' } },
    options: [
      { value: 'latex', label: { en: 'Latex', ar: 'اللاتكس' } },
      { value: 'penicillin', label: { en: 'Penicillin', ar: 'البنسلين' } },
    ],
  },
  {
    ...{ key: 'perDay', type: 'integer', label: { en: 'How many a day?', ar: 'كم سيجارة في اليوم؟' }, min: 1, max: 99 },
    ...{ required: true, visibleWhen: { key: 'smoker', equals: true } },
  },
  {
    ...{ key: 'heard', type: 'select', label: { en: 'Who sent you?', ar: 'من أرسلك؟' } },
    options: [{ value: 'friend', label: { en: 'A friend', ar: 'صديق' } }],
  },
  { key: 'work', type: 'text', label: { en: 'Occupation', ar: 'المهنة' }, help: { en: 'As on the card' } },
  { key: 'illness', type: 'paragraph', label: { en: 'Illnesses', ar: 'الأمراض' } },
  { key: 'weight', type: 'number', label: { en: 'Weight in kg', ar: 'الوزن بالكيلوغرام' } },
  { key: 'pain', type: 'scale', label: { en: 'How much does it hurt?', ar: 'ما شدة الألم؟' } },
  { key: 'since', type: 'date', label: { en: 'Since when', ar: 'منذ متى' } },
  { key: 'reach', type: 'time', label: { en: 'When to call', ar: 'وقت الاتصال' } },
  { key: 'mail', type: 'email', label: { en: 'E-mail', ar: 'البريد' } },
  { key: 'mobile', type: 'phone', label: { en: 'Mobile', ar: 'الجوال' } },
  { key: 'sore', type: 'teeth', label: { en: 'Which teeth hurt?', ar: 'أي الأسنان تؤلمك؟' } },
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
    const begun = await draftForm(tx, { formId: form.id, patientId: patient.id, answers: { smoker: true } })
    return { consentId: id, templateId: template.id, formId: form.id, begunId: begun.id }
  })
}
