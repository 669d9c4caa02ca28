import { PLUGIN_ERRORS } from '@clinic/contract/errors.ts'
import { events } from '@clinic/contract/event-types.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { takesKey } from '@clinic/contract/kernel.ts'
import { DOCUMENT, exampleOf, inputOf, NAMED, type Named } from './declared.ts'

const scopesOf = ({ documented }: Named) => documented['x-required-scopes'] ?? { mode: 'all', scopes: [] }

function operation(named: Named): readonly [string, unknown] {
  const fields = inputOf(named)
  const names = (wanted: boolean) => fields.filter(({ required }) => required === wanted).map(({ name }) => name)
  return [
    `${named.family}.${named.verb}`,
    {
      ...exampleOf(named),
      ...scopesOf(named),
      required: names(true),
      optional: names(false),
      keyed: takesKey(named.operation),
    },
  ]
}

const HEAD = `/** What the description of the interface shows of an operation. */
export interface OperationExample {
  /** The status and the body of the answer when all goes well. */
  readonly status: number
  readonly body: unknown
  readonly mode: 'all' | 'any'
  readonly scopes: readonly string[]
  /** The keys of its input. */
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Whether it takes an Idempotency-Key. */
  readonly keyed: boolean
}
`

/** Records that several operations answer, by their text: they are written once. */
function recordsOf(operations: readonly (readonly [string, unknown])[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const [, shown] of operations) {
    const text = JSON.stringify(recordIn(shown))
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const shared = [...counts].filter(([text, count]) => count > 1 && text !== undefined)
  return new Map(shared.map(([text], index) => [text, `RECORD_${index + 1}`]))
}

/** The record of an answer, or the first of its list. */
const recordIn = (shown: unknown): unknown => [Object(Object(Object(shown).body)).data].flat()[0]

/** The text of an operation, where it names a record that is written elsewhere. */
function naming([name, shown]: readonly [string, unknown], records: ReadonlyMap<string, string>): string {
  const record = JSON.stringify(recordIn(shown))
  const text = JSON.stringify(shown)
  const known = records.get(record)
  return `'${name}': ${known ? text.replace(record, () => known) : text},`
}

/** An object with a line for each of its keys. */
const lines = (entries: readonly (readonly [string, unknown])[]): string =>
  `{\n${entries.map(([name, value]) => `'${name}': ${JSON.stringify(value)},`).join('\n')}\n}`

/** Of each kind of record the fields that a further scope opens, without which they are left out. */
function scopedFields(): [string, Readonly<Record<string, unknown>>][] {
  return Object.entries(DOCUMENT.components.schemas).flatMap(([name, { properties }]) => {
    const fields = isRecord(properties) ? Object.entries(properties) : []
    const scoped = fields.flatMap(([field, schema]) => {
      const scope = isRecord(schema) ? schema['x-required-scope'] : undefined
      return scope === undefined ? [] : [[field, scope] as const]
    })
    return scoped.length > 0 ? [[name, Object.fromEntries(scoped)]] : []
  })
}

/** An answer of every operation, an event of every type, and every refusal. */
export function printedExamples(): string {
  const shown = events.map(({ type }): readonly [string, unknown] => [
    type,
    DOCUMENT.webhooks[type]?.post?.requestBody?.content['application/json'].example,
  ])
  const operations = NAMED.map(operation)
  const records = recordsOf(operations)
  const written = [...records].map(([text, name]) => `const ${name} = ${text}\n`).join('')
  const named = operations.map(each => naming(each, records)).join('\n')
  return [
    HEAD,
    written,
    `export const OPERATIONS: Readonly<Record<string, OperationExample>> = {\n${named}\n}\n`,
    `/** By type: the event as it is posted. */\nexport const EVENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${lines(shown)}\n`,
    `/** By kind of record: the fields that a further scope opens. */\nexport const FIELD_SCOPES: Readonly<Record<string, Readonly<Record<string, string>>>> = ${lines(scopedFields())}\n`,
    `/** By code: what the service refuses with. */\nexport const ERRORS: Readonly<Record<string, { readonly status: number; readonly message: string }>> = ${lines(Object.entries(PLUGIN_ERRORS))}\n`,
  ].join('\n')
}
