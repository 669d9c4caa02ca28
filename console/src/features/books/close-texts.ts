import { texts } from '../../lib/language.ts'

/** A day counted, and closed for good. */
export const closes = texts({
  en: {
    expected: 'Expected',
    opening: 'At the close before',
    counted: 'Counted',
    difference: 'Difference',
    differenceNow: (amount: string) => `Difference: ${amount}`,
    noDifference: 'No difference.',
    closeDeed: 'Close for good',
    closeLead: 'A closed day never opens again: what moves afterwards counts to the next day.',
    closed: 'The day is closed.',
    countedBy: 'Counted by',
  },
  ar: {
    expected: 'المتوقع',
    opening: 'عند الإغلاق السابق',
    counted: 'المعدود',
    difference: 'الفرق',
    differenceNow: amount => `الفرق: ${amount}`,
    noDifference: 'لا فرق.',
    closeDeed: 'إغلاق نهائي',
    closeLead: 'اليوم المغلق لا يُفتح ثانية: ما يتحرك بعده يُحسب على اليوم التالي.',
    closed: 'أُغلق اليوم.',
    countedBy: 'عدّه',
  },
})
