import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENTS } from '../test/documents.ts'
import { isRecord, type JsonSchema } from './json-schema.ts'
import { wordsOfResource } from './openapi/words.ts'

const documents = Object.entries(DOCUMENTS).map(([name, document]) => {
  const plain: Record<string, unknown> = JSON.parse(JSON.stringify(document))
  return { name, document, plain }
})

/** Every schema and whatever holds one, without the examples. */
function walk(node: unknown, visit: (node: Record<string, unknown>, path: string) => void, path = ''): void {
  if (Array.isArray(node)) for (const [index, item] of node.entries()) walk(item, visit, `${path}/${index}`)
  if (!isRecord(node)) return
  visit(node, path)
  for (const [key, value] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') walk(value, visit, `${path}/${key}`)
}

const fieldsIn = (plain: unknown): [string, string, Record<string, unknown>][] => {
  const found: [string, string, Record<string, unknown>][] = []
  walk(plain, ({ properties, required }, path) => {
    if (!isRecord(properties) || (required !== undefined && !Array.isArray(required))) return
    for (const [name, field] of Object.entries(properties)) if (isRecord(field)) found.push([path, name, field])
  })
  return found
}

test('says of every field and every parameter what it means, and of every schema', () => {
  for (const { name, plain, document } of documents) {
    const silent = fieldsIn(plain).filter(([, , field]) => !field.description && !field.$ref)
    assert.deepEqual(
      silent.map(([path, field]) => `${path} ${field}`),
      [],
      name,
    )
    walk(plain, (node, path) => {
      if ('in' in node && 'schema' in node) assert.ok(node.description, `${name}: ${path} ${node.name}`)
    })
    const undescribed = Object.entries(document.components.schemas).filter(
      ([schema, { description }]) =>
        !description || (!schema.startsWith('error_') && description !== wordsOfResource(schema)),
    )
    assert.deepEqual(Object.keys(Object.fromEntries(undescribed)), [], name)
  }
})

test('says in what unit every amount, share and size is', () => {
  const MONEY = /currency/
  const MONEYS =
    /^(?:amount|tax|total|subtotal|paid|price|discount|invoiced|collected|refunded|outstanding|pendingPayment|unitCost|insurance|dealSize|pending)$|Fees?$|Amount$/
  const UNITS: readonly [RegExp, RegExp][] = [
    [MONEYS, MONEY],
    [/Percent$|[pP]ercentage$/, /percent/],
    [/Bytes$/, /bytes/],
    [/Seconds$/, /seconds/i],
    [/Ms$/, /milliseconds/],
    [/Days$/, /days/i],
    [/Minutes$/, /minutes/],
  ]
  for (const { plain } of documents)
    for (const [path, name, field] of fieldsIn(plain))
      for (const [names, unit] of UNITS)
        if (
          names.test(name) &&
          (unit === MONEY ? ['number'] : ['number', 'integer']).some(type => [field.type].flat().includes(type))
        )
          assert.match(String(field.description), unit, `${path} ${name}`)
})

test('says of every id and every other value that may be null when it is', () => {
  for (const { plain } of documents)
    for (const [path, name, field] of fieldsIn(plain))
      if (/Id$/.test(name) && path.startsWith('/components/schemas') && [field.type].flat().includes('null'))
        assert.match(String(field.description), /\bnull\b/, `${path} ${name}`)
})

test('leaves room for new fields in answers and webhooks, and none in requests', () => {
  const isClosed = (node: Record<string, unknown>) => node.additionalProperties === false
  for (const { document, plain } of documents) {
    walk([plain.components, plain.webhooks], (node, path) => assert.ok(!isClosed(node), path))
    for (const item of Object.values(document.paths))
      for (const { operationId, responses, requestBody } of Object.values(item)) {
        walk(responses, node => assert.ok(!isClosed(node), operationId))
        const body = requestBody?.content['application/json'].schema
        if (body?.properties) assert.ok(isClosed(body), operationId)
      }
  }
})

test('lets nothing stand beside a reference', () => {
  for (const { plain } of documents)
    walk(plain, (node, path) => {
      if ('$ref' in node) assert.deepEqual(Object.keys(node), ['$ref'], path)
    })
})

/** The codes that the schema of a refusal tells apart. */
function codesIn(schema: unknown, plain: Record<string, unknown>): string[] {
  const { components } = plain
  const schemas = isRecord(components) && isRecord(components.schemas) ? components.schemas : {}
  const codes: string[] = []
  walk(schema, ({ $ref }) => {
    if (typeof $ref !== 'string') return
    const found: JsonSchema = { ...Object(schemas[$ref.replace('#/components/schemas/', '')]) }
    codes.push(String(found.properties?.code?.const))
  })
  return codes
}

test('tells the codes of a refusal apart by schemas of their own, each with its details, and names no other', () => {
  for (const { document, plain } of documents)
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      const { schema, examples = {} } = content?.['application/json'] ?? assert.fail(name)
      assert.deepEqual(codesIn(schema, plain), Object.keys(examples), name)
    }
})

test('says who to turn to and under which licence it is', () => {
  for (const { document } of documents) {
    const { contact, license } = document.info
    assert.deepEqual(contact, { name: 'Clinic Plugin Platform', url: 'https://clinic.example.com/docs' })
    assert.deepEqual(license, { name: 'Apache License 2.0', identifier: 'Apache-2.0' })
  }
})

test('declares 404 wherever an input may name what is not there', () => {
  const answers = (id: string) => {
    const items = Object.values(DOCUMENTS.plugin.paths).flatMap(item => Object.values(item))
    return Object.keys(items.find(({ operationId }) => operationId === id)?.responses ?? {})
  }
  for (const id of ['listEvents', 'getAnalyticsTimeseries', 'getAnalyticsSummary'])
    assert.ok(answers(id).includes('404'), id)
})
