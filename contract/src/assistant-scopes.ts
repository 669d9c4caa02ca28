/** What an assistant may be allowed to read, with the sentence that the consent page shows. */
export const ASSISTANT_SCOPES = {
  'clinic:read': {
    byDefault: true,
    en: 'See the clinic, its branches, staff names and price list.',
    ar: 'الاطلاع على بيانات العيادة وفروعها وأسماء العاملين فيها وقائمة أسعارها.',
  },
  'schedule:read': {
    byDefault: true,
    en: 'See appointments and free slots.',
    ar: 'الاطلاع على المواعيد والأوقات المتاحة.',
  },
  'patients:read': {
    byDefault: true,
    en: 'Find patients and see their name, age, gender and masked phone number.',
    ar: 'البحث عن المرضى والاطلاع على الاسم والعمر والجنس ورقم هاتف مخفي.',
  },
  'clinical:read': {
    byDefault: true,
    en: 'Read visit notes, measurements, treatments, prescriptions and lab orders.',
    ar: 'قراءة ملاحظات الزيارات والقياسات والعلاجات والوصفات وطلبات المختبر.',
  },
  'documents:read': {
    byDefault: false,
    en: 'See the list of files and x-rays, not what is in them.',
    ar: 'الاطلاع على قائمة الملفات وصور الأشعة دون محتواها.',
  },
  'billing:read': {
    byDefault: false,
    en: 'See invoices, payments and quotations.',
    ar: 'الاطلاع على الفواتير والمدفوعات وعروض الأسعار.',
  },
  'insurance:read': {
    byDefault: false,
    en: 'See insurance policies and claims.',
    ar: 'الاطلاع على وثائق التأمين والمطالبات.',
  },
  'patients:read.pii': {
    byDefault: false,
    en: 'See full phone numbers, e-mail and postal addresses, dates of birth and national ids of patients.',
    ar: 'الاطلاع على أرقام الهواتف الكاملة والبريد الإلكتروني والعناوين وتواريخ الميلاد وأرقام الهوية للمرضى.',
  },
} as const satisfies Record<string, { byDefault: boolean; en: string; ar: string }>

export type AssistantScope = keyof typeof ASSISTANT_SCOPES
