import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { type Asker, RefusalLog } from './refusal-log.ts'

interface Line {
  requestId: string
  unlogged?: number
}

const MINUTE_MS = 60_000
const KNOWN: Asker = { clinic: { id: 'cmp_one' }, installationId: 'ins_one' }

function logWithClock() {
  const lines: Line[] = []
  const clock = { now: 0 }
  const log = pino({}, { write: (text: string) => void lines.push(JSON.parse(text)) })
  const refusals = new RefusalLog(log, () => clock.now)
  const write = (requestId: string, { status = 401, asker }: { status?: number; asker?: Asker } = {}) =>
    refusals.write({ requestId, code: 'code', status }, asker)
  return { lines, clock, write }
}

test('a flood of refusals leaves a hundred lines a minute, and then how many were left out', () => {
  const { lines, clock, write } = logWithClock()
  for (let n = 0; n < 10_000; n++) write('flood')
  assert.equal(lines.length, 100)
  clock.now += MINUTE_MS
  write('later')
  write('last')
  assert.deepEqual(
    lines.slice(100).map(({ requestId, unlogged }) => [requestId, unlogged]),
    [
      ['later', 9_900],
      ['last', undefined],
    ],
  )
})

test('a flood hides no refusal of those who are known, and no failure of ours', () => {
  const { lines, write } = logWithClock()
  for (let n = 0; n < 200; n++) write('flood')
  write('known', { asker: KNOWN })
  write('of the same clinic', { asker: { clinic: KNOWN.clinic, installationId: 'ins_two' } })
  write('failed', { status: 500 })
  assert.deepEqual(
    lines.slice(100).map(({ requestId }) => requestId),
    ['known', 'of the same clinic', 'failed'],
  )
})

test('who is known has a hundred lines a minute, too', () => {
  const { lines, write } = logWithClock()
  for (let n = 0; n < 1_000; n++) write('known', { asker: KNOWN })
  for (let n = 0; n < 1_000; n++) write('failed', { asker: KNOWN, status: 503 })
  assert.equal(lines.length, 200)
})
