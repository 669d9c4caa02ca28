import { isolated, texts } from '../../lib/language.ts'

export const settingsTexts = texts({
  en: {
    choose: 'Choose…',
    isSet: 'A value is set',
    replace: 'Replace',
    replaceOf: (label: string) => `Replace ${isolated(label)}`,
    remove: 'Remove',
    removeOf: (label: string) => `Remove ${isolated(label)}`,
    keep: 'Keep the value that is set',
    noTemplates: 'There are no approved message templates',
    save: 'Save the settings',
    saved: (name: string) => `Saved the settings of ${isolated(name)}`,
    none: 'This plugin has no settings.',
  },
  ar: {
    choose: 'اختر…',
    isSet: 'توجد قيمة محفوظة',
    replace: 'استبدال',
    replaceOf: label => `استبدال ${isolated(label)}`,
    remove: 'إزالة',
    removeOf: label => `إزالة ${isolated(label)}`,
    keep: 'الإبقاء على القيمة المحفوظة',
    noTemplates: 'لا توجد قوالب رسائل معتمدة',
    save: 'حفظ الإعدادات',
    saved: name => `حُفظت إعدادات ${isolated(name)}`,
    none: 'لا توجد إعدادات لهذه الإضافة.',
  },
})
