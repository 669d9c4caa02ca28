import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonSchema, typesOf } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import type { Answer, Api, Loose } from '../support/app/api-client.ts'
import { startApp } from '../support/app/harness.ts'
import { anyPath } from './scene.ts'
import { surfaces } from './surfaces.ts'
import { bodyViolations, MARKER, textualViolations, type Violation } from './violations.ts'

const app = await startApp()
// Scenes are open before the first test is told: the app ends with the last one that was.
const scenes = await Promise.all(surfaces.map(async surface => [surface, await surface.open(app)] as const))

const hasBody = ({ method }: Operation) => method !== 'GET' && method !== 'DELETE'
const inPath = (operation: Operation, name: string) => pathNames(operation.path).includes(name)
const fieldsOf = (operation: Operation): [string, JsonSchema][] =>
  Object.entries(operation.input.properties).map(([name, schema]) => [name, { ...schema }])
/** The fields of query or body. */
const openFields = (operation: Operation) => fieldsOf(operation).filter(([name]) => !inPath(operation, name))

/** Sends values for fields of query or body, whatever they are. */
function sendAs(
  api: Api,
  operation: Operation,
  values: Record<string, unknown>,
  path = anyPath(operation),
): Promise<Answer<Loose>> {
  if (hasBody(operation)) return api.send(operation.method, path, values)
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return api.send(operation.method, `${path}?${query}`)
}

interface Expected {
  path: string
  code: string
}

function assertRefused({ status, body, text }: Answer<Loose>, expected: Expected[]) {
  assert.equal(status, 400, text)
  assert.equal(body.error.code, 'validation_failed')
  const found = (body.error.details?.issues ?? []).map(({ path, code }) => ({ path, code }))
  for (const one of expected)
    assert.ok(
      found.some(({ path, code }) => path === one.path && code === one.code),
      `${JSON.stringify(one)} is not in ${text}`,
    )
  assert.ok(!body.error.details?.issues?.some(({ message }) => message.includes(MARKER)), text)
}

/** One violation of every field at a time, until each has been seen: all of them are reported together. */
function rounds(fields: readonly (readonly [string, Violation[]])[]): Map<string, Violation>[] {
  const count = Math.max(0, ...fields.map(([, violations]) => violations.length))
  return Array.from(
    { length: count },
    (_, round) =>
      new Map(
        fields.flatMap(([name, all]): [string, Violation][] => {
          const violation = all[round % all.length]
          return violation ? [[name, violation]] : []
        }),
      ),
  )
}

for (const [surface, { api }] of scenes) {
  const send = (operation: Operation, values: Record<string, unknown>, path?: string) =>
    sendAs(api, operation, values, path)

  for (const operation of surface.operations) {
    const prefix = hasBody(operation) ? '/' : ''
    const { bodyKey } = operation

    if (openFields(operation).length > 0 && !bodyKey)
      test(`${operation.id} refuses every value beyond a declared bound, all of them together, and repeats none`, async () => {
        const violationsOf = hasBody(operation) ? bodyViolations : textualViolations
        for (const round of rounds(openFields(operation).map(([name, schema]) => [name, violationsOf(schema)]))) {
          const values = Object.fromEntries([...round].map(([name, { value }]) => [name, value]))
          const expected = [...round].map(([name, { at, code }]) => ({ path: `${prefix}${name}${at}`, code }))
          assertRefused(await send(operation, values), expected)
        }
      })

    if (hasBody(operation))
      test(`${operation.id} takes an object as its body and nothing else`, async () => {
        for (const value of [[], [{}], 'text', 7, true, null])
          assertRefused(await api.send(operation.method, anyPath(operation), JSON.stringify(value)), [
            { path: '', code: 'type' },
          ])
      })

    if (bodyKey)
      test(`${operation.id} refuses what cannot be kept anywhere in the map that is its body`, async () => {
        for (const { value, at, code } of bodyViolations({ ...operation.input.properties[bodyKey] }))
          if (at) assertRefused(await api.send(operation.method, anyPath(operation), value), [{ path: at, code }])
      })

    if (!bodyKey)
      test(`${operation.id} names every missing and every unknown ${hasBody(operation) ? 'field' : 'parameter'}, and the known one that was meant`, async () => {
        const open = openFields(operation)
        const { required = [] }: JsonSchema = { ...operation.input }
        const missing = required.filter(name => !inPath(operation, name))
        const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
        const misspelt = open.map(([name]) => name).filter(name => snake(name) !== name)
        const answer = await send(operation, {
          ...Object.fromEntries(misspelt.map(name => [snake(name), 1])),
          [MARKER]: 1,
        })
        assertRefused({ ...answer, text: answer.text }, [
          ...missing.map(name => ({ path: `${prefix}${name}`, code: 'required' })),
          ...[...misspelt.map(snake), MARKER].map(name => ({ path: `${prefix}${name}`, code: 'unknown_key' })),
        ])
        for (const name of misspelt) {
          const issue = answer.body.error.details?.issues?.find(({ path }) => path === `${prefix}${snake(name)}`)
          assert.match(issue?.message ?? '', new RegExp(`did you mean ${name}\\?$`))
        }
        for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
          if (!hasBody(operation))
            assertRefused(await send(operation, { [key]: 1 }), [{ path: key, code: 'unknown_key' }])
      })

    const scalars = openFields(operation).filter(([, schema]) => !typesOf(schema).includes('array'))
    if (!hasBody(operation) && scalars.length > 0)
      test(`${operation.id} refuses a parameter that is given twice`, async () => {
        const twice = scalars.map(([name]) => `${name}=1&${name}=1`).join('&')
        const answer = await api.send(operation.method, `${anyPath(operation)}?${twice}`)
        assertRefused(
          answer,
          scalars.map(([path]) => ({ path, code: 'duplicate' })),
        )
      })

    // Which publisher is asked, and in which clinic, is looked up before anything is read.
    const LOOKED_UP = ['publisherId', 'installationId']
    for (const name of pathNames(operation.path).filter(each => !LOOKED_UP.includes(each)))
      test(`${operation.id} refuses a path parameter ${name} that is no id, and takes it from the path alone`, async () => {
        const filled = (value: string) =>
          operation.path.replace(/:(\w+)/g, (_, each: string) => (each === name ? encodeURIComponent(value) : 'x'))
        const isText = typesOf({ ...operation.input.properties[name] }).includes('string')
        for (const [value, code] of [
          [`${MARKER}${'x'.repeat(56)}`, 'too_long'],
          ['a\0b', 'format'],
        ] as const)
          assertRefused(await send(operation, {}, filled(value)), [{ path: name, code: isText ? code : 'type' }])
        assertRefused(await send(operation, { [name]: 'x' }), [{ path: `${prefix}${name}`, code: 'unknown_key' }])
      })

    const { windowDays } = operation
    if (windowDays)
      test(`${operation.id} refuses a window of more than ${windowDays} days, and takes one of exactly as many`, async () => {
        const from = '2026-01-01T00:00:00.000Z'
        const to = (ms: number) => new Date(Date.parse(from) + windowDays * 86_400_000 + ms).toISOString()
        const words = fieldsOf(operation).flatMap(([name, schema]) => (schema.enum ? [[name, schema.enum[0]]] : []))
        const window = (ms: number) => ({ ...Object.fromEntries(words), from, to: to(ms) })
        assertRefused(await send(operation, window(1)), [{ path: 'to', code: 'window_too_wide' }])
        assert.equal((await send(operation, window(0))).status, 200)
      })

    if (windowDays && operation.answer === 'page')
      test(`${operation.id} takes from alone as until now and later, refuses it before that is ${windowDays} days, and asks for from with to`, async () => {
        const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
        assert.equal((await send(operation, { from: daysAgo(windowDays - 1) })).status, 200)
        const wide = await send(operation, { from: daysAgo(windowDays + 1) })
        assertRefused(wide, [{ path: 'from', code: 'window_too_wide' }])
        assert.match(wide.text, /ask for parts of at most 366 days/)
        assertRefused(await send(operation, { to: daysAgo(1) }), [{ path: 'from', code: 'required_with_to' }])
        assert.equal((await send(operation, {})).status, 200)
        assert.match(operation.description ?? '', /from alone means until now and later/)
      })
  }
}
