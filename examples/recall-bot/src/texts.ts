export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

export interface Texts {
  readonly direction: 'ltr' | 'rtl'
  readonly locale: string
  readonly message: (clinic: string, address: string) => string
  readonly title: string
  readonly intro: string
  readonly book: string
  readonly none: string
  readonly taken: string
  readonly booked: string
  readonly waiting: string
  readonly over: string
  readonly unknown: string
  readonly other: string
  readonly privacy: string
}

/** Every wording in both languages. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    direction: 'ltr',
    locale: 'en-GB',
    message: (clinic, address) => `${clinic}: it is time for your next visit. Choose a time: ${address}`,
    title: 'Your next visit',
    intro: 'It is time for your next visit. Choose a time that suits you.',
    book: 'Book this time',
    none: 'No time is free in the next two weeks. Please call the clinic.',
    taken: 'That time was just taken. These are still free.',
    booked: 'Your visit is booked.',
    waiting: 'The clinic cannot be reached at the moment. Your choice is kept: open this page again in a few minutes.',
    over: 'There is nothing to book here any more. Please call the clinic.',
    unknown: 'This link is not known. Please use the one from your message.',
    other: 'العربية',
    privacy:
      'This plugin keeps ids of patients and the times of their visits, to find who is due. It keeps no names and no phone numbers, and deletes everything when the clinic removes it.',
  },
  ar: {
    direction: 'rtl',
    locale: 'ar-SA-u-ca-gregory',
    message: (clinic, address) => `${clinic}: حان موعد زيارتك القادمة. اختر الوقت المناسب: ${address}`,
    title: 'زيارتك القادمة',
    intro: 'حان موعد زيارتك القادمة. اختر الوقت الذي يناسبك.',
    book: 'احجز هذا الوقت',
    none: 'لا يوجد وقت متاح خلال الأسبوعين القادمين. يرجى الاتصال بالعيادة.',
    taken: 'حُجز هذا الوقت للتو. هذه الأوقات ما زالت متاحة.',
    booked: 'تم حجز زيارتك.',
    waiting: 'تعذر الوصول إلى العيادة حاليًا. اختيارك محفوظ: افتح هذه الصفحة مرة أخرى بعد دقائق.',
    over: 'لم يعد هناك ما يُحجز هنا. يرجى الاتصال بالعيادة.',
    unknown: 'هذا الرابط غير معروف. يرجى استخدام الرابط الذي وصلك في الرسالة.',
    other: 'English',
    privacy:
      'تحفظ هذه الإضافة أرقام المرضى وأوقات زياراتهم لمعرفة من حان موعده. لا تحفظ أسماء ولا أرقام هواتف، وتحذف كل شيء عندما تزيلها العيادة.',
  },
}

/** The language of the patient: what they asked for, else that of their phone. */
export function languageOf(asked: string | null, accepted: string | undefined): Language {
  const wishes = [asked ?? '', ...(accepted ?? '').split(',').map(wish => wish.trim().slice(0, 2).toLowerCase())]
  return wishes.map(wish => LANGUAGES.find(language => language === wish)).find(found => found !== undefined) ?? 'en'
}
