/** What an operation answers when it does what was asked. */
import { issuesOf } from '../issues.ts'
import { isRecord } from '../json-schema.ts'
import type { Operation } from '../kernel.ts'
import { headersOf } from './answer-headers.ts'
import type { Json, Response } from './document.ts'
import { OWN_VALUES } from './example-values.ts'
import { exampleOf } from './examples.ts'
import { bodyExample, bodySchema } from './inputs.ts'
import type { PublishedSchemas } from './schemas.ts'

const NEXT_CURSOR = 'eyJ2IjoxfQ.c2lnbmF0dXJl'
const CURSOR: Json = { type: ['string', 'null'], description: 'For the next page; null on the last one.' }
const HAS_MORE: Json = { type: 'boolean', description: 'Whether there is a next page.' }
const LIST = { page: 'The records of this page.', all: 'All of them.' } as const

/** The envelope of an answer around what the operation returns. */
function envelope({ answer }: Operation, item: Json): Json {
  const data = answer === 'one' ? item : { type: 'array', items: item, description: LIST[answer] }
  if (answer !== 'page') return { type: 'object', properties: { data }, required: ['data'] }
  const properties = { data, hasMore: HAS_MORE, nextCursor: CURSOR }
  return { type: 'object', properties, required: ['data', 'hasMore', 'nextCursor'] }
}

/** What was just written shows in the answer. */
function echoed(operation: Operation, item: Json): Json {
  const body = bodySchema(operation)
  const written = body && !operation.bodyKey ? bodyExample(operation, body) : {}
  const shown = Object.entries({ ...written, ...OWN_VALUES[operation.id] }).filter(([name]) => name in item)
  const changed = { ...item, ...Object.fromEntries(shown) }
  return issuesOf(operation.returns, changed).length === 0 ? changed : item
}

function answerExample(operation: Operation): Json {
  const made = exampleOf(operation.returns, operation.id, '')
  const item = isRecord(made) ? echoed(operation, made) : made
  if (operation.answer === 'one') return { data: item }
  return operation.answer === 'all' ? { data: [item] } : { data: [item], hasMore: true, nextCursor: NEXT_CURSOR }
}

const MEANING: Readonly<Record<Operation['status'], string>> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.' }

/** The answers when all goes well, by their status, with these headers. */
export function answersOf(
  operation: Operation,
  schemas: PublishedSchemas,
  headers: readonly string[],
): Record<string, Response> {
  const { status, statusOnceDone } = operation
  const statuses = statusOnceDone === undefined ? [status] : [statusOnceDone, status]
  return Object.fromEntries(statuses.map(each => [each, answerOf(operation, schemas, headers, each)]))
}

function answerOf(
  operation: Operation,
  schemas: PublishedSchemas,
  headers: readonly string[],
  status: Operation['status'],
): Response {
  const schema = envelope(operation, schemas.answer(operation.returns, [operation.id]))
  return {
    description: MEANING[status],
    headers: headersOf(headers),
    content: { 'application/json': { schema, example: answerExample(operation) } },
  }
}
