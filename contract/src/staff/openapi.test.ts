import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closed } from '../../test/closed.ts'
import { isInClinic } from '../access.ts'
import { issuesOf } from '../issues.ts'
import { isRecord } from '../json-schema.ts'
import { openapi } from '../openapi.ts'
import { staffOperations } from './index.ts'
import { staffDocument } from './openapi.ts'
import { PERMISSION_NAMES } from './permissions.ts'
import { STAFF_TAGS } from './tags.ts'

const options = {
  surface: staffDocument,
  serverUrl: 'https://clinic.example.com',
  version: '2026-07',
  operations: staffOperations,
} as const
const document = openapi(options)
const plain: Record<string, unknown> = JSON.parse(JSON.stringify(document))
const objects = Object.values(document.paths).flatMap(item => Object.values(item))

function walk(node: unknown, visit: (node: Record<string, unknown>, path: string) => void, path = ''): void {
  if (Array.isArray(node)) for (const [index, item] of node.entries()) walk(item, visit, `${path}/${index}`)
  else if (isRecord(node)) {
    visit(node, path)
    for (const [key, value] of Object.entries(node)) walk(value, visit, `${path}/${key}`)
  }
}

test('is valid OpenAPI 3.1, and the same to the byte every time', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(plain))
  assert.ok(valid, JSON.stringify(errors, null, 1))
  assert.equal(JSON.stringify(openapi(options)), JSON.stringify(document))
})

test('every operation that is declared is in the registry, under an id of its own, with a tag that is described', async () => {
  const files = readdirSync(import.meta.dirname).filter(file => !file.includes('.test.'))
  const modules = await Promise.all(files.map(file => import(`./${file}`)))
  const declared = modules
    .flatMap(module => Object.values(module))
    .filter(value => isRecord(value) && 'access' in value && 'returns' in value)
  assert.deepEqual(new Set(declared), new Set(staffOperations))
  assert.equal(new Set(staffOperations.map(({ id }) => id)).size, staffOperations.length)
  assert.equal(objects.length, staffOperations.length)
  for (const { tag } of staffOperations) assert.ok(STAFF_TAGS[tag], tag)
})

test('gives examples that an independent validator and the running validation accept', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const { components } = plain
  ajv.addSchema({ components: closed(components), $id: 'document' })
  let checked = 0
  walk(plain, (node, path) => {
    if (!isRecord(node.schema)) return
    const named = isRecord(node.examples) ? Object.values(node.examples).map(item => isRecord(item) && item.value) : []
    const rebased = JSON.parse(
      JSON.stringify(closed(node.schema)).replaceAll('"#/components/', '"document#/components/'),
    )
    for (const value of 'example' in node ? [node.example, ...named] : named) {
      assert.ok(ajv.validate(rebased, value), `${path}: ${JSON.stringify(ajv.errors)}`)
      checked += 1
    }
  })
  assert.ok(checked > 100, String(checked))
  for (const operation of staffOperations) {
    const object = objects.find(({ operationId }) => operationId === operation.id) ?? assert.fail()
    const parameters = (object.parameters ?? []).flatMap(item => ('name' in item && item.required ? [item] : []))
    const body = object.requestBody?.content['application/json'].example
    const input = {
      ...Object.fromEntries(parameters.map(({ name, example }) => [name, example])),
      ...(isRecord(body) && body),
    }
    assert.deepEqual(issuesOf(operation.input, input), [], operation.id)
  }
})

test('has a realistic example for every field, not one made up from the schema', () => {
  const madeUp: string[] = []
  walk(plain, (node, path) => {
    if (!('example' in node)) return
    walk({ example: node.example }, (part, inside) => {
      for (const [name, value] of Object.entries(part))
        for (const one of [value].flat())
          if (one === name || (typeof one === 'string' && /^rec_|^[A-Za-z]+\.+$/.test(one)))
            madeUp.push(`${path}${inside}/${name}`)
    })
  })
  assert.deepEqual(madeUp, [])
})

test('every operation in a clinic takes the header that names it and answers with it, and no other does', () => {
  for (const { id, access } of staffOperations) {
    const object = objects.find(({ operationId }) => operationId === id) ?? assert.fail()
    const takes = (object.parameters ?? []).some(item => '$ref' in item && item.$ref.endsWith('/Clinic-Id'))
    const done = Object.entries(object.responses).find(([status]) => status.startsWith('2'))?.[1]
    const answers = done !== undefined && 'headers' in done && done.headers !== undefined && 'Clinic-Id' in done.headers
    assert.deepEqual([takes, answers], [isInClinic(access), isInClinic(access)], id)
  }
})

test('refers to nothing that is not there', () => {
  walk(plain, node => {
    if (typeof node.$ref !== 'string') return
    const found = node.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), plain)
    assert.notEqual(found, undefined, node.$ref)
  })
})

test('whatever needs a login says that there may be none, whatever a permission that it may be lacking, whatever a step-up that it may be asked', () => {
  for (const { id, access, stepUp, stepUpFor } of staffOperations) {
    const object = objects.find(({ operationId }) => operationId === id) ?? assert.fail()
    const text = JSON.stringify(object.responses)
    const codes = new Set<string>()
    walk(plain.components, (node, path) => {
      if (
        isRecord(node.examples) &&
        [...text.matchAll(/responses\/([\w.]+)/g)].some(([, name]) => path.startsWith(`/responses/${name}/`))
      )
        for (const code of Object.keys(node.examples)) codes.add(code)
    })
    assert.equal(codes.has('step_up_required'), stepUp || stepUpFor !== undefined, id)
    if (access.by === 'permission') {
      assert.ok(codes.has('not_permitted'), id)
      assert.ok(
        access.permissions.every(name => PERMISSION_NAMES.includes(name)),
        id,
      )
    }
    if (access.by !== 'anybody') assert.ok(codes.has('unauthenticated'), id)
    assert.ok(['anybody', 'login', 'membership', 'permission'].includes(access.by), id)
  }
})
