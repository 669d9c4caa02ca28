import { MESSAGE_STATUSES } from '@clinic/contract/conversations.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

/**
 * How a message fares. The communication is the attempt to send it; its message in the conversation goes on to what the
 * carrier reports. Reports come late, twice and in any order, so each only ever moves a message forward.
 */
const STATES = ['PENDING', 'DISPATCHED', 'SENT', 'FAILED', 'CANCELED'] as const
export type CommunicationState = (typeof STATES)[number]
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

const NEXT: Readonly<Record<CommunicationState, readonly CommunicationState[]>> = {
  PENDING: ['DISPATCHED', 'CANCELED'],
  // Once more after a failure that may pass, unless there is no recipient left.
  DISPATCHED: ['DISPATCHED', 'SENT', 'FAILED', 'CANCELED'],
  // The carrier took it and reports later that it could not deliver it.
  SENT: ['FAILED'],
  FAILED: [],
  CANCELED: [],
}

export const communicationState = wordOf(STATES)
export const messageStatus = wordOf(MESSAGE_STATUSES)

export const canBecome = (from: CommunicationState, to: CommunicationState): boolean => NEXT[from].includes(to)

/** Whether a report moves a message forward: what was delivered did not fail, and what failed stays so. */
export function isProgress(from: MessageStatus, to: MessageStatus): boolean {
  if (from === 'failed') return false
  if (to === 'failed') return from === 'queued' || from === 'sent'
  return MESSAGE_STATUSES.indexOf(to) > MESSAGE_STATUSES.indexOf(from)
}
