import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../kernel/tx.ts'
import { recently } from './recently.ts'

const contextOf = (login: string): Context => ({
  clinic: {
    id: 'cli_1',
    country: 'SA',
    currency: 'SAR',
    timeZone: 'Asia/Riyadh',
    taxPercent: 15,
    sandbox: false,
    clockOffsetMs: 0,
    resets: 0,
  },
  caller: { kind: 'staff', id: 'usr_1', tokenId: login, holds: () => true },
  requestId: 'req_1',
})

test('one record for each login, operation and patient in ten minutes; nobody counts as one', async () => {
  const clock = { ms: 0 }
  const shown = recently(() => clock.ms)
  const recorded: string[][] = []
  const show = (patientIds: string[], login = 'ses_1', operation = 'listCards') =>
    shown.unlessShown(operation, contextOf(login), { resourceIds: [], patientIds, throughIds: [] }, async about => {
      recorded.push([...about.patientIds])
    })
  clock.ms = 1_000
  await show(['a', 'b'])
  await show(['a', 'b'])
  await show(['b', 'c'])
  await show([])
  await show([])
  assert.deepEqual(recorded.splice(0), [['a', 'b'], ['c'], []])
  await show(['a'], 'ses_2')
  await show(['a'], 'ses_1', 'getCard')
  assert.deepEqual(recorded.splice(0), [['a'], ['a']])
  clock.ms += 10 * 60_000
  await show(['a'])
  assert.deepEqual(recorded, [])
  clock.ms += 1
  await show(['a'])
  assert.deepEqual(recorded, [['a']])
})

test('what could not be recorded is recorded the next time', async () => {
  const shown = recently()
  const about = { resourceIds: [], patientIds: ['a'], throughIds: [] }
  const show = (record: () => Promise<void>) => shown.unlessShown('getCard', contextOf('ses_1'), about, record)
  await assert.rejects(show(() => Promise.reject(new Error('no database'))))
  let times = 0
  for (let n = 0; n < 2; n++)
    await show(async () => {
      times += 1
    })
  assert.equal(times, 1)
})
