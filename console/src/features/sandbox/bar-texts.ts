import { texts } from '../../lib/language.ts'

/** The bar over every room of a sandbox clinic: it is there before the room is. */
export const sandboxBar = texts({
  en: {
    lead: 'Test clinic: nothing here is real.',
    time: 'The time here:',
    ahead: 'The clock runs ahead of the real time.',
    moving: 'The time is being moved. What is saved meanwhile waits a few seconds.',
    resetting: 'The clinic is being reset. What is saved meanwhile waits a few seconds.',
    link: 'Open the sandbox',
  },
  ar: {
    lead: 'عيادة تجريبية: لا شيء هنا حقيقي.',
    time: 'الوقت هنا:',
    ahead: 'الساعة متقدمة على الوقت الحقيقي.',
    moving: 'يجري تقديم الوقت. ما يُحفظ الآن ينتظر بضع ثوانٍ.',
    resetting: 'تجري إعادة ضبط العيادة. ما يُحفظ الآن ينتظر بضع ثوانٍ.',
    link: 'فتح البيئة التجريبية',
  },
})
