import { setTimeout as delay } from 'node:timers/promises'
import type { ProbeName } from '@clinic/contract/publisher/exams.ts'
import type { Verdict } from '../domain/exams/exam-row.ts'
import type { Outcome } from '../egress/outcome.ts'
import { anew, type DirectEvent, type SendingWish, sendDirectly } from './direct-events.ts'
import { seconds } from './exam-rules.ts'
import { callsOf, type ExamScene, verdict } from './exam-scene.ts'
import { type Call, callsInWords, outcomeInWords } from './observed.ts'

const OLD_SECONDS = 360
const SIGNATURES: readonly string[] = ['Service-Signature', 'webhook-signature']

type Request = Parameters<NonNullable<SendingWish['spoil']>>[0]

/** The headers of a request, with what becomes of each value; one that becomes nothing is not sent. */
function withHeaders(request: Request, change: (name: string, value: string) => string | undefined): Request {
  const rawHeaders: string[] = []
  for (let place = 0; place < request.rawHeaders.length; place += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(place, place + 2)
    const changed = change(name, value)
    if (changed !== undefined) rawHeaders.push(name, changed)
  }
  return { ...request, rawHeaders }
}

/** A signature that differs in its last digit, or in the last that counts where bits of it are padding. */
const otherDigit = (value: string): string =>
  value.replace(/(.)(=*)$/, (_all, digit: string, padding: string) => {
    if (padding === '') return digit === '0' ? '1' : '0'
    return `${digit === 'A' ? 'E' : 'A'}${padding}`
  })

const wrongSignature = (request: Request): Request =>
  withHeaders(request, (name, value) => (SIGNATURES.includes(name) ? otherDigit(value) : value))

/** A digit of the time at which it happened: the event's id, by which it may be known already, stays. */
const alteredBody = (request: Request): Request => ({
  ...request,
  body: request.body.replace(/("createdAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d)(\d)/, (_all, before: string, digit: string) =>
    before.concat(digit === '0' ? '1' : '0'),
  ),
})

const reserialised = (request: Request): Request => ({
  ...request,
  body: JSON.stringify(JSON.parse(request.body), undefined, 1),
})

const noSignature = (request: Request): Request =>
  withHeaders(request, (name, value) => (SIGNATURES.includes(name) ? undefined : value))

interface Forgery {
  probe: ProbeName
  sent: string
  wish: SendingWish
  /** Whether it comes under the id of an event that was taken before. */
  isKnown?: boolean
}

const FORGERIES: readonly Forgery[] = [
  {
    probe: 'wrong_signature',
    sent: 'An event whose signature differs in its last digit.',
    wish: { spoil: wrongSignature },
  },
  {
    probe: 'altered_body',
    sent: 'An event that was taken before, with one digit of its body altered.',
    wish: { spoil: alteredBody },
    isKnown: true,
  },
  {
    probe: 'reserialised_body',
    sent: 'An event whose JSON was read and written anew after it was signed.',
    wish: { spoil: reserialised },
  },
  { probe: 'old_timestamp', sent: 'An event that was signed six minutes ago.', wish: { signedAgo: OLD_SECONDS } },
  { probe: 'no_signature', sent: 'An event without a signature.', wish: { spoil: noSignature } },
]

const isRefused = ({ status }: Outcome): boolean => status !== null && status >= 400 && status < 500

/**
 * Sends what the platform did not sign so, all at the same time, and watches. A call that follows is blamed on those that
 * were not refused; where all were, on all.
 */
export async function forgedEvents(scene: ExamScene, event: DirectEvent): Promise<Verdict[]> {
  const { forgerySilenceMs, answerMs } = scene.rules
  const since = Date.now()
  const outcomes = await Promise.all(
    FORGERIES.map(async forgery => ({
      forgery,
      outcome: await sendDirectly(scene, forgery.isKnown ? event : anew(event), forgery.wish),
    })),
  )
  await delay(forgerySilenceMs)
  const calls: Call[] = await callsOf(scene, since)
  const everyRefused = outcomes.every(({ outcome }) => isRefused(outcome))
  return outcomes.map(({ forgery: { probe, sent }, outcome }) => {
    const refused = isRefused(outcome)
    const blamed = refused && !everyRefused ? [] : calls
    return verdict(probe, refused && blamed.length === 0, [
      sent,
      `An answer of 4xx within ${seconds(answerMs)}, and no call for ${seconds(forgerySilenceMs)}.`,
      `${outcomeInWords(outcome)}, ${callsInWords(blamed)}.`,
    ])
  })
}
