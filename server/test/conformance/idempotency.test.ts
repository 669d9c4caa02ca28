import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, takesKey } from '@clinic/contract/kernel.ts'
import { startApp } from '../support/app/harness.ts'
import { inputFor, proven } from './input-for.ts'
import { anyPath, call } from './scene.ts'
import { surfaces } from './surfaces.ts'

const app = await startApp()
const SENT_TOGETHER = 20

/** How many events a clinic has had, of each type: more than one effect of a request would show here. */
async function eventsOf(company: string): Promise<Record<string, number>> {
  const rows = await app.sql<{ type: string; count: number }>(
    'select type, count(*)::int as count from event where company_id = $1 group by type order by type',
    [company],
  )
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]))
}

const added = (before: Record<string, number>, after: Record<string, number>) =>
  Object.entries(after).flatMap(([type, count]) =>
    count > (before[type] ?? 0) ? [[type, count - (before[type] ?? 0)]] : [],
  )

/** Another body for the same path: a field more or less. */
const otherInput = (operation: Operation, input: Record<string, unknown>) => {
  const optional = Object.keys(input).filter(name => !operation.path.includes(`:${name}`))
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== optional.at(-1)))
}

for (const surface of surfaces) {
  for (const operation of surface.operations.filter(takesKey).filter(proven)) {
    const { id, status } = operation

    test(`${id} asks for a usable Idempotency-Key before it looks at the body`, async () => {
      const { api } = await surface.open(app)
      const KEYS = [undefined, '', 'x'.repeat(256), 'caf\u00e9', 'tab\there']
      for (const key of KEYS) {
        const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
        const answer = await api.send('POST', anyPath(operation), '{', { key: null, headers })
        assert.deepEqual([key, answer.status, answer.body.error.code], [key, 400, 'idempotency_key_required'])
      }
      const longest = await api.send('POST', anyPath(operation), '{', { key: '~'.repeat(255) })
      assert.equal(longest.body.error.code, 'invalid_json')
    })

    test(`${id} repeats its answer byte for byte, and refuses the key for another request`, async () => {
      const scene = await surface.open(app)
      const { api, clinic } = scene
      const input = await inputFor(operation, scene)
      const key = 'the same'
      const refused = await call(api, operation, { ...input, zq: 1 }, { key })
      assert.equal(refused.status, 400)
      const first = await call(api, operation, input, { key })
      assert.deepEqual([first.status, first.headers.get('idempotent-replay')], [status, null], first.text)
      const before = await eventsOf(clinic.company_id)
      const again = await call(api, operation, input, { key })
      assert.deepEqual([again.status, again.headers.get('idempotent-replay')], [status, 'true'])
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
      assert.notEqual(again.headers.get('service-request-id'), first.headers.get('service-request-id'))
      // Of the other surfaces each path takes what its own clinic does.
      if (surface.document.base === '/api/v1') {
        const elsewhere = await api.post('/patients', { branchId: 'x', firstName: 'x', lastName: 'x' }, { key })
        assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [422, 'idempotency_key_reused'])
      }
      // What takes nothing has no other request.
      if (Object.keys(operation.input.properties).every(name => name === 'publisherId')) return
      const { path, rest } = { path: anyPath(operation), rest: otherInput(operation, input) }
      const other = await (operation.path.includes(':')
        ? api.post(path, {}, { key })
        : call(
            api,
            operation,
            {
              ...input,
              ...Object.fromEntries(
                Object.keys(input)
                  .filter(k => !(k in rest))
                  .map(k => [k, undefined]),
              ),
            },
            { key },
          ))
      assert.ok([400, 422].includes(other.status), other.text)
      if (other.status === 422) assert.equal(other.body.error.code, 'idempotency_key_reused')
      assert.deepEqual(await eventsOf(clinic.company_id), before)
    })

    test(`${id} sent ${SENT_TOGETHER} times at the same time under one key happens once`, async () => {
      const scene = await surface.open(app)
      const { api, clinic } = scene
      const alone = await inputFor(operation, scene)
      const start = await eventsOf(clinic.company_id)
      assert.equal((await call(api, operation, alone)).status, status)
      const once = added(start, await eventsOf(clinic.company_id))
      const input = await inputFor(operation, scene)
      const before = await eventsOf(clinic.company_id)
      const answers = await Promise.all(
        Array.from({ length: SENT_TOGETHER }, () => call(api, operation, input, { key: 'all together' })),
      )
      const done = answers.filter(answer => answer.status === status)
      const fresh = done.filter(answer => answer.headers.get('idempotent-replay') === null)
      assert.equal(fresh.length, 1, answers.map(answer => answer.text).join('\n'))
      assert.equal(new Set(done.map(({ text }) => text)).size, 1)
      for (const answer of answers.filter(each => each.status !== status))
        assert.deepEqual([answer.status, answer.body.error.code], [409, 'idempotency_conflict'])
      assert.deepEqual(added(before, await eventsOf(clinic.company_id)), once)
    })

    test(`${id} keeps its answer sealed: nothing of it lies there in clear`, async () => {
      const scene = await surface.open(app)
      const answer = await call(scene.api, operation, await inputFor(operation, scene), { key: 'sealed' })
      assert.equal(answer.status, status, answer.text)
      const found = await app.sql<{ sealed: boolean; text: string }>(
        `select sealed, encode(body, 'escape') as text from idempotency_record where company_id = $1 and key = 'sealed'
           order by created_at desc limit 1`,
        [scene.clinic.company_id],
      )
      assert.deepEqual(
        found.map(({ sealed }) => sealed),
        [true],
      )
      assert.ok(answer.text.includes('{"data":') && !found.some(({ text }) => text.includes('data')))
    })

    test(`${id} lets two callers use the same key, each for itself`, async () => {
      const scene = await surface.open(app)
      const other = await surface.another(scene)
      const [input, theirInput] = [await inputFor(operation, scene), await inputFor(operation, scene)]
      assert.equal((await call(scene.api, operation, input, { key: 'shared' })).status, status)
      const theirs = await call(other, operation, theirInput, { key: 'shared' })
      assert.equal(theirs.headers.get('idempotent-replay'), null)
      assert.notEqual(theirs.body.error?.code, 'idempotency_key_reused')
    })
  }
}
