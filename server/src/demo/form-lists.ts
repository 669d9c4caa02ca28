import type { FormField } from '@clinic/contract/form-fields.ts'

const label = (en: string, ar: string) => ({ en, ar })
const option = (value: string, en: string, ar: string) => ({ value, label: label(en, ar) })

const ALLERGIES = [
  option('penicillin', 'Penicillin', 'البنسلين'),
  option('latex', 'Latex', 'اللاتكس'),
  option('anaesthetic', 'Local anaesthetic', 'التخدير الموضعي'),
  option('other', 'Something else', 'شيء آخر'),
]
const CONDITIONS = [
  option('diabetes', 'Diabetes', 'السكري'),
  option('pressure', 'High blood pressure', 'ضغط الدم المرتفع'),
  option('heart', 'Heart disease', 'أمراض القلب'),
  option('asthma', 'Asthma', 'الربو'),
]

export const MEDICAL_HISTORY: readonly FormField[] = [
  { key: 'health', type: 'section', label: label('Your health', 'صحتك') },
  {
    ...{ key: 'conditions', type: 'multiselect', options: CONDITIONS },
    label: label('Do you have one of these?', 'هل تعاني من أحد هذه الأمراض؟'),
  },
  {
    ...{ key: 'allergies', type: 'multiselect', options: ALLERGIES },
    label: label('Are you allergic to something?', 'هل لديك حساسية من شيء؟'),
  },
  {
    ...{ key: 'otherAllergy', type: 'text', required: true, maxLength: 200 },
    label: label('What else are you allergic to?', 'ما الشيء الآخر؟'),
    visibleWhen: { key: 'allergies', equals: 'other' },
  },
  { key: 'smoker', type: 'boolean', required: true, label: label('Do you smoke?', 'هل تدخن؟') },
  {
    ...{ key: 'cigarettes', type: 'integer', min: 1, max: 100, required: true },
    label: label('How many a day?', 'كم سيجارة في اليوم؟'),
    visibleWhen: { key: 'smoker', equals: true },
  },
  { key: 'lastVisit', type: 'date', label: label('Last visit to a dentist', 'آخر زيارة لطبيب الأسنان') },
]

export const PAIN_DIARY: readonly FormField[] = [
  { key: 'pain', type: 'scale', required: true, label: label('How strong is the pain?', 'ما شدة الألم؟') },
  {
    ...{ key: 'teeth', type: 'teeth', label: label('Which teeth?', 'أي أسنان؟') },
    help: label('FDI numbers', 'ترقيم FDI'),
  },
  { key: 'notes', type: 'paragraph', maxLength: 2000, label: label('Anything else?', 'هل من شيء آخر؟') },
]

/** Name, and how many days it may be signed; null is without end. */
export const CONSENTS = [
  {
    ...{ key: 'general', name: 'General consent to treatment', nameAr: 'موافقة عامة على العلاج' },
    ...{ validDays: null, about: /examination|filling|Scaling/ },
  },
  {
    ...{ key: 'extraction', name: 'Consent to extraction', nameAr: 'موافقة على خلع الأسنان' },
    ...{ validDays: 30, about: /extraction|Impacted/ },
  },
  {
    ...{ key: 'endodontics', name: 'Consent to root canal treatment', nameAr: 'موافقة على علاج العصب' },
    ...{ validDays: 30, about: /Root canal/ },
  },
  {
    ...{ key: 'implant', name: 'Consent to implant surgery', nameAr: 'موافقة على زراعة الأسنان' },
    ...{ validDays: 60, about: /Implant/ },
  },
  {
    ...{ key: 'orthodontics', name: 'Consent to orthodontic treatment', nameAr: 'موافقة على تقويم الأسنان' },
    ...{ validDays: 60, about: /braces|aligners/ },
  },
] as const

/** What is agreed to, in both languages. */
export const wordsOf = ({ name, nameAr }: Pick<(typeof CONSENTS)[number], 'name' | 'nameAr'>) => ({
  name,
  name_ar: nameAr,
  body: `${name}. The treatment, its risks and the alternatives were explained to me.\n\nI agree to it. (Invented for the demo.)`,
  body_ar: `${nameAr}. شُرح لي العلاج ومخاطره وبدائله.\n\nأوافق عليه. (نص مبتكر للتجربة.)`,
})
