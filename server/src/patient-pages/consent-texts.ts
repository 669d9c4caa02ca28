import { ASKED_TEXTS, SIGNING_TEXTS } from './link-texts.ts'

/** What patients read around a consent, in the two languages of the pages. */
export const TEXTS = {
  en: {
    ...ASKED_TEXTS.en,
    ...SIGNING_TEXTS.en,
    title: 'Your consent',
    gate: 'Something to read and sign',
    read: 'Read and sign',
    missing: 'Type your full name.',
    thanksNext: 'The clinic has it now. Nothing more is to be done here.',
    USED: 'This was signed. Nothing more is to be done here.',
    REPLACED: 'The clinic sent a newer link to this. Please open that one, or call the clinic.',
    EXPIRED: 'This can no longer be signed. Ask the clinic for a new link.',
  },
  ar: {
    ...ASKED_TEXTS.ar,
    ...SIGNING_TEXTS.ar,
    title: 'موافقتك',
    gate: 'مستند للقراءة والتوقيع',
    read: 'اقرأ ووقّع',
    missing: 'اكتب اسمك الكامل.',
    thanksNext: 'وصل توقيعك إلى العيادة، ولا شيء آخر مطلوب هنا.',
    USED: 'وُقّع هذا المستند، ولا شيء آخر مطلوب هنا.',
    REPLACED: 'أرسلت العيادة رابطًا أحدث. افتحه أو اتصل بالعيادة.',
    EXPIRED: 'لم يعد ممكنًا توقيع هذا المستند. اطلب من العيادة رابطًا جديدًا.',
  },
} as const
