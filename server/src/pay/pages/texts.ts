/** What payers read, in the two languages of the pages. */
export const TEXTS = {
  en: {
    direction: 'ltr',
    otherLanguage: 'العربية',
    title: 'Payment',
    toPay: 'To pay',
    paid: 'Paid',
    givenBack: 'Given back',
    invoice: 'Invoice',
    pay: (amount: string) => `Pay ${amount}`,
    decline: 'Simulate a declined card',
    cancel: 'Cancel',
    continue: 'Continue to payment',
    sandbox: 'Test. No money moves.',
    secure: 'You pay on the secure page of the clinic’s payment provider.',
    failed: 'The last attempt did not go through. Nothing was charged; you can try again.',
    canceled: 'You canceled. Nothing was charged; you can still pay with this link.',
    confirming: 'Waiting for your bank’s confirmation. This page looks again by itself.',
    busy: 'The payment page is being opened. Please try again in a moment.',
    unreachable: 'The payment provider cannot be reached at the moment. Nothing was charged. Please try again shortly.',
    success: 'Thank you. Your payment was received.',
    refunded: 'This payment was given back to you.',
    PAID_ELSEWHERE: 'Nothing to pay: this invoice is already paid.',
    AMOUNT_CHANGED: 'The amount changed. Ask the clinic for a new link.',
    CANCELED: 'The clinic closed this link. Nothing was charged.',
    unavailable: 'This payment cannot be made online at the moment. Please ask the clinic.',
    unknownTitle: 'This link is not known',
    unknown: 'Please check that it was copied whole, or ask the clinic for a new one.',
    troubleTitle: 'Something went wrong on our side',
    trouble: 'Nothing was charged by this page. Please try again shortly.',
    tooManyTitle: 'Too many attempts',
    tooMany: 'Please wait a moment, then open the link again.',
    receipt: 'Receipt',
    on: 'Date',
    questions: 'Questions? Call the clinic:',
  },
  ar: {
    direction: 'rtl',
    otherLanguage: 'English',
    title: 'الدفع',
    toPay: 'المبلغ المطلوب',
    paid: 'المبلغ المدفوع',
    givenBack: 'المبلغ المسترد',
    invoice: 'فاتورة',
    pay: (amount: string) => `ادفع ${amount}`,
    decline: 'محاكاة رفض البطاقة',
    cancel: 'إلغاء',
    continue: 'المتابعة إلى الدفع',
    sandbox: 'تجريبي: لا تُحوَّل أي أموال.',
    secure: 'يتم الدفع على الصفحة الآمنة لمزوّد الدفع الخاص بالعيادة.',
    failed: 'لم تنجح المحاولة الأخيرة ولم يُخصم أي مبلغ. يمكنك المحاولة مرة أخرى.',
    canceled: 'ألغيت العملية ولم يُخصم أي مبلغ. يمكنك الدفع لاحقًا من الرابط نفسه.',
    confirming: 'بانتظار تأكيد البنك. ستُحدَّث هذه الصفحة تلقائيًا.',
    busy: 'جارٍ فتح صفحة الدفع. يُرجى المحاولة بعد لحظات.',
    unreachable: 'يتعذر الوصول إلى مزوّد الدفع حاليًا ولم يُخصم أي مبلغ. يُرجى المحاولة بعد قليل.',
    success: 'شكرًا لك، تم استلام دفعتك.',
    refunded: 'تم رد هذا المبلغ إليك.',
    PAID_ELSEWHERE: 'لا شيء للدفع: سُدِّدت هذه الفاتورة.',
    AMOUNT_CHANGED: 'تغيّر المبلغ. اطلب رابطًا جديدًا.',
    CANCELED: 'ألغت العيادة الرابط ولم يُخصم شيء.',
    unavailable: 'لا يمكن إتمام هذا الدفع عبر الإنترنت حاليًا. يُرجى التواصل مع العيادة.',
    unknownTitle: 'هذا الرابط غير معروف',
    unknown: 'تأكد من نسخه كاملًا أو اطلب رابطًا جديدًا من العيادة.',
    troubleTitle: 'حدث خطأ لدينا',
    trouble: 'لم تخصم هذه الصفحة أي مبلغ. يُرجى المحاولة بعد قليل.',
    tooManyTitle: 'محاولات كثيرة',
    tooMany: 'يُرجى الانتظار قليلًا ثم فتح الرابط من جديد.',
    receipt: 'رقم الإيصال',
    questions: 'للاستفسار، هاتف العيادة:',
    on: 'التاريخ',
  },
} as const

export type Language = keyof typeof TEXTS
export type Texts = (typeof TEXTS)[Language]

const isLanguage = (text: string | undefined): text is Language => text === 'en' || text === 'ar'

/** The payer's choice, else what the browser asks for first among ours, else the clinic's own. */
export function languageOf(chosen: unknown, acceptLanguage: string | undefined, clinicLocale: string): Language {
  if (typeof chosen === 'string' && isLanguage(chosen)) return chosen
  const wanted = (acceptLanguage ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? (clinicLocale.startsWith('ar') ? 'ar' : 'en')
}
