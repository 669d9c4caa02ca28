import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listBranches } from '@clinic/contract/branches.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { listPatients } from '@clinic/contract/patients.ts'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'

const app = await startApp()

const instant = (minute: number) => new Date(Date.parse('2026-07-01T09:00:00Z') + minute * 60_000).toISOString()
const listed = (rows: readonly { id: string; created_at: string }[]) =>
  rows.toSorted((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
  )

/** What happens between one page and the next: a new file, a change or the end of an old one. */
const between = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), minute: fc.nat(6) }),
    fc.record({ kind: fc.constant('update' as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant('delete' as const), which: fc.nat(20) }),
  ),
  { maxLength: 2 },
)

test('whatever is added, changed or deleted between pages of any size, no record is left out and none comes twice', async () => {
  const steps = fc.array(between, { maxLength: 8 })
  const property = fc.asyncProperty(fc.array(fc.nat(6), { maxLength: 14 }), fc.integer({ min: 1, max: 6 }), steps, run)
  await fc.assert(property, { numRuns: 25 })
})

type Between = ReturnType<typeof between.generate>['value']

async function run(minutes: number[], limit: number, steps: Between[]) {
  const { branch, patient, api } = await app.practice()
  const make = (minute: number) => app.patient(branch, { created_at: instant(minute), updated_at: instant(minute) })
  const start = [patient]
  for (const minute of minutes) start.push(await make(minute))
  const deleted = new Set<string>()
  const happen = async (one: Between[number]) => {
    if (one.kind === 'insert') return void (await make(one.minute))
    const target = start[one.which % start.length]
    if (one.kind === 'delete' && target) deleted.add(target.id)
    const change = one.kind === 'delete' ? 'deleted_at = now()' : 'updated_at = now()'
    await app.sql(`update patient set ${change} where id = $1`, [target?.id])
  }

  const seen: string[] = []
  for (let cursor: string | null | undefined, page = 0; cursor !== null; page++) {
    const { status, body } = await api.list(listPatients, { limit, cursor })
    assert.equal(status, 200)
    assert.ok(body.data.length <= limit && body.hasMore === (body.nextCursor !== null))
    if (body.hasMore) assert.equal(body.data.length, limit)
    seen.push(...body.data.map(({ id }) => id))
    for (const one of steps[page] ?? []) await happen(one)
    cursor = body.nextCursor
  }
  assert.equal(new Set(seen).size, seen.length, 'A record came twice.')
  const lasting = listed(start)
    .filter(({ id }) => !deleted.has(id))
    .map(({ id }) => id)
  assert.deepEqual(
    seen.filter(id => lasting.includes(id)),
    lasting,
  )
}

test('a cursor that was changed in any way is refused', async () => {
  const { branch, api } = await app.practice()
  for (let minute = 0; minute < 3; minute++) await app.patient(branch, { created_at: instant(minute) })
  const { nextCursor: cursor } = (await api.list(listPatients, { limit: 1 })).body
  assert.ok(cursor)
  const property = fc.asyncProperty(
    fc.nat(cursor.length - 1),
    fc.constantFrom(...'AZaz09-_.=!é '),
    fc.constantFrom('replace', 'insert', 'cut'),
    async (at, character, how) => {
      const rest = cursor.slice(how === 'insert' ? at : at + 1)
      const changed = cursor.slice(0, at) + (how === 'cut' ? '' : character) + rest
      fc.pre(changed !== cursor)
      const { status, body } = await api.list(listPatients, { cursor: changed })
      assert.deepEqual([status, body.error?.code], [400, 'invalid_cursor'], changed)
    },
  )
  await fc.assert(property, { numRuns: 120 })
})

test('a cursor belongs to its list, its filters and its clinic; its page size is free', async () => {
  const { branch, api, clinic } = await app.practice()
  const elsewhere = await app.practice()
  await app.branch(clinic)
  for (let minute = 0; minute < 3; minute++) await app.patient(branch, { created_at: instant(minute) })
  const updatedAfter = '2020-01-01T00:00:00Z'
  const QUERIES: Input<typeof listPatients>[] = [
    {},
    { branchId: branch.id },
    { updatedAfter },
    { from: instant(-9) },
    { to: instant(999_999) },
  ]
  for (const [made, query] of QUERIES.entries()) {
    const cursor: string | null = (await api.list(listPatients, { ...query, limit: 1 })).body.nextCursor
    assert.ok(cursor, JSON.stringify(query))
    for (const [used, other] of QUERIES.entries()) {
      const status: number = (await api.list(listPatients, { ...other, cursor, limit: 2 })).status
      assert.equal(status, made === used ? 200 : 400, JSON.stringify([query, other]))
    }
    assert.equal((await api.list(listBranches, { cursor })).status, 400)
    assert.equal((await elsewhere.api.list(listPatients, { ...query, cursor })).status, 400)
    const { token } = await app.installation(clinic)
    assert.equal((await app.api(token).list(listPatients, { ...query, cursor })).status, 200)
  }
})
