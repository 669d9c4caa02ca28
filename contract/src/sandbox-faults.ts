import { anyToken, inSandbox } from './access.ts'
import type { Issue } from './errors.ts'
import { allOptional, described, MaybeTimestamp, resource } from './fields.ts'
import { family, Type } from './kernel.ts'

/** How long faults last at most. */
export const MOST_FAULT_MINUTES = 60
/** The header of an answer that a fault had a hand in. */
export const FAULT_HEADER = 'Service-Sandbox-Fault'

const Share = (what: string) => Type.Number({ minimum: 0, maximum: 1, description: `${what}, from 0 to 1.` })

/** How answers go wrong: one that is dropped is not sent, and the connection is closed. */
const OF_REQUESTS = {
  latencyMs: Type.Integer({
    minimum: 0,
    maximum: 30_000,
    description: 'How long each request waits first, in milliseconds.',
  }),
  rateLimited: Share('How many requests are refused as rate_limited (429)'),
  failed: Share('How many are refused as internal_error (500)'),
  unavailable: Share('How many are refused as service_unavailable (503)'),
  droppedBefore: Share('Of how many the connection is closed before anything is done'),
  droppedAfter: Share('Of how many it is closed after all was done, without an answer'),
  writesOnly: Type.Boolean({ description: 'Whether requests that only read are spared all of these.' }),
  pageLimit: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'How many a page of a list holds at most, whatever was asked for; 0 leaves pages as they are.',
  }),
}
const RATES = ['rateLimited', 'failed', 'unavailable', 'droppedBefore', 'droppedAfter'] as const

/** How deliveries go wrong. */
const OF_DELIVERIES = {
  duplicated: Share('How many deliveries are sent twice'),
  shuffled: Type.Boolean({ description: 'Whether deliveries come in another order than what they tell of happened.' }),
  delayedSeconds: Type.Integer({
    minimum: 0,
    maximum: 3600,
    description: 'How much later each delivery is sent, in seconds.',
  }),
  compressRetries: Type.Integer({
    minimum: 1,
    maximum: 3600,
    description: 'What the waits between the attempts of a delivery are divided by: 3600 makes seconds of hours.',
  }),
}

/** What goes wrong on purpose for one plugin in a sandbox clinic. */
export const SandboxFaults = resource('sandbox_faults', {
  until: described(MaybeTimestamp, 'Until when; null where nothing goes wrong on purpose.'),
  ...OF_REQUESTS,
  ...OF_DELIVERIES,
})

export const faultsInput = {
  ...allOptional(OF_REQUESTS),
  ...allOptional(OF_DELIVERIES),
  minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_FAULT_MINUTES,
      default: MOST_FAULT_MINUTES,
      description: 'After how many minutes it ends by itself.',
    }),
  ),
}

/** No request can go wrong in more ways than there are requests. */
export function faultIssues(input: Record<string, unknown>): Issue[] {
  const all = RATES.reduce((sum, name) => sum + (typeof input[name] === 'number' ? input[name] : 0), 0)
  return all <= 1
    ? []
    : [{ path: '/rateLimited', code: 'sum', message: 'all shares of requests together must be at most 1' }]
}

export const FAULT_WORDS = `Replaces what was set before: what is left out does not go wrong, and {} ends it. An answer that a fault had a hand in says so in ${FAULT_HEADER}. Paths below /sandbox are spared. An installation in a live clinic has no faults.`

const anyTestToken = inSandbox(anyToken)
const { operation } = family('Sandbox', { read: anyTestToken, write: anyTestToken })

export const getSandboxFaults = operation({
  id: 'getSandboxFaults',
  route: 'GET /sandbox/faults',
  summary: 'Get what goes wrong on purpose',
  description: 'What goes wrong on purpose for this installation, and until when.',
  returns: SandboxFaults,
})

export const setSandboxFaults = operation({
  id: 'setSandboxFaults',
  route: 'PUT /sandbox/faults',
  summary: 'Let things go wrong on purpose',
  description: `Lets requests and deliveries of this installation go wrong, so that a plugin can be seen to bear it. ${FAULT_WORDS}`,
  input: faultsInput,
  returns: SandboxFaults,
  check: faultIssues,
})
