import { DOCUMENT, inputOf, NAMED } from './declared.ts'
import { inputName, resourceName } from './names.ts'
import { type Field, fieldsOf, printedInterface } from './types.ts'

const HEAD = `/** A list of words that may grow: what is known is suggested, and what comes later is no error. */
export type Open<Word extends string> = Word | (string & {})
`

/** One interface for each resource. */
export function printedResources(): string {
  const resources = Object.entries(DOCUMENT.components.schemas).filter(([name]) => !name.startsWith('error_'))
  const printed = resources.map(([name, schema]) =>
    printedInterface(resourceName(name), described(schema), fieldsOf(schema), 'service'),
  )
  return [HEAD, ...printed].join('\n')
}

const described = ({ description }: Record<string, unknown>): string | undefined =>
  typeof description === 'string' ? description : undefined

const INPUTS_HEAD = `/** A UTC instant: a Date, or ISO 8601 text such as 2026-11-20T09:30:00Z. */
export type Instant = string | Date
`

/** One interface for each operation that takes anything. */
export function printedInputs(): string {
  const printed = NAMED.flatMap(named => {
    const fields: readonly Field[] = inputOf(named)
    const words = `What \`${named.family}.${named.verb}\` takes.`
    return fields.length === 0 ? [] : [printedInterface(inputName(named.operation.id), words, fields, 'caller')]
  })
  return [INPUTS_HEAD, ...printed].join('\n')
}
