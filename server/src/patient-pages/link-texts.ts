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

/** What is read besides where a patient says who they are, and signs. */
export const ASKED_TEXTS = {
  en: {
    ...LINK_TEXTS.en,
    year: 'In which year was the patient born?',
    yearHint: 'We ask so that no one else reads it.',
    show: 'Show',
    wrong: 'This is not the year in the file.',
    locked: 'Too many wrong answers. Try again in an hour, or call the clinic.',
    REVOKED: 'The clinic closed this link.',
  },
  ar: {
    ...LINK_TEXTS.ar,
    year: 'في أي سنة وُلد المريض؟',
    yearHint: 'نسأل حتى لا يطّلع عليه غيرك.',
    show: 'عرض',
    wrong: 'هذه ليست السنة المسجلة في الملف.',
    locked: 'إجابات خاطئة كثيرة. حاول بعد ساعة أو اتصل بالعيادة.',
    REVOKED: 'أغلقت العيادة هذا الرابط.',
  },
} as const

export const SIGNING_TEXTS = {
  en: {
    name: 'Your full name',
    guardian: 'Full name of the guardian',
    drawing: 'Your signature',
    drawingHint: 'Draw it with a finger or the mouse. Your typed name alone counts as well.',
    clear: 'Clear',
    sign: 'Sign',
    tooLarge: 'The drawing could not be taken. Clear it and draw it again, or leave it out.',
    thanks: 'Thank you. You have signed.',
  },
  ar: {
    name: 'اسمك الكامل',
    guardian: 'الاسم الكامل لولي الأمر',
    drawing: 'توقيعك',
    drawingHint: 'ارسمه بإصبعك أو بالفأرة. ويكفي أن تكتب اسمك.',
    clear: 'مسح',
    sign: 'توقيع',
    tooLarge: 'تعذّر قبول الرسم. امسحه وارسمه من جديد أو اتركه فارغًا.',
    thanks: 'شكرًا لك. تم التوقيع.',
  },
} as const
