import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clinicDays, daysBefore } from './clinic-time.ts'

test('a day begins and ends by the clocks of the zone, also where they are set forward or back on it', () => {
  for (const [timeZone, day, begins, ends] of [
    ['Asia/Riyadh', '2026-11-24', '2026-11-23T21:00:00.000Z', '2026-11-24T21:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T12:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ] as const) {
    const { startOf } = clinicDays(timeZone)
    assert.deepEqual([startOf(day), startOf(day, { after: true })], [begins, ends], timeZone)
  }
  assert.equal(clinicDays('Asia/Riyadh').startOf('no day'), undefined)
  assert.equal(daysBefore('2026-03-01', 30), '2026-01-30')
})
