import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CountedRecords } from './counted-records.ts'

const HOUR_MS = 60 * 60_000

function counting() {
  const clock = { ms: 1_000 }
  const made: [key: string, times: number][] = []
  const records = new CountedRecords(() => clock.ms)
  const add = (key: string) => records.add(key, async times => made.push([key, times]))
  return { clock, made, records, add }
}

test('the first is recorded at once, and what follows within the hour as one record of how often', async () => {
  const { clock, made, records, add } = counting()
  for (let n = 0; n < 1_000; n++) add('one')
  add('another')
  assert.deepEqual(made, [
    ['one', 1],
    ['another', 1],
  ])
  clock.ms += HOUR_MS - 1
  records.endOld()
  assert.equal(made.length, 2)
  clock.ms += 1
  records.endOld()
  assert.deepEqual(made.slice(2), [['one', 999]])
  add('one')
  assert.deepEqual(made.at(-1), ['one', 1])
  await records.close()
})

test('what is counted is recorded when the process ends, and nothing is counted twice', async () => {
  const { made, records, add } = counting()
  add('one')
  add('one')
  await records.close()
  await records.close()
  assert.deepEqual(made, [
    ['one', 1],
    ['one', 1],
  ])
})

test('however many kinds there are, few are remembered, and none of what was counted is lost', async () => {
  const { made, records, add } = counting()
  add('oldest')
  add('oldest')
  for (let n = 0; n < 10_000; n++) add(`kind ${n}`)
  assert.deepEqual(made.at(-1), ['oldest', 1])
  await records.close()
})

test('a record that the database does not take fails nobody', async () => {
  const records = new CountedRecords()
  records.add('one', () => Promise.reject(new Error('no database')))
  await records.close()
})
