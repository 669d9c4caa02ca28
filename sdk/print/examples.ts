import { events } from '@clinic/contract/event-types.ts'
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

/** An object with a line for each of its keys. */
const lines = (entries: readonly (readonly [string, unknown])[]): string =>
  `{\n${entries.map(([name, value]) => `'${name}': ${JSON.stringify(value)},`).join('\n')}\n}`

/** An answer of every operation, and an event of every type. */
export function printedExamples(): string {
  const shown = events.map(({ type }): readonly [string, unknown] => [
    type,
    DOCUMENT.webhooks[type]?.post?.requestBody?.content['application/json'].example,
  ])
  return [
    HEAD,
    `export const OPERATIONS: Readonly<Record<string, OperationExample>> = ${lines(NAMED.map(operation))}\n`,
    `/** By type: the event as it is posted. */\nexport const EVENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${lines(shown)}\n`,
  ].join('\n')
}
