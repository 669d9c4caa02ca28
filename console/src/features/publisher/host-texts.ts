import { isolated, texts } from '../../lib/language.ts'

/** How a publisher proves that a host is its own. */
export const hostTexts = texts({
  en: {
    title: 'Host',
    lead: 'Clinics see that a host is yours. It is needed before you publish.',
    verified: 'Verified',
    unverified: 'Not verified yet',
    place: 'Place a text file at this address',
    line: 'with this line in it, alone on its line',
    check: 'Check now',
    results: {
      VERIFIED: 'The host names this publisher: it is verified.',
      NOT_NAMED: 'The file is not there, or none of its lines is the one above. The host is not verified.',
      UNREACHABLE: 'The host could not be reached. Nothing has changed.',
    },
    moved: 'The website was changed meanwhile. Check again.',
    onlyOwner: 'Owners of the publisher can check it.',
    isVerified: (host: string) =>
      `${isolated(host)} is verified. Leave the file where it is: it is read again with each check.`,
  },
  ar: {
    title: 'النطاق',
    lead: 'ترى العيادات أن النطاق لك، وهو لازم قبل النشر.',
    verified: 'تم التحقق',
    unverified: 'لم يتم التحقق بعد',
    place: 'ضع ملفًا نصيًا في هذا العنوان',
    line: 'وفيه هذا السطر وحده دون غيره',
    check: 'تحقق الآن',
    results: {
      VERIFIED: 'يذكر النطاق هذا الناشر: تم التحقق.',
      NOT_NAMED: 'الملف غير موجود، أو لا يحوي السطر أعلاه. لم يتم التحقق من النطاق.',
      UNREACHABLE: 'تعذّر الوصول إلى النطاق، ولم يتغير شيء.',
    },
    moved: 'تغيّر الموقع في هذه الأثناء. تحقق مرة أخرى.',
    onlyOwner: 'يستطيع مالكو الناشر إجراء التحقق.',
    isVerified: host => `تم التحقق من ${isolated(host)}. أبقِ الملف في مكانه لأنه يُقرأ عند كل تحقق.`,
  },
})
