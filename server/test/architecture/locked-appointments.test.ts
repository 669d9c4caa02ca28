import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOURCES, textOf } from './sources.ts'

/** Where an appointment is locked, after which the move that is held is committed. */
const LOCK = 'server/src/domain/scheduling/lock-appointment.ts'
/** Locks what a request is made for, and changes nothing: what changes it locks it again. */
const GUARD = 'server/src/staff/version-guard.ts'

const LOCKS = [
  /\block\('appointment'/,
  /\bfrom appointment\b[^`]*\bfor (?:no key )?update\b/i,
  /\bupdate appointment\b/i,
]

test('no appointment is locked or changed but by lockAppointment(), which commits the move that is held', () => {
  const others = SOURCES.filter(file => file !== LOCK && file !== GUARD)
  assert.deepEqual(
    others.filter(file => LOCKS.some(lock => lock.test(textOf(file)))),
    [],
    'Lock it by lockAppointment() of domain/scheduling/lock-appointment.ts.',
  )
  assert.ok(LOCKS.some(lock => lock.test(textOf(LOCK))))
})
