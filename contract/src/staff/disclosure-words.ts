/** How a disclosure is told to a person: by words of the clinic, never by names of fields or operations. */

type Language = 'en' | 'ar'
type Words = Readonly<Record<string, readonly [en: string, ar: string]>>

/** Fields of a patient that identify, reach or describe them; what is not here says nothing of a person. */
const FIELDS: Words = {
  firstName: ['name', 'الاسم'],
  lastName: ['name', 'الاسم'],
  fullName: ['name', 'الاسم'],
  phoneNumber: ['phone', 'الهاتف'],
  phoneNumberMasked: ['masked phone', 'الهاتف مخفيًا جزئيًا'],
  email: ['e-mail', 'البريد الإلكتروني'],
  address: ['address', 'العنوان'],
  birthDate: ['date of birth', 'تاريخ الميلاد'],
  gender: ['gender', 'الجنس'],
  nationalId: ['national ID', 'رقم الهوية'],
  fileNumber: ['file number', 'رقم الملف'],
  insurance: ['insurance', 'التأمين'],
}

const RECORDS: Words = {
  patient: ['patient file', 'ملف المريض'],
  appointment: ['appointments', 'المواعيد'],
  invoice: ['invoices', 'الفواتير'],
  payment: ['payments', 'الدفعات'],
  online_payment: ['online payments', 'الدفعات الإلكترونية'],
  treatment: ['treatments', 'العلاجات'],
  quotation: ['quotations', 'عروض الأسعار'],
  prescription: ['prescriptions', 'الوصفات الطبية'],
  lab_order: ['lab orders', 'طلبات المختبر'],
  claim: ['insurance claims', 'مطالبات التأمين'],
  einvoice_submission: ['e-invoices', 'الفواتير الإلكترونية'],
  lead: ['leads', 'العملاء المحتملون'],
  message: ['messages', 'الرسائل'],
  communication: ['messages', 'الرسائل'],
  conversation: ['conversations', 'المحادثات'],
  conversation_message: ['conversations', 'المحادثات'],
  loyalty_account: ['loyalty points', 'نقاط الولاء'],
  loyalty_transaction: ['loyalty points', 'نقاط الولاء'],
  feedback: ['feedback', 'التقييمات'],
  task: ['tasks', 'المهام'],
  consent_form: ['consent forms', 'نماذج الموافقة'],
  form_submission: ['forms', 'النماذج'],
  encounter: ['visits', 'الزيارات'],
  measurement: ['measurements', 'القياسات'],
  file: ['files', 'الملفات'],
  file_upload: ['files', 'الملفات'],
  xray: ['X-rays', 'صور الأشعة'],
  event: ['events', 'الأحداث'],
  auditRecord: ['audit log', 'سجل التدقيق'],
  disclosure: ['disclosure log', 'سجل الاطلاع'],
  exportJob: ['exports', 'التصديرات'],
  exportWithLink: ['exports', 'التصديرات'],
}
const OTHER = ['other records', 'سجلات أخرى'] as const

/** In the order in which they stand here. */
const wordsOf = (words: Words, names: readonly string[], language: Language): string[] =>
  Object.entries(words).flatMap(([name, [en, ar]]) => (names.includes(name) ? [language === 'en' ? en : ar] : []))

/** What of a patient was dealt with, in a few words: fields of their file, and what other records. */
export function disclosedThings(
  { records, fields }: { records: readonly string[]; fields: readonly string[] },
  language: Language,
): string[] {
  const ofFile = records.includes('patient') ? wordsOf(FIELDS, fields, language) : []
  const others = records.filter(name => name !== 'patient' || ofFile.length === 0)
  const unnamed = others.some(name => !RECORDS[name]) ? [OTHER[language === 'en' ? 0 : 1]] : []
  return [...new Set([...ofFile, ...wordsOf(RECORDS, others, language), ...unnamed])]
}

const ROLES: Words = {
  owner: ['owner', 'مالك'],
  admin: ['admin', 'مدير'],
  doctor: ['doctor', 'طبيب'],
  receptionist: ['receptionist', 'موظف استقبال'],
  accountant: ['accountant', 'محاسب'],
  assistant: ['dental assistant', 'مساعد طبيب أسنان'],
}
const KINDS: Words = {
  installation: ['plugin', 'إضافة'],
  staff: ['staff', 'أحد العاملين'],
  assistant: ['AI assistant', 'مساعد ذكاء اصطناعي'],
  publisher: ['publisher', 'ناشر'],
  system: ['clinic platform', 'منصة العيادة'],
}

const one = (words: Words, name: string, language: Language): string => wordsOf(words, [name], language)[0] ?? name

/** What a person is in the clinic, or what else acted, in a word. */
export const roleWord = (role: string, language: Language): string => one(ROLES, role, language)
export const actorKindWord = (kind: string, language: Language): string => one(KINDS, kind, language)
