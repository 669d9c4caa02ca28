import { isolated, plural, texts } from '../../lib/language.ts'
import { alarmsAr, alarmsEn } from './alarm-texts.ts'

export const notices = texts({
  en: {
    title: 'To look at',
    done: 'Done',
    look: 'Look at it',
    further: (count: number) => plural('en', count, { one: '# more', other: '# more' }),
    late: (amount: string, invoice: number) =>
      `${isolated(amount)} came in through a closed payment link for invoice ${isolated(invoice)}.`,
    credit: (amount: string) =>
      `${isolated(amount)} of it is now the patient’s credit balance: use it, or give it back.`,
    update: (plugin: string, version: string) =>
      `The plugin ${isolated(plugin)} waits for your approval of version ${isolated(version)}.`,
    requested: (person: string, plugin: string) =>
      `${isolated(person)} asks you to install the plugin ${isolated(plugin)}.`,
    tokenEnding: (key: string, plugin: string, days: number) =>
      `The key ${isolated(key)} of the plugin ${isolated(plugin)} ends within ${days === 1 ? 'a day' : `${isolated(days)} days`}.`,
    endpoint: 'An endpoint of a plugin was switched off, because its deliveries kept failing.',
    alarms: alarmsEn,
  },
  ar: {
    title: 'للمراجعة',
    done: 'تمت المعالجة',
    look: 'عرض التفاصيل',
    further: count =>
      plural('ar', count, {
        one: 'تنبيه آخر',
        two: 'تنبيهان آخران',
        few: '# تنبيهات أخرى',
        many: '# تنبيهًا آخر',
        other: '# تنبيه آخر',
      }),
    late: (amount: string, invoice: number) =>
      `وصلت دفعة قدرها ${isolated(amount)} عبر رابط دفع مغلق للفاتورة ${isolated(invoice)}.`,
    credit: (amount: string) => `أُضيف منها ${isolated(amount)} إلى الرصيد الدائن للمريض: يمكن استخدامه أو رده.`,
    update: (plugin: string, version: string) =>
      `تنتظر الإضافة ${isolated(plugin)} الموافقة على الإصدار ${isolated(version)}.`,
    requested: (person: string, plugin: string) => `يطلب ${isolated(person)} تثبيت الإضافة ${isolated(plugin)}.`,
    tokenEnding: (key: string, plugin: string, days: number) =>
      `ينتهي المفتاح ${isolated(key)} للإضافة ${isolated(plugin)} خلال ${days === 1 ? 'يوم' : `مدة أقصاها ${isolated(days)} يومًا`}.`,
    endpoint: 'أُوقف عنوان استقبال لإحدى الإضافات بسبب تكرار فشل التسليم.',
    alarms: alarmsAr,
  },
})
