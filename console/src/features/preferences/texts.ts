import { texts } from '../../lib/language.ts'

/** How the console looks and listens, for one person. */
export const preferenceTexts = texts({
  en: {
    title: 'My settings',
    lead: 'How the console looks to you, wherever you log in. For others nothing changes.',
    colours: 'Colours, in this browser',
    schemes: { auto: 'As the device is set', light: 'Light', dark: 'Dark' },
    density: 'Height of rows',
    densities: {
      auto: 'As the screen allows: low with a mouse on a wide screen, high otherwise',
      compact: 'Low, so that more fits',
      comfortable: 'High, so that each is easy to hit',
    },
    digits: 'Digits of dates and times',
    numerals: { latn: 'Latin digits', arab: 'Arabic-Indic digits' },
    keys: 'Keys',
    letters: 'Single letters act',
    lettersLead: 'Such as G and then P for the plugins, or Z to undo. The question mark shows all keys.',
  },
  ar: {
    title: 'إعداداتي',
    lead: 'كيف تظهر لوحة التحكم لك أينما سجّلت الدخول. لا يتغير شيء عند غيرك.',
    colours: 'الألوان في هذا المتصفح',
    schemes: { auto: 'حسب إعداد الجهاز', light: 'فاتح', dark: 'داكن' },
    density: 'ارتفاع الصفوف',
    densities: {
      auto: 'حسب الشاشة: منخفض مع الفأرة على شاشة عريضة، ومرتفع في غير ذلك',
      compact: 'منخفض، ليتسع المزيد',
      comfortable: 'مرتفع، ليسهل الضغط على كل صف',
    },
    digits: 'أرقام التواريخ والأوقات',
    numerals: { latn: 'أرقام لاتينية', arab: 'أرقام عربية' },
    keys: 'المفاتيح',
    letters: 'الحروف المفردة تعمل',
    lettersLead: 'مثل G ثم P للإضافات، أو Z للتراجع. تعرض علامة الاستفهام كل المفاتيح.',
  },
})
