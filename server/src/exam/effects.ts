import type { ProbeName } from '@clinic/contract/publisher/exams.ts'
import { SCOPES } from '@clinic/contract/scopes.ts'
import type { Verdict } from '../domain/exams/exam-row.ts'
import {
  type Caused,
  callsAtRest,
  callsOf,
  cause,
  causeEvent,
  dropQueued,
  type ExamScene,
  isOver,
  leftOf,
  letGoWrong,
  skipped,
  verdict,
} from './exam-scene.ts'
import {
  type Call,
  callsInWords,
  isAnswered,
  isEffect,
  isPost,
  sameRequest,
  sentInWords,
  until,
  wasTaken,
} from './observed.ts'

/** Waits between attempts become seconds, so that a plugin may leave it to us to come again. */
const COMPRESSED = 60
const LOST = 444
const KEY = 'Idempotency-Key'

const writes = ({ manifest }: ExamScene): boolean =>
  [...manifest.requestedScopes, ...(manifest.optionalScopes ?? [])].some(
    scope => scope in SCOPES && /:(write|send)$/.test(scope),
  )

/** What came of events of a type that makes the plugin do what is looked for. */
const first = (tour: readonly Caused[], isWanted: (call: Call) => boolean): Caused | undefined =>
  tour.find(({ calls }) => calls.some(isWanted))

const OUT_OF_TIME = [
  'Nothing.',
  'Answers soon enough that the whole exam fits two minutes.',
  'The time was over.',
] as const

/** What a probe that needs a behaviour says of a plugin that does not show it. */
function unseen(probe: ProbeName, scene: ExamScene, what: string): Verdict {
  return isOver(scene)
    ? verdict(probe, 'FAIL', OUT_OF_TIME)
    : verdict(probe, 'WARN', [
        `Events of ${scene.types.length} types.`,
        `${what}, to be seen.`,
        `It did not: ${what} was not seen.`,
      ])
}

/** What may go wrong of requests that change something. */
export async function effects(scene: ExamScene, tour: readonly Caused[]): Promise<Verdict[]> {
  if (!writes(scene))
    return [
      await duplicate(scene, tour),
      ...skipped(['keys', 'same_key'], 'The manifest asks for no scope that writes.'),
    ]
  const writer = first(tour, isPost)
  if (!writer || isOver(scene))
    return [await duplicate(scene, tour), unseen('keys', scene, 'a POST'), unseen('same_key', scene, 'a POST')]
  const once = await duplicate(scene, [writer])
  const keys = keysJudged(tour.flatMap(({ calls }) => calls))
  if (keys.outcome !== 'PASS') return [once, keys, ...skipped(['same_key'], 'It has no keys.')]
  return [once, keys, await sameKey(scene, writer)]
}

function keysJudged(calls: readonly Call[]): Verdict {
  const posts = calls.filter(isPost)
  const bare = posts.filter(({ idempotency_key }) => idempotency_key === null)
  return verdict('keys', bare.length === 0, [
    'Events that the plugin answers by writing.',
    `An ${KEY} with every POST.`,
    bare.length === 0 ? `${posts.length} POSTs, each with a key.` : `Without a key: ${callsInWords(bare)}.`,
  ])
}

/** The same event twice has the effect of one. Of a plugin that writes nothing only the answers are judged. */
async function duplicate(scene: ExamScene, [before]: readonly Caused[]): Promise<Verdict> {
  if (!before || isOver(scene)) return unseen('duplicate', scene, 'a call')
  await letGoWrong(scene, { duplicated: 1 })
  const caused = await cause(scene, before.type)
  await letGoWrong(scene, {})
  await dropQueued(scene)
  const perEvent = before.calls.filter(isEffect).length / before.all.length
  const done = (caused?.calls ?? []).filter(isEffect)
  const most = Math.ceil(perEvent * (caused?.all.length ?? 0))
  const taken = caused?.sent !== undefined && wasTaken(caused.sent)
  return verdict('duplicate', taken && done.length <= most, [
    `The event ${before.type}, sent twice under one id.`,
    `An answer of 2xx to both, and the effect of one: at most ${most} POSTs that change something.`,
    `${sentInWords(caused?.sent)}, ${callsInWords(done)}.`,
  ])
}

interface Round {
  calls: Call[]
  failed: Call[]
  repeated: Call[]
}

/** Lets POSTs go wrong until one has, then lets them pass, and waits until what failed comes again. */
async function repeatedAfter(scene: ExamScene, { type }: Caused, wish: object, status: number): Promise<Round> {
  const since = Date.now()
  const look = () => callsOf(scene, since)
  const failedOf = (calls: readonly Call[]) => calls.filter(call => isPost(call) && call.status === status)
  const repeatedOf = (calls: readonly Call[]) =>
    calls.filter(
      call => isPost(call) && isAnswered(call) && failedOf(calls).some(one => one.operation === call.operation),
    )
  await letGoWrong(scene, { ...wish, writesOnly: true, compressRetries: COMPRESSED })
  const causing = causeEvent(scene, type)
  await until(look, calls => failedOf(calls).length > 0, leftOf(scene, scene.rules.repeatMs))
  await letGoWrong(scene, { compressRetries: COMPRESSED })
  await causing
  await until(look, calls => repeatedOf(calls).length > 0, leftOf(scene, scene.rules.repeatMs))
  const calls = await callsAtRest(scene, since)
  await letGoWrong(scene, {})
  await dropQueued(scene)
  return { calls, failed: failedOf(calls), repeated: repeatedOf(calls) }
}

/** Whether what came again came under a key of what had failed. */
const keptKeys = ({ failed, repeated }: Round): boolean =>
  repeated.every(call =>
    failed.some(one => one.operation === call.operation && one.idempotency_key === call.idempotency_key),
  )

async function sameKey(scene: ExamScene, writer: Caused): Promise<Verdict> {
  const refused = await repeatedAfter(scene, writer, { unavailable: 1 }, 503)
  const lost = await repeatedAfter(scene, writer, { droppedAfter: 1 }, LOST)
  const rounds = [refused, lost]
  const isSeen = rounds.some(({ repeated }) => repeated.length > 0)
  const told = rounds.map(({ failed, repeated }) => `${callsInWords(failed)}, then ${callsInWords(repeated)}`)
  return verdict('same_key', isSeen ? rounds.every(keptKeys) : 'WARN', [
    'A POST answered with 503, and one whose connection was closed after it was done.',
    `The same POST again, under the same ${KEY}.`,
    `After 503: ${told[0]}. After a lost answer (${LOST}): ${told[1]}.`,
  ])
}

/** A refusal for too many requests names the seconds to wait. */
export async function retryAfter(scene: ExamScene, tour: readonly Caused[]): Promise<Verdict> {
  const caller = first(tour, isAnswered)
  if (!caller || isOver(scene)) return unseen('retry_after', scene, 'a call')
  const since = Date.now()
  await letGoWrong(scene, { rateLimited: 1 })
  const causing = causeEvent(scene, caller.type)
  const isLimited = ({ status }: Call) => status === 429
  await until(
    () => callsOf(scene, since),
    calls => calls.some(isLimited),
    leftOf(scene, scene.rules.repeatMs),
  )
  await letGoWrong(scene, {})
  await causing
  const calls = await callsAtRest(scene, since)
  await dropQueued(scene)
  const early = calls.filter((call, place) =>
    calls
      .slice(0, place)
      .some(one => isLimited(one) && sameRequest(one, call) && msBetween(one, call) < RETRY_AFTER_MS),
  )
  if (!calls.some(isLimited)) return unseen('retry_after', scene, 'a call')
  return verdict('retry_after', early.length === 0, [
    'An answer of 429 with Retry-After: 1.',
    'The same request no sooner than a second later.',
    early.length === 0 ? `${callsInWords(calls)}, none too early.` : `Too early: ${callsInWords(early)}.`,
  ])
}

/** A second, and what clocks and networks may take off it. */
const RETRY_AFTER_MS = 900
const msBetween = (one: Call, other: Call): number => Date.parse(other.at) - Date.parse(one.at) - one.duration_ms
