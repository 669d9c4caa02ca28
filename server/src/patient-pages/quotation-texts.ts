import { ASKED_TEXTS, SIGNING_TEXTS } from './link-texts.ts'

/** What patients read around a quotation, in the two languages of the pages. */
export const TEXTS = {
  en: {
    ...ASKED_TEXTS.en,
    ...SIGNING_TEXTS.en,
    title: 'Your quotation',
    gate: 'Your quotation',
    choose: 'Choose one and sign',
    one: 'Read and sign',
    accept: 'I accept',
    missing: 'Choose an option and type your full name.',
    thanksNext: 'The clinic has it now, and will call you about the next step.',
    USED: 'This quotation was signed. Nothing more is to be done here.',
    REPLACED: 'This quotation was replaced by a newer one. Ask the clinic for the new link.',
    EXPIRED: 'This quotation is no longer valid. Ask the clinic for a new one.',
  },
  ar: {
    ...ASKED_TEXTS.ar,
    ...SIGNING_TEXTS.ar,
    title: 'عرض السعر',
    gate: 'عرض السعر الخاص بك',
    choose: 'اختر عرضًا ووقّع',
    one: 'اقرأ ووقّع',
    accept: 'أوافق',
    missing: 'اختر عرضًا واكتب اسمك الكامل.',
    thanksNext: 'وصل توقيعك إلى العيادة وستتصل بك بشأن الخطوة التالية.',
    USED: 'وُقّع عرض السعر هذا، ولا شيء آخر مطلوب هنا.',
    REPLACED: 'حلّ عرض أحدث محل هذا العرض. اطلب من العيادة الرابط الجديد.',
    EXPIRED: 'لم يعد عرض السعر هذا صالحًا. اطلب من العيادة عرضًا جديدًا.',
  },
} as const
