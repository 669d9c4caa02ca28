/** What is read on every page that a link leads a patient to, in the two languages of the pages. */
export const LINK_TEXTS = {
  en: {
    direction: 'ltr',
    otherLanguage: 'العربية',
    sandbox: 'Test. Nothing here is real.',
    questions: 'Questions? Call the clinic:',
    unknownTitle: 'This link is not known',
    unknown: 'Please check that it was copied whole, or ask the clinic for a new one.',
    troubleTitle: 'Something went wrong on our side',
    trouble: 'Nothing was changed. Please try again shortly.',
    tooManyTitle: 'Too many attempts',
    tooMany: 'Please wait a moment, then open the link again.',
  },
  ar: {
    direction: 'rtl',
    otherLanguage: 'English',
    sandbox: 'تجربة. لا شيء هنا حقيقي.',
    questions: 'لديك سؤال؟ اتصل بالعيادة:',
    unknownTitle: 'هذا الرابط غير معروف',
    unknown: 'تأكد من نسخه كاملًا أو اطلب من العيادة رابطًا جديدًا.',
    troubleTitle: 'حدث خطأ من جهتنا',
    trouble: 'لم يتغير شيء. حاول مرة أخرى بعد قليل.',
    tooManyTitle: 'محاولات كثيرة',
    tooMany: 'انتظر قليلًا ثم افتح الرابط من جديد.',
  },
} as const
