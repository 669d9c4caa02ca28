import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clinicDays } from '../../lib/clinic-time.ts'
import { type Axis, axisOf, gapsOf, hoursOf, LINE_MINUTES, lineCount, linesOf, MINUTE_MS, overlaps } from './axis.ts'
import { columnAt, columnsBy, type Direction, endAt, startAt } from './pointing.ts'
import { seatsOf } from './seats.ts'
import { type Field, stopAt, stopBelow, stopBeside, stopsOf } from './stops.ts'
import { isSamePlace, lengthenedBy, movedBy } from './taken.ts'

const HOUR_MS = 60 * MINUTE_MS

/** A day of a clinic, as the instants between its midnights. */
function dayOf(timeZone: string, date: string) {
  const days = clinicDays(timeZone)
  return { start: Date.parse(days.startOf(date) ?? ''), end: Date.parse(days.startOf(date, { after: true }) ?? '') }
}

const day = dayOf('Asia/Riyadh', '2026-11-24')
const minutes = (at: number) => day.start + at * MINUTE_MS
const axis: Axis = axisOf(day, [{ start: minutes(8 * 60), end: minutes(20 * 60) }])

const span = fc
  .tuple(fc.integer({ min: 8 * 60, max: 19 * 60 }), fc.integer({ min: 1, max: 59 }))
  .map(([start, length]) => ({ start: minutes(start), end: minutes(start + length) }))
const cardsOf = (columns: number) =>
  fc
    .array(fc.tuple(span, fc.nat({ max: columns - 1 })), { maxLength: 40 })
    .map(all => all.map(([at, column], index) => ({ ...at, column, id: `apt_${index}` })))
const gridMinutes = fc.constantFrom(5, 10, 15, 20, 30)
const direction = fc.constantFrom<Direction>('ltr', 'rtl')

test('what is drawn are the whole hours around what is open and what is booked, and the usual ones of a day without either', () => {
  const hours = ({ from, to }: Axis) => [(from - day.start) / HOUR_MS, (to - day.start) / HOUR_MS]
  assert.deepEqual(hours(axisOf(day, [])), [8, 18])
  const early = { start: minutes(6 * 60 + 40), end: minutes(7 * 60) }
  const pastMidnight = { start: minutes(23 * 60), end: minutes(25 * 60) }
  assert.deepEqual(hours(axisOf(day, [early, { start: minutes(9 * 60), end: minutes(17 * 60 + 5) }])), [6, 18])
  assert.deepEqual(hours(axisOf(day, [pastMidnight])), [23, 24])
})

test('a day whose clocks are set forward or back has 23 or 25 hours, each of one height', () => {
  for (const [date, hours] of [
    ['2026-03-08', 23],
    ['2026-11-01', 25],
  ] as const) {
    const whole = dayOf('America/New_York', date)
    const all = axisOf(whole, [whole])
    assert.equal(hoursOf(all).length, hours)
    assert.equal(lineCount(all), (hours * 60) / LINE_MINUTES)
    const shown = hoursOf(all).map(at =>
      new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone: 'America/New_York' }).format(at),
    )
    assert.equal(shown.filter(hour => hour === '02').length, hours === 23 ? 0 : 1)
    assert.equal(shown.filter(hour => hour === '01').length, hours === 25 ? 2 : 1)
  }
})

test('lines and margins say to the minute when something begins and ends', () => {
  fc.assert(
    fc.property(span, at => {
      const lines = linesOf(axis, at)
      assert.ok(lines)
      const instant = (line: number) => axis.from + (line - 1) * LINE_MINUTES * MINUTE_MS
      assert.equal(instant(lines.first) + lines.before * MINUTE_MS, at.start)
      assert.equal(instant(lines.last) - lines.after * MINUTE_MS, at.end)
      assert.ok(lines.before < LINE_MINUTES && lines.after < LINE_MINUTES)
    }),
  )
  assert.equal(linesOf(axis, { start: minutes(5 * 60), end: minutes(8 * 60) }), undefined)
})

test('what is closed is what nothing covers, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(span), open => {
      const gaps = gapsOf(axis, open)
      for (let at = axis.from; at < axis.to; at += MINUTE_MS) {
        const isIn = (spans: typeof open) => spans.some(({ start, end }) => at >= start && at < end)
        assert.notEqual(isIn(gaps), isIn(open))
      }
    }),
    { numRuns: 30 },
  )
})

test('cards that share time stand side by side: no two in one seat, and no more seats than are needed', () => {
  fc.assert(
    fc.property(cardsOf(3), all => {
      const cards = all.map(card => ({ ...card, column: `c${card.column}` }))
      const seats = seatsOf(cards)
      for (const card of cards) {
        const { seat, seats: count } = seats.get(card.id) ?? assert.fail('no seat')
        const beside = cards.filter(other => other.column === card.column && overlaps(card, other))
        assert.ok(seat < count)
        if (beside.length === 1) assert.equal(count, 1)
        for (const other of beside) if (other !== card) assert.notEqual(seats.get(other.id)?.seat, seat)
        const atOnce = Math.max(
          ...cards
            .filter(({ column }) => column === card.column)
            .map(
              ({ start }) => cards.filter(o => o.column === card.column && o.start <= start && o.end > start).length,
            ),
        )
        assert.ok(count <= atOnce)
      }
    }),
  )
})

test('who points at the middle of a column at a time is understood so, in either direction, wherever it is held', () => {
  const box = fc.record({
    left: fc.integer({ min: -500, max: 500 }),
    top: fc.integer({ min: -900, max: 500 }),
    width: fc.integer({ min: 300, max: 3_000 }),
    height: fc.integer({ min: 600, max: 3_000 }),
  })
  fc.assert(
    fc.property(box, fc.integer({ min: 1, max: 14 }), direction, gridMinutes, fc.nat(600), fc.nat(20), (...of) => {
      const [at, count, reading, grid, pointed, held] = of
      const heldAt = held * MINUTE_MS
      for (let column = 0; column < count; column++) {
        const fromStart = ((column + 0.5) / count) * at.width
        const x = reading === 'ltr' ? at.left + fromStart : at.left + at.width - fromStart
        assert.equal(columnAt(x, at, count, reading), column)
      }
      const start = axis.from + Math.floor(pointed / grid) * grid * MINUTE_MS
      const y = at.top + ((start + heldAt - axis.from) / (axis.to - axis.from)) * at.height
      assert.equal(startAt(y, at, axis, { gridMinutes: grid, heldAt }), start)
      assert.equal(endAt(y, at, axis, { gridMinutes: grid, start }) >= start + grid * MINUTE_MS, true)
    }),
  )
  assert.equal(columnAt(-1_000, { left: 0, top: 0, width: 100, height: 1 }, 4, 'rtl'), 3)
})

test('the keys of left and right lead where they point; others lead to no column', () => {
  assert.deepEqual(
    (['ltr', 'rtl'] as const).map(reading =>
      ['ArrowLeft', 'ArrowRight', 'ArrowUp'].map(key => columnsBy(key, reading)),
    ),
    [
      [-1, 1, 0],
      [1, -1, 0],
    ],
  )
})

test('down leads through every card and every free time of a column, and up the same way back', () => {
  fc.assert(
    fc.property(cardsOf(3), gridMinutes, (cards, grid) => {
      const field: Field = { axis, gridMinutes: grid, columns: 3, cards }
      for (let column = 0; column < 3; column++) {
        const stops = stopsOf(field, column)
        const own = cards.filter(card => card.column === column).map(({ id }) => id)
        assert.deepEqual(stops.flatMap(({ card }) => card ?? []).sort(), own.sort())
        for (const [index, stop] of stops.entries()) {
          assert.deepEqual(stopBelow(field, stop, 1), stops[index + 1] ?? stop)
          assert.deepEqual(stopBelow(field, stop, -1), stops[index - 1] ?? stop)
        }
      }
    }),
    { numRuns: 50 },
  )
})

test('sideways keeps to the time: there and back is where one was', () => {
  fc.assert(
    fc.property(cardsOf(3), gridMinutes, fc.nat(719), (cards, grid, minute) => {
      const field: Field = { axis, gridMinutes: grid, columns: 3, cards }
      const from = stopAt(field, 1, axis.from + minute * MINUTE_MS)
      assert.ok(from)
      const back = stopBeside(field, stopBeside(field, from, 1), -1)
      assert.deepEqual(back, from)
      assert.equal(stopBeside(field, { ...from, column: 2 }, 1).column, 2)
    }),
  )
})

test('a card that is taken keeps its length as it is moved, is never shorter than a step, and stays in the day', () => {
  const deed = fc.record({
    columns: fc.constantFrom(-1, 0, 1),
    steps: fc.integer({ min: -3, max: 3 }),
    longer: fc.boolean(),
  })
  fc.assert(
    fc.property(span, gridMinutes, fc.array(deed, { maxLength: 60 }), (at, grid, deeds) => {
      const bounds = { axis, gridMinutes: grid, columns: 4 }
      let place = { ...at, column: 1 }
      for (const { columns, steps, longer } of deeds) {
        const next = longer ? lengthenedBy(place, steps, bounds) : movedBy(place, { columns, steps }, bounds)
        if (!longer) assert.equal(next.end - next.start, place.end - place.start)
        assert.ok(next.end - next.start >= Math.min(grid * MINUTE_MS, place.end - place.start))
        assert.ok(next.start >= day.start && next.end <= day.end && next.column >= 0 && next.column < 4)
        place = next
      }
      assert.ok(isSamePlace(place, { ...place }))
    }),
  )
})
