import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closed } from '../test/closed.ts'
import { ERRORS } from './errors.ts'
import { EVENT_TYPES, events } from './event-types.ts'
import { operations } from './index.ts'
import { issuesOf } from './issues.ts'
import { isRecord } from './json-schema.ts'
import type { Operation } from './kernel.ts'
import { ID_WORDS, inventedId } from './openapi/example-values.ts'
import { pluginDocument } from './openapi/plugin-surface.ts'
import { TAGS } from './openapi/tags.ts'
import { openapi } from './openapi.ts'

const isOperation = (value: unknown): value is Operation =>
  isRecord(value) && 'returns' in value && 'input' in value && 'path' in value

/** Every operation that is declared, also those that the server does not implement yet. */
async function declared(): Promise<Operation[]> {
  const files = readdirSync(import.meta.dirname).filter(file => file.endsWith('.ts') && !file.includes('.test.'))
  const modules = await Promise.all(files.map(file => import(`./${file}`)))
  const found = modules.flatMap(module => Object.values(module).filter(isOperation))
  return [...new Set(found)]
}

const all = await declared()
const options = {
  surface: pluginDocument,
  serverUrl: 'https://clinic.example.com',
  version: '2026-07',
  operations: all,
  events,
} as const
const document = openapi(options)
const text = JSON.stringify(document)
const plain: Record<string, unknown> = JSON.parse(text)

const objects = Object.values(document.paths).flatMap(item => Object.values(item))

test('is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(plain))
  assert.ok(valid, JSON.stringify(errors, null, 1))
})

test('is the same to the byte every time, and changes nothing that is declared', () => {
  assert.equal(JSON.stringify(openapi(options)), text)
})

test('describes every operation of the registry and every event', () => {
  assert.deepEqual(objects.map(({ operationId }) => operationId).sort(), all.map(({ id }) => id).sort())
  assert.ok(operations.every(operation => all.includes(operation)))
  assert.deepEqual(Object.keys(document.webhooks), EVENT_TYPES)
})

test('names things once: operation ids, and tags with a description', () => {
  const ids = [...objects, ...Object.values(document.webhooks).flatMap(item => Object.values(item))].map(
    o => o.operationId,
  )
  assert.equal(new Set(ids).size, ids.length)
  for (const { name, description } of document.tags) assert.equal(TAGS[name], description, name)
})

function walk(node: unknown, visit: (node: Record<string, unknown>, path: string) => void, path = ''): void {
  if (Array.isArray(node))
    node.forEach((item, index) => {
      walk(item, visit, `${path}/${index}`)
    })
  else if (isRecord(node)) {
    visit(node, path)
    for (const [key, value] of Object.entries(node)) walk(value, visit, `${path}/${key}`)
  }
}

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), plain)
}

test('refers to nothing that is not there, and holds nothing that is not referred to', () => {
  const used = new Set<string>()
  walk(plain, node => {
    if (typeof node.$ref !== 'string') return
    assert.notEqual(resolve(node.$ref), undefined, node.$ref)
    used.add(node.$ref)
  })
  for (const kind of ['schemas', 'parameters', 'headers', 'responses'] as const) {
    for (const name of Object.keys(document.components[kind])) assert.ok(used.has(`#/components/${kind}/${name}`), name)
  }
})

test('gives examples that an independent validator accepts', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const { components } = plain
  ajv.addSchema({ components: closed(components), $id: 'document' })
  const check = (schema: unknown, value: unknown, place: string) => {
    const rebased = JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/'))
    const validate = ajv.compile(rebased)
    assert.ok(validate(value), `${place}: ${JSON.stringify(validate.errors)}`)
  }
  let checked = 0
  walk(plain, (node, path) => {
    if (!isRecord(node.schema)) return
    const named = isRecord(node.examples) ? Object.values(node.examples).map(item => isRecord(item) && item.value) : []
    for (const value of 'example' in node ? [node.example, ...named] : named) {
      check(node.schema, value, path)
      checked += 1
    }
  })
  assert.ok(checked > 500, String(checked))
})

test('gives request examples that the running validation accepts', () => {
  for (const operation of all) {
    const object = objects.find(({ operationId }) => operationId === operation.id) ?? assert.fail()
    const parameters = (object.parameters ?? []).flatMap(item => ('name' in item && item.in !== 'header' ? [item] : []))
    const body = object.requestBody?.content['application/json'].example
    const wanted = parameters.filter(({ required }) => required).map(({ name, example }) => [name, example])
    const given = operation.bodyKey ? { [operation.bodyKey]: body } : isRecord(body) ? body : {}
    const input = { ...Object.fromEntries(wanted), ...given }
    assert.deepEqual([...issuesOf(operation.input, input), ...(operation.check?.(input) ?? [])], [], operation.id)
  }
})

const isMadeUp = (name: string, value: unknown): boolean =>
  value === name || (typeof value === 'string' && /^rec_|^[A-Za-z]+\.+$/.test(value))

test('has a realistic example for every field, not one made up from the schema', () => {
  const madeUp: string[] = []
  walk(plain, (node, path) => {
    if (!('example' in node)) return
    walk({ example: node.example }, (part, inside) => {
      for (const [name, value] of Object.entries(part)) {
        const values = Array.isArray(value) ? value : [value]
        if (values.some(item => isMadeUp(name, item))) madeUp.push(`${path}${inside}/${name}`)
      }
    })
  })
  assert.deepEqual(madeUp, [])
})

test('tells one story: the examples of events are about the records of the other examples', () => {
  const told = new Set(Object.keys(ID_WORDS).map(inventedId))
  for (const { type, example } of events)
    for (const [name, value] of Object.entries(example))
      if (/^id$|Id$/.test(name) && value !== null) assert.ok(told.has(String(value)), `${type}: ${name}`)
})

test('says of every operation what it needs and how it may refuse', () => {
  for (const operation of all) {
    const object = objects.find(({ operationId }) => operationId === operation.id) ?? assert.fail()
    const inSandbox = object['x-sandbox-only'] && { inSandbox: true }
    assert.deepEqual({ by: 'scopes', ...object['x-required-scopes'], ...inSandbox }, operation.access)
    const statuses = Object.keys(object.responses)
    for (const status of [operation.status, 400, 401, 403, 429, 500, 503]) {
      assert.ok(statuses.includes(String(status)), `${operation.id} ${status}`)
    }
    for (const code of operation.refuses) assert.ok(codesOf(object.responses[ERRORS[code].status]).includes(code), code)
    const keyed = JSON.stringify(object.parameters ?? []).includes('Idempotency-Key')
    assert.equal(keyed, operation.method === 'POST')
    assert.equal(statuses.includes('415'), ['POST', 'PATCH', 'PUT'].includes(operation.method), operation.id)
    if (operation.path.includes(':')) assert.ok(statuses.includes('404'), operation.id)
  }
})

function codesOf(response: unknown): string[] {
  const found = isRecord(response) && typeof response.$ref === 'string' ? resolve(response.$ref) : response
  const codes: string[] = []
  walk(found, node => {
    if (isRecord(node.examples)) codes.push(...Object.keys(node.examples))
  })
  return codes
}

test('never asks for a field that the scopes of the caller may hide, and says so', () => {
  let scoped = 0
  walk(plain.components, node => {
    const { properties, required } = node
    if (!isRecord(properties)) return
    for (const [name, field] of Object.entries(properties)) {
      if (!isRecord(field) || typeof field['x-required-scope'] !== 'string') continue
      scoped += 1
      assert.ok(Array.isArray(required) && !required.includes(name), name)
      assert.match(String(field.description), /without the scope/)
    }
  })
  assert.ok(scoped > 10)
})

test('carries no name and no phone in the example of an event', () => {
  for (const [type, item] of Object.entries(document.webhooks)) {
    const body = JSON.stringify(item.post?.requestBody?.content['application/json'].example)
    assert.doesNotMatch(body, /Sara|Otaibi|\+966|@/, type)
  }
})
