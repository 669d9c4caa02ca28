import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clinicDays, clinicTime, daysBefore } from './clinic-time.ts'

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
  const riyadh = clinicDays('Asia/Riyadh')
  assert.equal(riyadh.at('2026-11-24', '00:30'), '2026-11-23T21:30:00.000Z')
  assert.deepEqual(riyadh.of('2026-11-23T21:30:00.000Z'), { day: '2026-11-24', time: '00:30' })
  assert.equal(riyadh.at('2026-11-24', ''), undefined)
  // On the day on which the clocks are set forward.
  assert.equal(clinicDays('America/New_York').at('2026-03-08', '09:00'), '2026-03-08T13:00:00.000Z')
  assert.equal(daysBefore('2026-03-01', 30), '2026-01-30')
})

test('a clinic reads its times on a clock of 24 hours or of 12, with the half of the day in the language, in either digits', () => {
  const [midnight, noon, evening] = ['2026-11-23T21:05:00Z', '2026-11-24T09:00:00Z', '2026-11-24T18:30:00Z'] as const
  for (const [language, digits, clock, times] of [
    ['en', 'latn', 24, ['00:05', '12:00', '21:30']],
    ['en', 'latn', 12, ['12:05 am', '12:00 pm', '9:30 pm']],
    ['ar', 'latn', 24, ['00:05', '12:00', '21:30']],
    ['ar', 'latn', 12, ['12:05 ص', '12:00 م', '9:30 م']],
    ['ar', 'arab', 24, ['٠٠:٠٥', '١٢:٠٠', '٢١:٣٠']],
    ['ar', 'arab', 12, ['١٢:٠٥ ص', '١٢:٠٠ م', '٩:٣٠ م']],
  ] as const) {
    const { time, moment, day } = clinicTime({ language, digits, clock, timeZone: 'Asia/Riyadh' })
    const told = [midnight, noon, evening].map(time)
    assert.deepEqual(told, times, `${language} ${digits} ${clock}`)
    // A moment is the day and the same time.
    assert.equal(moment(evening).endsWith(told[2] ?? 'none'), true, moment(evening))
    assert.equal(moment(evening).startsWith(day(evening)), true, moment(evening))
  }
})
