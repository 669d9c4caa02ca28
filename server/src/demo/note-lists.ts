import type { NoteField } from '@clinic/contract/staff/note-fields.ts'

interface Asked {
  key: NoteField
  prompt: { en: string; ar: string }
  preset: string
}

/** What a note may begin with: its key, name and type of visit, and what it asks. */
export interface TemplatePlan {
  key: string
  name: string
  visitType: string | null
  fields: readonly Asked[]
}

const asks = (key: NoteField, en: string, ar: string, preset = ''): Asked => ({ key, prompt: { en, ar }, preset })
const complaint = asks('chiefComplaint', 'What brings the patient', 'سبب الزيارة')
const findings = asks('clinicalNotes', 'Findings', 'الموجودات')
const diagnosis = asks('diagnosis', 'Diagnosis', 'التشخيص')
const advice = asks(
  'consultationNotes',
  'What was discussed',
  'ما نوقش مع المريض',
  'Options, risks and costs were explained.',
)

const ANYWHERE: readonly TemplatePlan[] = [
  {
    key: 'consultation',
    name: 'Consultation',
    visitType: 'Consultation',
    fields: [complaint, findings, diagnosis, advice],
  },
  {
    ...{ key: 'follow-up', name: 'Follow-up', visitType: 'Follow-up' },
    fields: [
      asks('symptoms', 'Since the last visit', 'منذ الزيارة الأخيرة', 'No complaints.'),
      findings,
      asks('dischargeSummary', 'What comes next', 'الخطوة التالية'),
    ],
  },
  {
    ...{ key: 'emergency', name: 'Emergency', visitType: 'Emergency' },
    fields: [
      complaint,
      asks('symptoms', 'Since when, how strong', 'منذ متى وما شدته', 'Pain from 0 to 10: '),
      findings,
      diagnosis,
      asks('dischargeSummary', 'What was done, what to watch', 'ما أُجري وما يُراقب'),
    ],
  },
]
const DENTAL: readonly TemplatePlan[] = [
  {
    ...{ key: 'treatment', name: 'Treatment', visitType: 'Treatment' },
    fields: [
      asks('clinicalNotes', 'What was done, on which teeth', 'ما أُجري وعلى أي أسنان', 'Anaesthesia: \nMaterials: '),
      asks('dischargeSummary', 'Advice to the patient', 'إرشادات للمريض', 'No hot food until the numbness is gone.'),
    ],
  },
  {
    ...{ key: 'root-canal', name: 'Root canal visit', visitType: null },
    fields: [
      asks(
        'clinicalNotes',
        'Canals, lengths, medication',
        'القنوات وأطوالها والدواء',
        'Rubber dam. Canals: \nLengths: ',
      ),
      asks('imagingOrdered', 'Images', 'الصور', 'Periapical X-ray'),
      diagnosis,
    ],
  },
  {
    ...{ key: 'surgery', name: 'Oral surgery', visitType: null },
    fields: [
      asks('clinicalNotes', 'The operation', 'العملية', 'Consent checked. Sutures: '),
      asks(
        'dischargeSummary',
        'After the operation',
        'بعد العملية',
        'Bite on the gauze for 30 minutes, no rinsing today.',
      ),
    ],
  },
]
const MEDICAL: readonly TemplatePlan[] = [
  {
    ...{ key: 'treatment', name: 'Treatment', visitType: 'Treatment' },
    fields: [asks('clinicalNotes', 'What was done', 'ما أُجري'), asks('dischargeSummary', 'Advice', 'الإرشادات')],
  },
  {
    ...{ key: 'chronic', name: 'Chronic disease', visitType: null },
    fields: [
      asks('testsOrdered', 'Laboratory tests', 'الفحوص المخبرية', 'HbA1c\nComplete blood count'),
      asks('clinicalNotes', 'Control and medication', 'السيطرة والأدوية'),
    ],
  },
  {
    ...{ key: 'referral', name: 'Referral', visitType: null },
    fields: [diagnosis, asks('consultationNotes', 'To whom and why', 'إلى من ولماذا')],
  },
]

/** The six templates of a clinic. */
export const templatesOf = (chart: string | undefined): readonly TemplatePlan[] => [
  ...ANYWHERE,
  ...(chart === 'DENTAL' ? DENTAL : MEDICAL),
]
