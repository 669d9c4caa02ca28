import assert from 'node:assert/strict'
import { API_VERSION } from '@clinic/contract/api-version.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { isRecord, type JsonSchema } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import type { Answer, Loose } from '../support/app/api-client.ts'
import type { TestedSurface } from './surfaces.ts'

const ENVELOPE = { one: ['data'], all: ['data'], page: ['data', 'hasMore', 'nextCursor'] }
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The records of an answer, of which there must be one at least. */
export function recordsOf({ text, body }: Answer<Loose>): Record<string, unknown>[] {
  const records = shownRecords(body)
  assert.ok(records.length > 0, `Nothing was shown, so nothing is proven: let the fixture make a record. ${text}`)
  return records
}

const shownRecords = ({ data }: Loose): Record<string, unknown>[] => [data].flat().filter(isRecord)

/** All declared fields, save optional ones that the record does not have. */
export const declaredFields = (
  { properties = {}, required = [] }: JsonSchema,
  record: Record<string, unknown>,
): string[] => Object.keys(properties).filter(name => required.includes(name) || name in record)

/** Calls with every value that is declared to be an instant. */
function instants(schema: JsonSchema, value: unknown, found: unknown[] = []): unknown[] {
  if (Array.isArray(value)) for (const item of value) instants(schema.items ?? {}, item, found)
  else if (isRecord(value))
    for (const [name, field] of Object.entries(schema.properties ?? {})) instants(field, value[name], found)
  else if (schema.format === 'date-time' && value !== null) found.push(value)
  return found
}

export function assertHeaders(
  { document }: Pick<TestedSurface, 'document'>,
  { headers, status }: Answer<Loose>,
  requestId?: string,
) {
  assert.equal(headers.get('service-version'), API_VERSION)
  assert.match(headers.get('service-request-id') ?? '', /^req_[0-9a-z]{26}$/)
  if (requestId !== undefined) assert.equal(headers.get('service-request-id'), requestId)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  if (status === 401 || status === 405) return
  for (const name of document.answerHeaders) assert.match(headers.get(name) ?? '', /^\d+$/, name)
}

/** That an answer is what its operation declares: its status, its headers, and every field of every record, if there are any. */
export function assertDeclared(
  surface: Pick<TestedSurface, 'document'>,
  operation: Operation,
  answer: Answer<Loose>,
): void {
  const returns: JsonSchema = { ...operation.returns }
  assert.equal(answer.status, operation.status, answer.text)
  assertHeaders(surface, answer)
  assert.deepEqual(Object.keys(answer.body), ENVELOPE[operation.answer])
  for (const record of shownRecords(answer.body)) {
    assert.deepEqual(issuesOf(operation.returns, record), [])
    assert.deepEqual(Object.keys(record), declaredFields(returns, record))
    for (const instant of instants(returns, record)) assert.match(String(instant), INSTANT)
  }
}
