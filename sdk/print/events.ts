import { EVENT_READS } from '@clinic/contract/event-reads.ts'
import { events } from '@clinic/contract/event-types.ts'
import { isRecord, type JsonSchema } from '@clinic/contract/json-schema.ts'
import type { EventDeclaration } from '@clinic/contract/kernel.ts'
import { DOCUMENT, NAMED, readOf } from './declared.ts'
import { eventName, resourceName } from './names.ts'
import { comment, fieldsOf, printedField } from './types.ts'

/** The schema of the data, as the description has it, with its words. */
function dataOf(type: string): JsonSchema {
  const schema = DOCUMENT.webhooks[type]?.post?.requestBody?.content['application/json'].schema
  const data = isRecord(schema) && isRecord(schema.properties) ? schema.properties.data : undefined
  if (!isRecord(data)) throw new Error(`${type} has no data`)
  return data
}

function printedEvent(event: EventDeclaration): string {
  const name = eventName(event.type)
  const fields = fieldsOf(dataOf(event.type)).map(field => printedField(field, 'service'))
  const previous = event.previousAttributes
    ? `/** What changed, as it was before. */\npreviousAttributes: Previous<${name}['data']>\n`
    : ''
  const words = event.neverSent ? `${event.summary} Accepted in subscriptions, but never sent.` : event.summary
  return `${comment(words)}export interface ${name} extends EventEnvelope<'${event.type}'> {
data: {\n${fields.join('\n')}\n}
${previous}}\n`
}

const HEAD = `/** What every event holds. */
export interface EventEnvelope<Type extends string> {
  /** Starts with \`evt_\`. Delivery is at least once: remember it and skip what you have seen. */
  id: string
  /** What happened. */
  type: Type
  /** The version label, as in Service-Version. */
  apiVersion: string
  /** When it happened, UTC with milliseconds. */
  createdAt: string
  /** The clinic. */
  companyId: string
}

/** What some of the data was before. */
export type Previous<Data> = Partial<Omit<Data, 'id' | 'object'>>
`

/** The resource that the read of an event answers. */
function hydrated(event: EventDeclaration): string {
  const [operation] = readOf(event) ?? []
  const read = NAMED.find(({ family, verb }) => `${family}.${verb}` === operation)
  if (!read) return `'${event.type}': never`
  return `'${event.type}': ${resourceName(String(Object(read.operation.returns)['x-resource']))}`
}

/** One interface for each event, their union, and what is read after each. */
export function printedEvents(): string {
  const union = `/** Every event, told apart by \`type\`. */\nexport type ClinicEvent =\n${events.map(({ type }) => `| ${eventName(type)}`).join('\n')}\n`
  const types = `/** Every type of event. */\nexport type EventType = ClinicEvent['type']\n`
  const never = events.filter(({ neverSent }) => neverSent).map(({ type }) => `'${type}'`)
  const unsent = `/** Accepted in subscriptions, but never sent. */\nexport type NeverSent = ${never.join(' | ')}\n`
  const reads = `/** What \`hydrate()\` reads after each event; never where there is nothing to read by its id. */
export interface Hydrated {\n${events.map(hydrated).join('\n')}\n}\n`
  return [HEAD, ...events.map(printedEvent), union, types, unsent, reads].join('\n')
}

/** The same reads for programs: `family key=field …`, by \`data.object\`. */
export function printedReads(): string {
  const rows = Object.entries(EVENT_READS).map(([object, [operation, input]]) => {
    const filled = Object.entries(input).map(([key, field]) => `${key}=${field}`)
    return `${object}: '${[operation, ...filled].join(' ')}',`
  })
  return `/** By \`data.object\` of an event: the operation that reads the record, and which field fills which key of its input. */
export const READS: Readonly<Record<string, string>> = {\n${rows.join('\n')}\n}\n`
}
