import { texts } from '../lib/language.ts'

/** The palette and the sheet of keys. */
export const keyTexts = texts({
  en: {
    palette: 'Go to, or do',
    search: 'Type a room, a clinic or an action',
    nothing: 'No results',
    keys: 'Keys',
    everywhere: 'Everywhere',
    inLists: 'In lists',
    openPalette: 'Go to, or do',
    openSheet: 'Show the keys',
    close: 'Close what is open',
    walk: 'Next and previous row',
    ends: 'First and last row',
    enter: 'Open the row',
    space: 'Select the row',
    letters: 'Single letters act',
    lettersLead: 'Switch this off if letters are pressed by accident or by dictation.',
  },
  ar: {
    palette: 'الانتقال أو التنفيذ',
    search: 'اكتب اسم قسم أو عيادة أو إجراء',
    nothing: 'لا توجد نتائج',
    keys: 'المفاتيح',
    everywhere: 'في كل مكان',
    inLists: 'في القوائم',
    openPalette: 'الانتقال أو التنفيذ',
    openSheet: 'عرض المفاتيح',
    close: 'إغلاق ما هو مفتوح',
    walk: 'الصف التالي والسابق',
    ends: 'أول صف وآخر صف',
    enter: 'فتح الصف',
    space: 'تحديد الصف',
    letters: 'الحروف المفردة تعمل',
    lettersLead: 'أوقف هذا إذا ضُغطت الحروف بالخطأ أو عند الإملاء.',
  },
})
