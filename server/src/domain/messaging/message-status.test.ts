import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MESSAGE_STATUSES } from '@clinic/contract/conversations.ts'
import fc from 'fast-check'
import { type CommunicationState, canBecome, isProgress, type MessageStatus } from './message-status.ts'

const reports = fc.array(fc.constantFrom(...MESSAGE_STATUSES.filter(status => status !== 'queued')))
const after = (all: readonly MessageStatus[]): MessageStatus =>
  all.reduce<MessageStatus>((status, report) => (isProgress(status, report) ? report : status), 'queued')

test('whatever the order of reports, a message ends where the furthest of them is', () => {
  fc.assert(
    fc.property(reports, all => {
      const heard = all.filter(status => status !== 'failed')
      const furthest = Math.max(0, ...heard.map(status => MESSAGE_STATUSES.indexOf(status)))
      if (heard.length === all.length) assert.equal(after(all), MESSAGE_STATUSES[furthest])
      assert.equal(after([...all, ...all]), after(all))
    }),
  )
})

test('what was delivered does not fail afterwards, and what failed is never delivered', () => {
  assert.equal(after(['delivered', 'failed']), 'delivered')
  assert.equal(after(['sent', 'failed', 'delivered', 'read']), 'failed')
  assert.equal(after(['read', 'delivered', 'sent']), 'read')
})

test('a communication is pending, dispatched, then sent or failed; it is canceled before it is sent', () => {
  const states: CommunicationState[] = ['PENDING', 'DISPATCHED', 'SENT', 'FAILED', 'CANCELED']
  const moves = states.flatMap(from => states.filter(to => canBecome(from, to)).map(to => `${from} ${to}`))
  assert.deepEqual(moves, [
    'PENDING DISPATCHED',
    'PENDING CANCELED',
    'DISPATCHED DISPATCHED',
    'DISPATCHED SENT',
    'DISPATCHED FAILED',
    'DISPATCHED CANCELED',
    'SENT FAILED',
  ])
})
