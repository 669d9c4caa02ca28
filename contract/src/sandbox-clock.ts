import { anyToken, inSandbox } from './access.ts'
import type { Issue } from './errors.ts'
import { described, Id, Nested, Nullable, OneOf, Optional, resource, Text, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code } from './tiers.ts'

/** How far one move of the clock goes, and all moves together. */
export const MOST_DAYS = 366
export const MOST_YEARS_AHEAD = 5
/** How long a request waits for the clock to arrive before it is answered. */
export const CLOCK_WAIT_SECONDS = 60

const Progress = Type.Number({ description: 'How much of it is done, from 0 to 1.' })
const Count = (what: string) => Type.Integer({ minimum: 0, description: what })

/** A move of the clock, or a reset: what is under way, or what came of it. */
export const SandboxRun = resource('sandbox_run', {
  id: Id,
  kind: described(
    OneOf(['CLOCK', 'RESET']),
    'CLOCK: time was moved. RESET: the records of the beginning were put back.',
  ),
  state: described(
    OneOf(['QUEUED', 'RUNNING', 'DONE', 'FAILED']),
    'While it is QUEUED or RUNNING, what writes waits, and is refused as service_unavailable after five seconds.',
  ),
  progress: Progress,
  from: described(Timestamp, 'Where the clock of the clinic stood before.'),
  to: described(Timestamp, 'Where it is moved to.'),
  reached: described(Timestamp, 'Up to where all that was due has been done.'),
  events: Count('How many events happened by it.'),
  jobs: Count('How many jobs that were due were done: points expired, messages went out, documents were submitted.'),
  failedJobs: Count('How many of them failed, and wait to be tried again.'),
})

/** The time of a sandbox clinic. */
export const SandboxClock = resource('sandbox_clock', {
  now: described(Timestamp, 'The time of the clinic: what createdAt, expiries and free slots go by.'),
  realNow: described(
    Timestamp,
    'The real time: what tokens, signatures, deliveries, idempotency keys, limits and the audit go by.',
  ),
  run: described(Nullable(SandboxRun), 'What is under way, or what was done last; null before anything was.'),
  due: described(
    Type.Array(
      Nested({
        kind: described(Code, 'What is done, such as expire_points or dispatch_message.'),
        count: Count('How often, as far as it is known now.'),
        first: described(Timestamp, 'When first, by the clock of the clinic.'),
      }),
    ),
    'What is due until then, where until was given; what follows from it comes on top.',
  ),
})

export const clockInput = {
  until: Optional(described(Timestamp, 'Also answers what is due until then, by the clock of the clinic.')),
}
export const moveInput = {
  advance: Optional(
    described(Text(2, 40), 'By how much, from now or from `to` on: an ISO 8601 duration such as P90D, PT2H or P1M.'),
  ),
  to: Optional(described(Timestamp, 'To when, by the clock of the clinic.')),
  waitSeconds: Optional(
    Type.Integer({
      minimum: 0,
      maximum: CLOCK_WAIT_SECONDS,
      default: CLOCK_WAIT_SECONDS,
      description: 'How long to wait for the clock to arrive before it is answered 202, in seconds.',
    }),
  ),
}
export const resetInput = {
  confirm: described(OneOf(['reset']), 'Says that all records which were made here since may go.'),
}

/** One of the two says where to, or both. */
export const moveIssues = ({ advance, to }: Record<string, unknown>): Issue[] =>
  advance === undefined && to === undefined
    ? [{ path: '/advance', code: 'required', message: 'give advance, to, or both' }]
    : []

const RULES = `The clock goes forward only, at most ${MOST_DAYS} days in one move and ${MOST_YEARS_AHEAD} years in all; a reset alone brings it back to the real time. All that is due on the way is done in its order, each at its own instant: points expire, links close, messages and documents go out, and events happen as they would.`
export const MOVE_WORDS = `${RULES} It is answered 200 once the clock has arrived; where that takes longer than ${CLOCK_WAIT_SECONDS} seconds, 202 with how far it has come, and the clock says the rest. What writes meanwhile waits for five seconds, then it is refused as service_unavailable.`
export const RESET_WORDS =
  'Puts back the records that the sandbox had at the beginning, with the ids that they had, and the real time. Members, installed plugins with their tokens and endpoints, and the audit stay as they are. Cursors from before are refused as invalid_cursor. The clock says how far it has come.'
export const SWITCH_WORDS =
  'In a clinic’s own sandbox its people say whether plugins may do this; where they may not it is refused as insufficient_scope, with reason plugins_move_time.'

const anyTestToken = inSandbox(anyToken)
const { operation } = family('Sandbox', { read: anyTestToken, write: anyTestToken })

export const getSandboxClock = operation({
  id: 'getSandboxClock',
  route: 'GET /sandbox/clock',
  summary: 'Get the time of the clinic',
  description: 'What time it is in this sandbox clinic, and how a move of its clock or a reset comes on.',
  input: clockInput,
  returns: SandboxClock,
})

export const moveSandboxClock = operation({
  id: 'moveSandboxClock',
  route: 'PUT /sandbox/clock',
  summary: 'Move the time of the clinic',
  description: `${MOVE_WORDS} ${SWITCH_WORDS}`,
  input: moveInput,
  returns: SandboxClock,
  status: 202,
  statusOnceDone: 200,
  check: moveIssues,
  changes: ['now'],
  refuses: ['insufficient_scope', 'invalid_state_transition'],
})

export const resetSandbox = operation({
  id: 'resetSandbox',
  route: 'POST /sandbox/reset',
  summary: 'Reset the sandbox',
  description: `${RESET_WORDS} ${SWITCH_WORDS}`,
  input: resetInput,
  returns: SandboxRun,
  status: 202,
  changes: ['records'],
  refuses: ['insufficient_scope', 'invalid_state_transition'],
})
