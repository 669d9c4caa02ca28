import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Card } from '../day/card.ts'
import { columnsOf, openAfterClosing, timerOf } from './columns.ts'

const RULES = { lateAfterMinutes: 10, waitAmberMinutes: 10, waitRedMinutes: 20 }
const at = (time: string) => `2026-11-24T${time}:00.000Z`

let count = 0
const card = (changes: Partial<Card>): Card => ({
  ...{
    object: 'appointment',
    id: `apt_${++count}`,
    version: 1,
    status: 'OPEN',
    held: null,
    start: at('10:00'),
    end: at('10:30'),
  },
  ...{ branchId: 'bra_1', doctorId: 'pra_1', room: null, patientId: 'pat_1', name: 'Sara', fileNumber: 1, age: 30 },
  ...{ firstVisit: false, procedureIds: [], type: null, title: null, urgent: false, isOnline: false, walkIn: false },
  ...{ arrivedAt: null, seatedAt: null, finishedAt: null, misplaced: null, wantsChange: false, reminder: 'none' },
  ...{ balance: 0, highAlerts: 0, consentMissing: false, lab: 'none' },
  ...changes,
})
const held = (to: Card['status']): Card['held'] => ({ to, at: at('09:58'), until: at('09:59'), by: 'Lina' })

test('a visit stands where it is seen to be, also by a move that is held; the urgent first, then by start; the given-up stand aside', () => {
  const [late, early] = [card({ start: at('11:00') }), card({ start: at('09:00') })]
  const urgent = card({ start: at('12:00'), urgent: true })
  const arrives = card({ held: held('CHECKEDIN') })
  const missed = card({ status: 'NOSHOW' })
  const [first, last] = [
    card({ status: 'COMPLETED', finishedAt: at('09:10') }),
    card({ status: 'COMPLETED', finishedAt: at('09:40') }),
  ]
  const { columns, rest } = columnsOf([late, arrives, early, missed, urgent, first, last])
  assert.deepEqual(
    [columns.expected, columns.checkedIn, columns.done, rest],
    [[urgent, early, late], [arrives], [last, first], [missed]],
  )
  assert.deepEqual([columns.waiting, columns.inChair], [[], []])
})

test('late counts from the start, waiting from the arrival in the colours of the rules, the chair from when the patient sat down', () => {
  assert.equal(timerOf(card({}), at('10:09'), RULES), undefined)
  assert.deepEqual(timerOf(card({}), at('10:10'), RULES), { kind: 'late', minutes: 10, level: 'amber' })
  const levels = ['10:04', '10:05', '10:15'].map(now =>
    timerOf(card({ status: 'WAITING', arrivedAt: at('09:55') }), at(now), RULES),
  )
  assert.deepEqual(levels, [
    { kind: 'waits', minutes: 9, level: 'calm' },
    { kind: 'waits', minutes: 10, level: 'amber' },
    { kind: 'waits', minutes: 20, level: 'red' },
  ])
  const seated = card({ held: held('INPROGRESS'), arrivedAt: at('09:50'), seatedAt: at('09:58') })
  assert.deepEqual(timerOf(seated, at('10:10'), RULES), { kind: 'chair', minutes: 12, level: 'calm' })
  assert.equal(timerOf(card({ status: 'COMPLETED' }), at('11:00'), RULES), undefined)
})

test('what stands open is counted once the branch has closed, and on a day on which it never opens', () => {
  const cards = [card({}), card({ status: 'INPROGRESS' }), card({ status: 'COMPLETED' }), card({ status: 'CANCELED' })]
  const day = { date: '2026-11-24', now: at('17:00'), closed: null, columns: [], cards }
  const open = { ...day, hours: [{ start: at('06:00'), end: at('14:00') }] }
  assert.deepEqual([openAfterClosing(open, at('13:59')), openAfterClosing(open, at('14:00'))], [0, 2])
  assert.equal(openAfterClosing({ ...day, hours: [], closed: { reason: 'weekday', name: null } }, at('08:00')), 2)
})
