import type { ScopeName } from './scopes.ts'

/** How delicate it is what a scope lets a plugin reach, the least first; the consent screen groups scopes by it. */
export const TIERS = {
  clinic: { en: 'Clinic', ar: 'العيادة' },
  records: { en: 'Records without names', ar: 'سجلات دون أسماء' },
  people: { en: 'Names and contacts', ar: 'أسماء ووسائل اتصال' },
  health: { en: 'Health', ar: 'بيانات صحية' },
  money: { en: 'Money', ar: 'أموال' },
} as const

export type Tier = keyof typeof TIERS

/** Every scope stands under one tier; a scope without one does not compile. */
export const TIER_OF: Readonly<Record<ScopeName, Tier>> = {
  'patients:read': 'records',
  'patients:read.pii': 'people',
  'patients:write': 'people',
  'appointments:read': 'records',
  'appointments:write': 'records',
  'invoices:read': 'money',
  'invoices:write': 'money',
  'payments:read': 'money',
  'payments:write': 'money',
  'treatments:read': 'health',
  'availability:read': 'clinic',
  'webhooks:manage': 'clinic',
  'settings:read': 'clinic',
  'settings:write': 'clinic',
  'clinic:read': 'clinic',
  'practitioners:read': 'clinic',
  'practitioners:read.contact': 'people',
  'procedures:read': 'clinic',
  'laborders:read': 'health',
  'laborders:write': 'health',
  'quotations:read': 'health',
  'prescriptions:read': 'health',
  'forms:read': 'health',
  'forms:write': 'health',
  'encounters:read': 'health',
  'encounters:write': 'health',
  'files:read': 'health',
  'files:write': 'health',
  'insurance:read': 'people',
  'claims:read': 'money',
  'onlinepayments:read': 'money',
  'paymentlinks:write': 'money',
  'einvoices:read': 'money',
  'leads:read': 'people',
  'leads:write': 'people',
  'communications:read': 'people',
  'communications:send': 'people',
  'conversations:read': 'people',
  'conversations:write': 'people',
  'loyalty:read': 'records',
  'loyalty:write': 'records',
  'feedback:read': 'people',
  'tasks:read': 'people',
  'tasks:write': 'people',
  'inventory:read': 'clinic',
  'inventory:write': 'clinic',
  'bookkeeping:read': 'money',
  'analytics:read': 'money',
}

/** What a scope lets a plugin do besides reading, as the consent screen marks it. */
export const MARKS = {
  changesData: { en: 'Changes data', ar: 'تعدّل البيانات' },
  costsMoney: { en: 'Costs you money', ar: 'تكلّفك مالًا' },
  movesMoney: { en: 'Moves money', ar: 'تحرّك الأموال' },
} as const

export type Mark = keyof typeof MARKS

const MOVES_MONEY: readonly ScopeName[] = ['payments:write', 'paymentlinks:write']

export const marksOf = (scope: ScopeName): Mark[] => [
  ...(scope.endsWith(':write') ? (['changesData'] as const) : []),
  ...(scope === 'communications:send' ? (['costsMoney'] as const) : []),
  ...(MOVES_MONEY.includes(scope) ? (['movesMoney'] as const) : []),
]
