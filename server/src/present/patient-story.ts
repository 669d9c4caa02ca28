import { COMMUNICATION_CHANNELS } from '@clinic/contract/communications.ts'
import { MESSAGE_DIRECTIONS } from '@clinic/contract/conversations.ts'
import {
  getPatientTimeline,
  listMessagesOfPatient,
  STORY_KINDS,
  THREAD_STATES,
} from '@clinic/contract/staff/patient-story.ts'
import type { ThreadRow } from '../domain/messaging/thread-of-patient.ts'
import type { StoryRow } from '../domain/patients/patient-story.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const kindOf = wordOf(STORY_KINDS)
const directionOf = wordOf(MESSAGE_DIRECTIONS)
const channelOf = wordOf(COMMUNICATION_CHANNELS)
const stateOf = wordOf(THREAD_STATES)

export const presentStoryEntry = presenter<StoryRow, typeof getPatientTimeline.returns>(getPatientTimeline.returns, {
  ...amounts('amount'),
  at: 'created_at',
  kind: ({ kind }) => kindOf(kind),
})

/** A message with the name of its writer. */
export const presentThreadMessage = presenter<
  ThreadRow & { sent_by: string | null },
  typeof listMessagesOfPatient.returns
>(listMessagesOfPatient.returns, {
  direction: ({ direction }) => directionOf(direction),
  channel: ({ channel }) => channelOf(channel),
  state: ({ state }) => stateOf(state),
})
