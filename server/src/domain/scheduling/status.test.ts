import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '@clinic/contract/appointments.ts'
import fc from 'fast-check'
import { canMove, eventFor, timesMayChange, timesProblem } from './status.ts'

const VISIT: AppointmentStatus[] = ['OPEN', 'CONFIRMED', 'CHECKEDIN', 'WAITING', 'INPROGRESS', 'COMPLETED']

/** A visit goes forward and may skip steps; the other moves are the ways out of it and the delay. */
const MOVES = new Set([
  ...VISIT.flatMap((from, place) => VISIT.slice(place + 1).map(to => `${from} ${to}`)),
  ...['OPEN', 'CONFIRMED'].flatMap(status => [`${status} DELAYED`, `DELAYED ${status}`]),
  ...['OPEN', 'CONFIRMED', 'DELAYED', 'CHECKEDIN', 'WAITING'].map(from => `${from} CANCELED`),
  ...['OPEN', 'CONFIRMED', 'DELAYED'].map(from => `${from} NOSHOW`),
])

const FINAL: AppointmentStatus[] = ['COMPLETED', 'CANCELED', 'NOSHOW']

const status = fc.constantFrom(...APPOINTMENT_STATUSES)

function having(rule: (status: AppointmentStatus) => boolean): AppointmentStatus[] {
  return APPOINTMENT_STATUSES.filter(rule)
}

test('allows the moves of the contract and no other', () => {
  for (const from of APPOINTMENT_STATUSES) {
    for (const to of APPOINTMENT_STATUSES) {
      assert.equal(canMove(from, to), MOVES.has(`${from} ${to}`), `${from} -> ${to}`)
    }
  }
})

test('no sequence of moves leaves a final status, or makes the times of a begun visit change', () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 20 }), wishes => {
      let current: AppointmentStatus = 'OPEN'
      for (const to of wishes) {
        if (!canMove(current, to)) continue
        assert.ok(!FINAL.includes(current))
        assert.ok(timesMayChange(current) || !timesMayChange(to))
        current = to
      }
    }),
  )
})

test('times change only before the patient has checked in', () => {
  assert.deepEqual(having(timesMayChange), ['OPEN', 'CONFIRMED', 'DELAYED'])
})

test('a move fires its own verb, or appointment.updated where it has none', () => {
  assert.deepEqual(Object.fromEntries(APPOINTMENT_STATUSES.map(to => [to, eventFor(to).type])), {
    OPEN: 'appointment.updated',
    CONFIRMED: 'appointment.updated',
    CHECKEDIN: 'appointment.checkedin',
    COMPLETED: 'appointment.completed',
    CANCELED: 'appointment.cancelled',
    NOSHOW: 'appointment.noshow',
    INPROGRESS: 'appointment.updated',
    DELAYED: 'appointment.updated',
    WAITING: 'appointment.updated',
  })
})

test('an appointment ends after it starts and lasts at most twelve hours', () => {
  const noon = Date.parse('2026-08-02T12:00:00Z')
  const halfDay = 12 * 3_600_000
  assert.equal(timesProblem({ start: noon, end: noon + 1 }), null)
  assert.equal(timesProblem({ start: noon, end: noon + halfDay }), null)
  assert.equal(timesProblem({ start: noon, end: noon + halfDay + 1 }), 'too_long')
  assert.equal(timesProblem({ start: noon, end: noon }), 'end_not_after_start')
  assert.equal(timesProblem({ start: noon, end: noon - 1 }), 'end_not_after_start')
  assert.equal(timesProblem({ start: noon, end: Number.NaN }), 'end_not_after_start')
})
