import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sameForAll, spansOf, spansOn, weekDraft, weekOf } from './week-draft.ts'

const minute = fc.integer({ min: 0, max: 1_439 })
const time = minute.map(at => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)
const span = fc
  .tuple(fc.integer({ min: 0, max: 6 }), minute, fc.integer({ min: 1, max: 700 }))
  .map(([weekday, startMinute, length]) => ({ weekday, startMinute, endMinute: startMinute + length }))
const day = fc.option(fc.tuple(time, time), { nil: undefined })

test('what is stored comes back as it was, whatever week, past midnight too', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 7, maxLength: 7 }), fc.array(span, { maxLength: 14 }), (days, breaks) => {
      const opens = days.map(times => times?.[0] ?? '')
      const closes = days.map(times => times?.[1] ?? '')
      const kept = breaks.filter(({ weekday }) => opens[weekday] !== '').sort((a, b) => a.weekday - b.weekday)
      assert.deepEqual(weekOf(weekDraft({ opens, closes, breaks })), { opens, closes, breaks: kept })
    }),
  )
})

test('times are taken as people type them; what is none is refused by the contract, not guessed', () => {
  const days = weekDraft({
    opens: ['9', '', '', '', '', '', ''],
    closes: ['930 pm', '', '', '', '', '', ''],
    breaks: [],
  })
  assert.deepEqual([weekOf(days).opens[0], weekOf(days).closes[0]], ['09:00', '21:30'])
  assert.deepEqual(spansOf([[{ from: '٢٢:٠٠', until: '2' }], [{ from: 'late', until: '9' }]]), [
    { weekday: 0, startMinute: 1_320, endMinute: 1_560 },
    { weekday: 1, startMinute: -1, endMinute: 540 },
  ])
  assert.deepEqual(spansOn([{ weekday: 6, startMinute: 1_320, endMinute: 1_560 }])[6], [
    { from: '22:00', until: '02:00' },
  ])
})

test('the hours of the first open day go to all open days, and to no closed one', () => {
  const breaks = [{ weekday: 1, startMinute: 720, endMinute: 780 }]
  const days = weekDraft({
    opens: ['', '08:00', '10:00', '', '', '', ''],
    closes: ['', '16:00', '20:00', '', '', '', ''],
    breaks,
  })
  assert.deepEqual(weekOf(sameForAll(days)), {
    opens: ['', '08:00', '08:00', '', '', '', ''],
    closes: ['', '16:00', '16:00', '', '', '', ''],
    breaks: [...breaks, { ...breaks[0], weekday: 2 }],
  })
})
