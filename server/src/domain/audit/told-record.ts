import { actorKindWord, disclosedThings, roleWord } from '@clinic/contract/staff/disclosure-words.ts'
import type { Actor } from './audit-actors.ts'
import type { RecordRow } from './audit-leaf.ts'
import type { ReceiptFacts } from './disclosures.ts'
import { operationFacts } from './operation-facts.ts'

export type ExportLanguage = 'en' | 'ar'
/** The clinic reads the names of its people, the patient their roles. */
export type CopyFor = 'clinic' | 'patient'

/** A disclosure in words: by whom, of what, and for what. */
export interface Told {
  recipient: string
  what: string
  purpose: string
}

/** What makes the words of a record. */
export interface Telling {
  actor: Actor
  receipt: ReceiptFacts | null
  language: ExportLanguage
  copyFor: CopyFor
}

const COMMA = { en: ', ', ar: '، ' } as const
const DONE = {
  en: { read: 'Read', changed: 'Changed', refused: 'Was refused' },
  ar: { read: 'اطّلاع على', changed: 'تغيير', refused: 'رُفض الطلب' },
} as const

/** Who it was, as the reader of the copy is told. */
export function recipientOf({ actor, language, copyFor }: Telling): string {
  const { kind, role } = actor
  const name = language === 'ar' ? (actor.name_ar ?? actor.name) : actor.name
  const what = role === null ? actorKindWord(kind, language) : roleWord(role, language)
  if (kind === 'staff' && copyFor === 'patient') return what
  return name === null ? what : `${name} (${what})`
}

const dayOf = (instant: string): string => instant.slice(0, 10)

const PURPOSES: Readonly<Record<string, Record<ExportLanguage, (telling: Telling) => string>>> = {
  installation: {
    en: ({ receipt }) =>
      receipt
        ? `Service of the plugin, agreed to by the clinic on ${dayOf(receipt.given_at)}`
        : 'Service of the plugin',
    ar: ({ receipt }) => (receipt ? `خدمة الإضافة بموافقة العيادة بتاريخ ${dayOf(receipt.given_at)}` : 'خدمة الإضافة'),
  },
  staff: {
    en: ({ actor }) =>
      actor.role ? `Care and administration, as ${roleWord(actor.role, 'en')}` : 'Care and administration',
    ar: ({ actor }) => (actor.role ? `الرعاية والإدارة بصفة ${roleWord(actor.role, 'ar')}` : 'الرعاية والإدارة'),
  },
  assistant: {
    en: () => 'Help for a person of the clinic who connected it',
    ar: () => 'مساعدة أحد العاملين في العيادة الذي قام بربطه',
  },
}
const OPERATION = { en: 'Operation of the clinic’s platform', ar: 'تشغيل منصة العيادة' } as const

/** What was done with these operations, each with its field scopes, in a few words. */
export function toldThings(
  done: readonly { operation: string; scopes: readonly string[] }[],
  language: ExportLanguage,
): string {
  const facts = done.map(({ operation, scopes }) => ({ ...operationFacts(operation), scopes }))
  const records = [...new Set(facts.map(({ resource }) => resource))]
  const fields = [...new Set(facts.flatMap(({ fieldsShown, scopes }) => fieldsShown(scopes)))]
  return disclosedThings({ records, fields }, language).join(COMMA[language])
}

export const purposeOf = (telling: Telling): string =>
  PURPOSES[telling.actor.kind]?.[telling.language](telling) ?? OPERATION[telling.language]

/** One record in words. */
export function toldRecord(row: RecordRow, telling: Telling): Told {
  const { language } = telling
  const { writes } = operationFacts(row.operation)
  const { read, changed, refused } = DONE[language]
  const verb = row.code !== null ? refused : row.changed_fields !== null || writes ? changed : read
  const things = toldThings([{ operation: row.operation, scopes: row.field_scopes }], language)
  return { recipient: recipientOf(telling), what: `${verb}: ${things}`, purpose: purposeOf(telling) }
}
