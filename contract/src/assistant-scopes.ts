/**
 * What an assistant may be allowed to read, with the sentence that the consent page shows and a question that the scope
 * answers. Sensitive ones show a patient's health or how to reach them: the console marks them, and the consent page ticks
 * none of them beforehand.
 */
export const ASSISTANT_SCOPES = {
  'clinic:read': {
    byDefault: true,
    sensitive: false,
    en: 'See the clinic, its branches, staff names and price list.',
    ar: 'بيانات العيادة وفروعها وأسماء العاملين فيها وقائمة أسعارها.',
    question: { en: 'What do we charge for a root canal?', ar: 'كم سعر علاج العصب لدينا؟' },
  },
  'schedule:read': {
    byDefault: true,
    sensitive: false,
    en: 'See appointments and free slots.',
    ar: 'المواعيد والأوقات المتاحة.',
    question: { en: 'Who is my first patient tomorrow?', ar: 'من أول مريض لدي غدًا؟' },
  },
  'patients:read': {
    byDefault: true,
    sensitive: false,
    en: 'Find patients and see their name, age, gender and masked phone number.',
    ar: 'أسماء المرضى وأعمارهم وجنسهم وأرقام هواتفهم مخفية جزئيًا، مع البحث عنهم.',
    question: { en: 'Find the patient with file number 1204.', ar: 'ابحث عن المريض صاحب الملف رقم 1204.' },
  },
  'clinical:read': {
    byDefault: true,
    sensitive: true,
    en: 'Read visit notes, measurements, treatments, prescriptions and lab orders.',
    ar: 'ملاحظات الزيارات والقياسات والعلاجات والوصفات الطبية وطلبات المختبر.',
    question: { en: 'What did we do for him at the last visit?', ar: 'ماذا فعلنا له في الزيارة الأخيرة؟' },
  },
  'documents:read': {
    byDefault: false,
    sensitive: true,
    en: 'See the list of files and x-rays, not what is in them.',
    ar: 'قائمة الملفات وصور الأشعة دون محتواها.',
    question: { en: 'When was her last panoramic x-ray?', ar: 'متى كانت آخر صورة أشعة بانورامية لها؟' },
  },
  'billing:read': {
    byDefault: false,
    sensitive: false,
    en: 'See invoices, payments and quotations.',
    ar: 'الفواتير والمدفوعات وعروض الأسعار.',
    question: { en: 'Which invoices are still open?', ar: 'ما الفواتير التي لم تُسدَّد بعد؟' },
  },
  'insurance:read': {
    byDefault: false,
    sensitive: false,
    en: 'See insurance policies and claims.',
    ar: 'وثائق التأمين والمطالبات.',
    question: { en: 'Which claims were rejected this month?', ar: 'ما المطالبات التي رُفضت هذا الشهر؟' },
  },
  'patients:read.pii': {
    byDefault: false,
    sensitive: true,
    en: 'See full phone numbers, e-mail and postal addresses and dates of birth of patients.',
    ar: 'أرقام هواتف المرضى كاملة وبريدهم الإلكتروني وعناوينهم وتواريخ ميلادهم.',
    question: { en: 'What is her full phone number?', ar: 'ما رقم هاتفها الكامل؟' },
  },
} as const satisfies Record<string, ScopeFacts>

interface ScopeFacts {
  byDefault: boolean
  sensitive: boolean
  en: string
  ar: string
  question: { en: string; ar: string }
}

export type AssistantScope = keyof typeof ASSISTANT_SCOPES

export const isAssistantScope = (name: string): name is AssistantScope => Object.hasOwn(ASSISTANT_SCOPES, name)

export const ALL_ASSISTANT_SCOPES: readonly AssistantScope[] = Object.keys(ASSISTANT_SCOPES).filter(isAssistantScope)
/** The scopes that are asked for unless a client says which. */
export const DEFAULT_ASSISTANT_SCOPES = ALL_ASSISTANT_SCOPES.filter(scope => ASSISTANT_SCOPES[scope].byDefault)

/** The scopes in a text as OAuth writes them, without those that mean nothing here. */
export const assistantScopesIn = (text: string): AssistantScope[] => text.split(' ').filter(isAssistantScope)
