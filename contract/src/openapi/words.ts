/** What every field means: the words of its owner, else those of its name, else what follows from its kind. */
import { isRecord, type JsonSchema, typesOf } from '../json-schema.ts'
import { CHART } from './words/chart.ts'
import { CLINICAL, MEDICATIONS } from './words/clinical.ts'
import { CONTACTS, PLATFORM } from './words/contacts.ts'
import { ENCOUNTERS } from './words/encounters.ts'
import { FIELDS } from './words/fields.ts'
import { FORMS } from './words/forms.ts'
import { MONEY } from './words/money.ts'
import { PLUGINS } from './words/plugins.ts'
import { PUBLISHER_RESOURCES } from './words/publishers.ts'
import { RESOURCES } from './words/resources.ts'
import { STAFF, STAFF_FIELDS } from './words/staff.ts'
import { TRUST } from './words/trust.ts'

const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...CLINICAL,
  ...MEDICATIONS,
  ...CHART,
  ...ENCOUNTERS,
  ...FORMS,
  ...MONEY,
  ...CONTACTS,
  ...PLATFORM,
  ...PLUGINS,
  ...STAFF,
  ...TRUST,
}
const NAMED: Readonly<Record<string, string>> = { ...FIELDS, ...STAFF_FIELDS }

/** What is said where a value is null. */
const OR_NULL = 'null where there is none'

/** `insuranceCompany`, `insurance_company` and `insurance-company` are an insurance company. */
const spoken = (word: string): string =>
  word.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replaceAll(/[-_]/g, ' ')

/** `patientId` is the id of a patient, `id` of what owns it. */
function idWords(owners: readonly string[], name: string): string | undefined {
  const owner = owners.at(-1)
  if (name === 'id') return owner && `The id of the ${spoken(owner)}.`
  if (/Ids$/.test(name)) return `Ids of the ${spoken(name.replace(/Ids$/, ''))}s.`
  return /Id$/.test(name) ? `Id of the ${spoken(name.replace(/Id$/, ''))}.` : undefined
}

const kindWords = ({ const: value }: JsonSchema): string | undefined =>
  typeof value === 'string' ? `The kind of record: always ${value}.` : undefined

function plainWords(owners: readonly string[], name: string, field: JsonSchema): string | undefined {
  const own = owners.map(owner => OWN[owner]?.[name]).find(words => words !== undefined)
  if (own !== undefined) return own
  if (name === 'object') return kindWords(field)
  return name === 'id' ? idWords(owners, name) : (NAMED[name] ?? idWords(owners, name))
}

/** One sentence about a field of these owners, the nearest first; undefined where none is written. */
export function wordsOf(owners: readonly string[], name: string, field: unknown): string | undefined {
  if (!isRecord(field)) return undefined
  const words = plainWords(owners, name, field)
  if (words === undefined || !typesOf(field).includes('null') || /\bnull\b/.test(words)) return words
  return `${words.replace(/\.$/, '')}; ${OR_NULL}.`
}

/** What a resource is, in one sentence. */
export const wordsOfResource = (name: string): string | undefined => RESOURCES[name] ?? PUBLISHER_RESOURCES[name]
