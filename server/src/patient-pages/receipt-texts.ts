import { ASKED_TEXTS } from './link-texts.ts'

/** What patients read around a receipt, in the two languages of the pages. */
export const TEXTS = {
  en: {
    ...ASKED_TEXTS.en,
    title: 'Your receipt',
    gate: 'Your receipt',
    print: 'Print',
    thanks: 'Thank you',
    thanksNext: 'Nothing more is to be done here.',
    USED: 'This link was used.',
    REPLACED: 'This link was replaced by a newer one. Ask the clinic for it.',
    EXPIRED: 'This link is no longer valid. Ask the clinic for a new one.',
  },
  ar: {
    ...ASKED_TEXTS.ar,
    title: 'إيصالك',
    gate: 'إيصالك',
    print: 'طباعة',
    thanks: 'شكرًا لك',
    thanksNext: 'لا شيء آخر مطلوب هنا.',
    USED: 'استُخدم هذا الرابط.',
    REPLACED: 'حلّ رابط أحدث محل هذا الرابط. اطلبه من العيادة.',
    EXPIRED: 'لم يعد هذا الرابط صالحًا. اطلب من العيادة رابطًا جديدًا.',
  },
} as const
