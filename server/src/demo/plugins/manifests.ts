import type { Manifest } from '@clinic/contract/manifest.ts'

/** A plugin of the demo's publisher: its versions, oldest first, as every clinic finds it in the catalogue. */
export interface DemoPlugin {
  category: string
  versions: readonly { version: string; manifest: Manifest; notes: string }[]
}

export const PUBLISHER_NAME = { en: 'Demo Developer (invented)', ar: 'مطوّر تجريبي (مختلق)' }
export const PUBLISHER_HOST = 'developer.example'

interface Wish {
  slug: string
  name: { en: string; ar: string }
  description: { en: string; ar: string }
  asks: Omit<Manifest, 'manifestVersion' | 'plugin'>
}

const manifest = ({ slug, name, description, asks }: Wish): Manifest => ({
  manifestVersion: 1,
  plugin: {
    ...{ slug, name, description },
    developerName: PUBLISHER_NAME.en,
    developerUrl: `https://${PUBLISHER_HOST}`,
    supportEmail: `support@${PUBLISHER_HOST}`,
    privacyPolicyUrl: `https://${PUBLISHER_HOST}/privacy`,
  },
  ...asks,
})

const SMILE = {
  slug: 'smile-reminders',
  name: { en: 'Smile Reminders', ar: 'تذكيرات الابتسامة' },
  description: {
    en: 'Reminds patients of their visit and asks afterwards how it was.',
    ar: 'يذكّر المرضى بموعدهم ويسألهم بعده عن رأيهم.',
  },
} as const
const SMILE_ASKS: Wish['asks'] = {
  requestedScopes: ['appointments:read', 'patients:read', 'patients:read.pii', 'communications:send'],
  requestedEvents: ['appointment.created', 'appointment.updated', 'appointment.cancelled'],
  settingsSchema: {
    version: 1,
    fields: [
      {
        ...{ key: 'hoursBefore', type: 'integer', default: 24, min: 2, max: 168 },
        label: { en: 'Hours before the visit', ar: 'عدد الساعات قبل الموعد' },
      },
    ],
  },
}

/** What the demo's publisher has in the catalogue. */
export const DEMO_PLUGINS: readonly DemoPlugin[] = [
  {
    category: 'Messages',
    versions: [
      { version: '1.0.0', manifest: manifest({ ...SMILE, asks: SMILE_ASKS }), notes: 'The first version.' },
      {
        version: '1.1.0',
        notes: 'Asks for the opinion of those who came, and writes to those who did not.',
        manifest: manifest({
          ...SMILE,
          asks: {
            ...SMILE_ASKS,
            requestedScopes: [...SMILE_ASKS.requestedScopes, 'feedback:read'],
            requestedEvents: [...SMILE_ASKS.requestedEvents, 'appointment.noshow', 'feedback.submitted'],
          },
        }),
      },
    ],
  },
  {
    category: 'Labs',
    versions: [
      {
        version: '1.0.0',
        notes: 'The first version.',
        manifest: manifest({
          slug: 'lab-bridge',
          name: { en: 'Lab Bridge', ar: 'جسر المختبر' },
          description: {
            en: 'Passes lab orders on to the lab and brings back when they are ready.',
            ar: 'ينقل طلبات المختبر ويخبر العيادة حين تجهز.',
          },
          asks: {
            requestedScopes: ['laborders:read', 'laborders:write', 'files:read'],
            requestedEvents: ['laborder.created', 'laborder.updated'],
          },
        }),
      },
    ],
  },
  {
    category: 'Accounting',
    versions: [
      {
        version: '2.3.0',
        notes: 'Exports incomes, too.',
        manifest: manifest({
          slug: 'ledger-export',
          name: { en: 'Ledger Export', ar: 'تصدير الدفاتر' },
          description: {
            en: 'Books invoices and payments in the accounting of the group.',
            ar: 'يقيّد الفواتير والمدفوعات في محاسبة المجموعة.',
          },
          asks: {
            requestedScopes: ['invoices:read', 'payments:read', 'bookkeeping:read'],
            requestedEvents: ['invoice.created', 'invoice.updated', 'payment.created', 'payment.refunded'],
            allowedIpRanges: ['203.0.113.0/24'],
          },
        }),
      },
    ],
  },
  {
    category: 'Imaging',
    versions: [
      {
        version: '1.0.0',
        notes: 'The first version.',
        manifest: manifest({
          slug: 'xray-review',
          name: { en: 'X-ray Review', ar: 'مراجعة الأشعة' },
          description: {
            en: 'Marks on new X-rays what a dentist may want to look at twice. It is no diagnosis.',
            ar: 'يعلّم على صور الأشعة الجديدة ما قد يستحق نظرة ثانية من الطبيب. وليس تشخيصًا.',
          },
          asks: {
            requestedScopes: ['files:read', 'patients:read', 'treatments:read'],
            optionalScopes: ['patients:read.pii'],
            requestedEvents: ['xray.created'],
          },
        }),
      },
    ],
  },
  {
    category: 'Messages',
    versions: [
      {
        version: '0.9.0',
        notes: 'Calls those who have not come for a long time.',
        manifest: manifest({
          slug: 'recall-calls',
          name: { en: 'Recall Calls', ar: 'مكالمات المراجعة' },
          description: {
            en: 'Lists who has not come for six months, and books them.',
            ar: 'يعرض من لم يزر العيادة منذ ستة أشهر ويحجز لهم.',
          },
          asks: {
            requestedScopes: ['patients:read', 'patients:read.pii', 'appointments:read', 'appointments:write'],
            requestedEvents: ['appointment.completed'],
          },
        }),
      },
    ],
  },
]
