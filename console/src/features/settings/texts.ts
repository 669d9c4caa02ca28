import { plural, texts } from '../../lib/language.ts'

/** How the practice is set up. */
export const settings = texts({
  en: {
    title: 'Settings',
    sections: 'Parts of the settings',
    names: {
      settings: 'Clinic',
      settingsBranches: 'Branches',
      settingsPractitioners: 'Practitioners',
      settingsProcedures: 'Price list',
      settingsInsurers: 'Insurers',
      settingsAppointments: 'Appointments',
      settingsMoney: 'Money',
      settingsReminders: 'Reminders',
      settingsNoteTemplates: 'Note templates',
    },
    save: 'Save',
    saved: 'Saved.',
    add: 'Add',
    standing: (count: number) =>
      plural('en', count, {
        one: '# visit now stands outside the hours. It stays until it is moved:',
        other: '# visits now stand outside the hours. They stay until they are moved:',
      }),
    inUse: (count: number) =>
      plural('en', count, {
        one: '# visit to come needs it. Move it first.',
        other: '# visits to come need it. Move them first.',
      }),
  },
  ar: {
    title: 'الإعدادات',
    sections: 'أجزاء الإعدادات',
    names: {
      settings: 'العيادة',
      settingsBranches: 'الفروع',
      settingsPractitioners: 'الممارسون',
      settingsProcedures: 'قائمة الأسعار',
      settingsInsurers: 'شركات التأمين',
      settingsAppointments: 'المواعيد',
      settingsMoney: 'المال',
      settingsReminders: 'التذكيرات',
      settingsNoteTemplates: 'قوالب الملاحظات',
    },
    save: 'احفظ',
    saved: 'حُفظ.',
    add: 'أضف',
    standing: count =>
      plural('ar', count, {
        zero: 'لا زيارات خارج الدوام.',
        one: 'زيارة واحدة صارت خارج الدوام، وتبقى إلى أن تُنقل:',
        two: 'زيارتان صارتا خارج الدوام، وتبقيان إلى أن تُنقلا:',
        few: '# زيارات صارت خارج الدوام، وتبقى إلى أن تُنقل:',
        many: '# زيارة صارت خارج الدوام، وتبقى إلى أن تُنقل:',
        other: '# زيارة صارت خارج الدوام، وتبقى إلى أن تُنقل:',
      }),
    inUse: count =>
      plural('ar', count, {
        zero: 'لا زيارات قادمة.',
        one: 'تحتاجه زيارة قادمة واحدة. انقلها أولًا.',
        two: 'تحتاجه زيارتان قادمتان. انقلهما أولًا.',
        few: 'تحتاجه # زيارات قادمة. انقلها أولًا.',
        many: 'تحتاجه # زيارة قادمة. انقلها أولًا.',
        other: 'تحتاجه # زيارة قادمة. انقلها أولًا.',
      }),
  },
})
