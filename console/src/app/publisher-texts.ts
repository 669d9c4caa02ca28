import { isolated, texts } from '../lib/language.ts'

/** The rooms of publishers, and what is said around them. */
export const publisherShell = texts({
  en: {
    groups: { plugins: 'Plugins', publisher: 'Publisher' },
    ownPlugins: 'Own plugins',
    ownPlugin: 'Plugin',
    newVersion: 'New version',
    ownVersion: 'Version',
    ownKeys: 'Keys',
    publisherTeam: 'Team',
    publisherSettings: 'Publisher’s settings',
    elsewhere: 'Elsewhere',
    toPublishers: 'All publishers',
    roles: { OWNER: 'Owner', DEVELOPER: 'Developer', VIEWER: 'Viewer' },
    refused: 'Not open to your role',
    refusedLead: (room: string, role: string) =>
      `“${isolated(room)}” is open from the role “${isolated(role)}” on. An owner of the publisher can change yours.`,
  },
  ar: {
    groups: { plugins: 'الإضافات', publisher: 'الناشر' },
    ownPlugins: 'إضافاتنا',
    ownPlugin: 'إضافة',
    newVersion: 'إصدار جديد',
    ownVersion: 'إصدار',
    ownKeys: 'المفاتيح',
    publisherTeam: 'الفريق',
    publisherSettings: 'إعدادات الناشر',
    elsewhere: 'أماكن أخرى',
    toPublishers: 'كل الناشرين',
    roles: { OWNER: 'مالك', DEVELOPER: 'مطوّر', VIEWER: 'مُطّلع' },
    refused: 'غير متاح لدورك',
    refusedLead: (room, role) =>
      `«${isolated(room)}» متاح ابتداءً من دور «${isolated(role)}». يستطيع مالك الناشر تغيير دورك.`,
  },
})
