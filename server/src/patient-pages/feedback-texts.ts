import { ASKED_TEXTS } from './link-texts.ts'

/** What patients read where they say how a visit was, in the two languages of the pages. */
export const TEXTS = {
  en: {
    ...ASKED_TEXTS.en,
    title: 'Your visit',
    gate: 'How was your visit?',
    rating: 'Your rating',
    ratingHint: '1 is poor, 5 is excellent.',
    recommend: 'Would you recommend us?',
    recommendHint: '0 is not at all, 10 is by all means. You may leave it out.',
    comment: 'What else would you like to say?',
    missing: 'Please choose a rating.',
    send: 'Send',
    thanks: 'Thank you.',
    thanksNext: 'The clinic reads every answer.',
    USED: 'This was answered. Thank you.',
    REPLACED: 'The clinic sent a newer link. Please open that one.',
    EXPIRED: 'This link is over. You may still call the clinic.',
  },
  ar: {
    ...ASKED_TEXTS.ar,
    title: 'زيارتك',
    gate: 'كيف كانت زيارتك؟',
    rating: 'تقييمك',
    ratingHint: '١ ضعيف و٥ ممتاز.',
    recommend: 'هل توصي بنا؟',
    recommendHint: '٠ لا أبدًا و١٠ بالتأكيد. ويمكنك تركه.',
    comment: 'ماذا تود أن تضيف؟',
    missing: 'اختر تقييمًا من فضلك.',
    send: 'إرسال',
    thanks: 'شكرًا لك.',
    thanksNext: 'تقرأ العيادة كل إجابة.',
    USED: 'وصلت إجابتك. شكرًا لك.',
    REPLACED: 'أرسلت العيادة رابطًا أحدث. افتحه من فضلك.',
    EXPIRED: 'انتهى هذا الرابط. يمكنك الاتصال بالعيادة.',
  },
} as const
