import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBoardTask, listBoardTasks, updateBoardTask } from '@clinic/contract/staff/tasks.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { seededRandom } from '../demo/random.ts'

const app = await startApp()

/** The board of a clinic of its own, with so many tasks. */
async function board(count: number) {
  const clinic = await app.clinic()
  const { cookie } = await staffMember(app, clinic, 'owner')
  const client = staffClient(app, () => cookie)
  const add = async () => (await client.call(addBoardTask, { title: 'Call back' })).body.data.id
  const ids: string[] = []
  for (let turn = 0; turn < count; turn++) ids.push(await add())
  const shown = () => client.all(listBoardTasks, { open: true })
  const listed = async () => (await shown()).map(({ id }) => id)
  const placeOf = async (id: string) => (await shown()).find(one => one.id === id)?.order ?? -1
  const put = async (id: string, order: number) => {
    const version = (await shown()).find(one => one.id === id)?.version
    return client.call(updateBoardTask, { id, order }, { version })
  }
  return { clinic, client, ids, add, shown, listed, placeOf, put }
}

const movedTo = (ids: readonly string[], from: number, to: number): string[] => {
  const rest = ids.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ids[from] ?? '', ...rest.slice(to)]
}

test('a task takes the place of another, above or below; those between close up and count no version, a free place is kept free', async () => {
  const { client, ids, listed, shown, placeOf, put } = await board(5)
  const [a = '', b = '', c = '', d = '', e = ''] = ids
  const up = await put(d, await placeOf(b))
  assert.deepEqual([up.body.data.order, up.body.data.version], [2, 2])
  assert.deepEqual(await listed(), [a, d, b, c, e])
  await put(a, await placeOf(e))
  assert.deepEqual(await listed(), [d, b, c, e, a])
  assert.deepEqual(
    (await shown()).map(one => [one.order, one.version]),
    [
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 2],
    ],
  )
  await client.call(updateBoardTask, { id: b, status: 'COMPLETED' })
  const before = new Map((await shown()).map(one => [one.id, one.updatedAt]))
  await put(a, 3)
  // What was done has left a place: only those up to it are moved.
  assert.deepEqual(await listed(), [d, a, c, e])
  const after = await shown()
  assert.deepEqual(
    after.filter(one => one.updatedAt === before.get(one.id)).map(({ id }) => id),
    [d],
  )
})

test('whatever is moved, done and added in turn, the board is as a list would be', async () => {
  const { client, ids, add, shown, listed, put } = await board(8)
  const random = seededRandom('board')
  let expected = ids
  for (let turn = 0; turn < 60; turn++) {
    const anywhere = () => random.integer(0, expected.length - 1)
    const [from, to] = [anywhere(), anywhere()]
    const [moved = '', there = ''] = [expected[from], expected[to]]
    const place = (await shown()).find(one => one.id === there)?.order ?? 0
    assert.equal((await put(moved, place)).status, 200)
    expected = movedTo(expected, from, to)
    if (turn % 5 === 0) {
      const [done = ''] = expected.splice(anywhere(), 1)
      await client.call(updateBoardTask, { id: done, status: 'COMPLETED' })
    }
    if (turn % 5 === 3) expected.push(await add())
    assert.deepEqual(await listed(), expected, `turn ${turn}`)
  }
})

test('tasks that are moved at the same time are all answered, none by a deadlock, and have each a place of its own', async () => {
  const { client, clinic, ids, shown, listed } = await board(8)
  const orders = (await shown()).map(({ order }) => order)
  const answers = await Promise.all(
    ids.map((id, turn) => client.call(updateBoardTask, { id, order: orders[(turn * 3 + 1) % 8] ?? 0 })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    ids.map(() => 200),
  )
  assert.equal(new Set((await shown()).map(({ order }) => order)).size, 8)
  assert.deepEqual((await listed()).toSorted(), ids.toSorted())
  const [most] = await app.sql<{ most: number }>('select max(sort_order) as most from task where company_id = $1', [
    clinic.company_id,
  ])
  assert.equal(most?.most, Math.max(...orders))
})

test('of two who move one task one wins, and the other is told from where to where', async () => {
  const { client, ids, listed, placeOf } = await board(3)
  const [a = '', b = '', c = ''] = ids
  const [first, last] = [await placeOf(a), await placeOf(c)]
  assert.equal((await client.call(updateBoardTask, { id: a, order: last }, { version: 1 })).status, 200)
  const refused = await client.call(updateBoardTask, { id: a, order: await placeOf(b) }, { version: 1 })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'changed_meanwhile'])
  assert.deepEqual(refused.body.error.details?.changes, [{ field: 'order', from: first, to: last }])
  // Those that it passed have no new version: who moves one of them is refused nothing.
  assert.equal((await client.call(updateBoardTask, { id: b, order: last }, { version: 1 })).status, 200)
  assert.deepEqual(await listed(), [c, a, b])
})
