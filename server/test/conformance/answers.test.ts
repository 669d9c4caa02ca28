import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '@clinic/contract/event-types.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import type { Answer, Loose } from '../support/app/api-client.ts'
import { startApp } from '../support/app/harness.ts'
import type { Scene } from '../support/clinic/fixture.ts'
import { assertDeclared, assertHeaders, declaredFields, recordsOf } from './declared-answer.ts'
import { inputFor, proven } from './input-for.ts'
import { call, request } from './scene.ts'
import { surfaces } from './surfaces.ts'

const app = await startApp()
// Scenes are open before the first test is told: the app ends with the last one that was.
const scenes = await Promise.all(surfaces.map(async surface => [surface, await surface.open(app)] as const))

async function succeed(operation: Operation, scene: Scene): Promise<Answer<Loose>> {
  const answer = await call(scene.api, operation, await inputFor(operation, scene))
  assert.equal(answer.status, operation.status, answer.text)
  return answer
}

/** A text of which only the greatest length is declared. */
const isEmptiable = ({ maxLength, minLength, format, pattern }: JsonSchema): boolean =>
  maxLength !== undefined && [minLength, format, pattern].every(rule => rule === undefined)

test('every operation has a fixture, without which nothing proves it', () => {
  const operations = surfaces.flatMap(surface => surface.operations)
  const missing = operations.filter(operation => !proven(operation)).map(({ id }) => id)
  assert.deepEqual(
    missing,
    [],
    'Add one for each to its family’s file in server/test/fixtures/; patients.ts shows how.',
  )
})

for (const [surface, scene] of scenes) {
  const { clinic, api } = scene
  const company = clinic.company_id

  for (const operation of surface.operations.filter(proven)) {
    const returns: JsonSchema = { ...operation.returns }

    test(`${operation.id} answers exactly what it declares, and nothing is left out`, async () => {
      const answer = await succeed(operation, scene)
      assertDeclared(surface, operation, answer)
      recordsOf(answer)
    })

    const { access } = operation
    if (access.by === 'scopes')
      test(`${operation.id} shows, with its own scopes alone, no field that asks for a further one`, async () => {
        const { mode, scopes } = access
        const held = mode === 'all' ? scopes : scopes.slice(0, 1)
        const { token } = await app.installation(clinic, { scopes: held })
        const input = await inputFor(operation, scene)
        const { searchTerm: _, ...query } = input
        const answer = await call(app.api(token), operation, operation.method === 'GET' ? query : input)
        // What belongs to an installation, as endpoints do, another one does not see at all.
        if (answer.status === 404 || (answer.status === 200 && [answer.body.data].flat().length === 0)) return
        assert.equal(answer.status, operation.status, answer.text)
        for (const record of recordsOf(answer))
          assert.deepEqual(Object.keys(record), shownFields(returns, record, held))
      })

    test(`${operation.id} emits what it declares to emit, and each event is as declared`, async () => {
      const input = await inputFor(operation, scene)
      const before = await app.sql('select id from event where company_id = $1', [company])
      const answer = await call(api, operation, input)
      assert.equal(answer.status, operation.status, answer.text)
      const known = new Set(before.map(({ id }) => id))
      const emitted = (await app.sql('select * from event where company_id = $1 and not test', [company])).filter(
        ({ id }) => !known.has(id),
      )
      if (operation.emits.length > 0) assert.ok(emitted.length > 0, 'Nothing was emitted.')
      for (const { type, data, previous_attributes } of emitted) {
        assert.ok(operation.emits.includes(type), `${type} is not declared`)
        const declared = events.find(event => event.type === type)
        assert.ok(declared && !declared.neverSent, type)
        assert.deepEqual(issuesOf(declared.data, data), [])
        assert.equal(previous_attributes !== null, declared.previousAttributes, `${type} previousAttributes`)
      }
    })

    const emptiable = Object.entries(operation.input.properties).filter(([, field]) => isEmptiable({ ...field }))
    if (emptiable.length > 0)
      test(`${operation.id} takes an empty text for none where only a greatest length is declared`, async () => {
        const given = await inputFor(operation, scene)
        const empty = Object.fromEntries(emptiable.map(([name]) => [name, '']))
        const answer = await call(api, operation, { ...given, ...empty })
        assert.equal(answer.status, operation.status, answer.text)
        for (const record of recordsOf(answer))
          for (const [name] of emptiable) if (name in record) assert.equal(record[name], null, name)
      })

    if ('cursor' in operation.input.properties)
      test(`${operation.id} refuses a cursor that it did not make`, async () => {
        const input = await inputFor(operation, scene)
        for (const cursor of ['x', 'a.b', `${'A'.repeat(40)}.${'B'.repeat(16)}`, '..', 'é.é']) {
          const { status, body } = await call(api, operation, { ...input, cursor })
          assert.deepEqual([status, body.error?.code], [400, 'invalid_cursor'])
        }
      })

    if ('updatedAfter' in operation.input.properties)
      test(`${operation.id} shows as a delta what was changed after an instant, and nothing else`, async () => {
        const input = await inputFor(operation, scene)
        const since = async (updatedAfter: string) => {
          const answer = await call(api, operation, { ...input, updatedAfter })
          assert.equal(answer.status, 200, answer.text)
          return [answer.body.data].flat()
        }
        const [first] = await since('2020-01-01T00:00:00Z')
        assert.ok(first, 'The fixture’s record is in no delta.')
        const last = await since(String(first.updatedAt))
        assert.ok(last.every(({ updatedAt }) => String(updatedAt) > String(first.updatedAt)))
        assert.deepEqual(await since('2099-01-01T00:00:00Z'), [])
      })
  }
}

test('an error carries the same headers, and the request id twice', async () => {
  for (const surface of surfaces) {
    const clients = [surface.stranger(app), (await surface.open(app)).api]
    for (const operation of surface.operations)
      for (const client of clients) {
        const answer = await request(client, operation, { key: null, headers: { 'content-type': 'application/json' } })
        if (answer.status >= 400) assertHeaders(surface, answer, answer.body.error.requestId)
      }
  }
})

/** The fields of a record for a caller who holds these scopes alone. */
function shownFields(returns: JsonSchema, record: Record<string, unknown>, held: readonly string[]): string[] {
  const rules = declaredFields(returns, record).map((name): [string, Record<string, unknown>] => [
    name,
    { ...returns.properties?.[name] },
  ])
  return rules
    .filter(([, { 'x-required-scope': scope, 'x-required-scope-where': sibling }]) => {
      if (typeof scope !== 'string' || held.includes(scope)) return true
      return typeof sibling === 'string' && record[sibling] === null
    })
    .map(([name]) => name)
}
