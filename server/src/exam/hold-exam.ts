import { ADVISED_PROBES, PROBES, type ProbeName } from '@clinic/contract/publisher/exams.ts'
import { sql } from '../db/statement.ts'
import type { SigningKey } from '../domain/audit/signing-key.ts'
import { type Ended, endExam, examined } from '../domain/exams/end-exam.ts'
import { signReceipt } from '../domain/exams/exam-receipt.ts'
import { type ExamRow, inOrder, isUnderWay, type Verdict } from '../domain/exams/exam-row.ts'
import { sandboxSecrets } from '../domain/webhooks/put-secret.ts'
import { advice } from './advice.ts'
import { anew, eventWith, exampleOf, sendDirectly } from './direct-events.ts'
import { effects, retryAfter } from './effects.ts'
import { seconds } from './exam-rules.ts'
import {
  type Caused,
  callsOf,
  causable,
  cause,
  dropQueued,
  type ExamDeps,
  type ExamScene,
  isOver,
  keysOf,
  skipped,
  verdict,
} from './exam-scene.ts'
import { farewell } from './farewell.ts'
import { forgedEvents } from './forged-events.ts'
import { outcomeInWords, sentInWords, wasTaken } from './observed.ts'
import { missingFields, paging } from './reads.ts'
import { unusualEvents } from './unusual-events.ts'

const iconOf = sql<{ icon_name: string | null }>('select icon_name from plugin where id = $1')

/** What an exam needs to know of the plugin, or nothing where the exam is over. */
export async function openScene(deps: ExamDeps, examId: string): Promise<ExamScene | undefined> {
  return deps.inClinic(async tx => {
    const exam = await tx.get('plugin_exam', examId)
    if (!isUnderWay(exam)) return undefined
    const { manifest, pluginId } = await examined(tx, exam)
    const [plugin] = await tx.sql(iconOf([pluginId]))
    const { endpoint_id: id, url } = exam
    const endpoint = id === null ? undefined : { id, url, keys: keysOf(await sandboxSecrets(tx, id)) }
    const waitedMs = Date.parse(tx.now) - Date.parse(exam.created_at)
    const types = endpoint ? causable(manifest).slice(0, deps.rules.types) : []
    return {
      ...deps,
      exam,
      manifest,
      hasIcon: plugin?.icon_name != null,
      endpoint,
      types,
      begunMs: Date.now(),
      waitedMs,
    }
  })
}

/** How the plugin answers for the first time: a signed test event, or, where it hears of none, its own first call. */
export async function firstAnswer(scene: ExamScene): Promise<{ isReady: boolean; told: string }> {
  const { endpoint, manifest, begunMs, waitedMs } = scene
  if (!endpoint) {
    const calls = await callsOf(scene, begunMs - waitedMs)
    return { isReady: calls.length > 0, told: 'it made no call' }
  }
  const example = await exampleOf(scene, manifest.requestedEvents[0] ?? '')
  const outcome = await sendDirectly(scene, anew(example), { isTest: true })
  return { isReady: outcome.ok, told: outcomeInWords(outcome) }
}

export const goodSignature = ({ rules }: ExamScene, isGood: boolean, happened: string): Verdict =>
  verdict('good_signature', isGood, [
    'An event that is signed as every event is.',
    `An answer of 2xx within ${seconds(rules.answerMs)}.`,
    `${happened}.`,
  ])

/** Which probes there is no use in where nothing is heard, or nothing answered. */
const OF_EVENTS: readonly ProbeName[] = PROBES.filter(
  probe => ![...ADVISED_PROBES.slice(3), 'keys', 'revoked', 'uninstalled'].some(one => one === probe),
)

/** What a plugin that never answered is told. */
export const unanswered = (scene: ExamScene, told: string): Verdict[] => [
  goodSignature(scene, false, told),
  ...skipped(PROBES.slice(1), 'It answered no event, so nothing else was put to it.'),
]

/** Puts all probes to the plugin, one group after another, and tells what each has found as it ends. */
export async function holdExam(
  scene: ExamScene,
  tell: (verdicts: readonly Verdict[]) => Promise<void>,
): Promise<Verdict[]> {
  const found: Verdict[] = []
  const add = async (verdicts: readonly Verdict[]) => {
    found.push(...verdicts)
    await tell(inOrder(found))
  }
  const tour = await takeTour(scene)
  const [first] = tour
  if (!scene.endpoint) await add(skipped(OF_EVENTS, 'The manifest asks for no events.'))
  else {
    const isGood = first ? first.sent !== undefined && wasTaken(first.sent) : true
    await add([goodSignature(scene, isGood, first ? sentInWords(first.sent) : 'it answered a test event')])
    await dropQueued(scene)
    const taken = await Promise.all(tour.map(({ eventId }) => eventWith(scene, eventId)))
    const events = taken.length > 0 ? taken : [await exampleOf(scene, scene.manifest.requestedEvents[0] ?? '')]
    if (events[0]) await add(await forgedEvents(scene, events[0]))
    await add(await unusualEvents(scene, events))
  }
  await add(await behaviour(scene, tour))
  await add(await advice(scene, tour))
  await add(await farewell(scene, tour))
  return inOrder(found)
}

/** What the plugin does of each type of event while nothing goes wrong. */
async function takeTour(scene: ExamScene): Promise<Caused[]> {
  const tour: Caused[] = []
  for (const type of scene.types) {
    const caused = isOver(scene) ? undefined : await cause(scene, type)
    if (caused) tour.push(caused)
  }
  return tour
}

async function behaviour(scene: ExamScene, tour: readonly Caused[]): Promise<Verdict[]> {
  if (!scene.endpoint) return skipped(['keys'], 'The manifest asks for no events that the plugin could answer.')
  return [
    ...(await effects(scene, tour)),
    await retryAfter(scene, tour),
    await paging(scene, tour),
    await missingFields(scene, tour),
  ]
}

const hasFailed = (verdicts: readonly Verdict[]) => verdicts.some(({ outcome }) => outcome === 'FAIL')

/** Ends an exam as its probes came out, with a receipt where it was passed. */
export async function conclude(
  { inClinic, exam }: Pick<ExamScene, 'inClinic' | 'exam'>,
  verdicts: readonly Verdict[],
  key: SigningKey,
): Promise<void> {
  await inClinic(async tx => {
    const now = await tx.lock('plugin_exam', exam.id)
    if (!isUnderWay(now)) return
    const { slug: plugin, version, manifestHash } = await examined(tx, now)
    const probes = Object.fromEntries(verdicts.map(({ probe, outcome }) => [probe, outcome]))
    const told = { exam: now.id, plugin, version, manifestHash, passedAt: tx.now, probes }
    const ended: Ended = hasFailed(verdicts)
      ? { state: 'FAILED', verdicts }
      : { state: 'PASSED', verdicts, receipt: signReceipt(told, key) }
    await endExam(tx, now, ended)
  })
}

/** Ends an exam that broke off. */
export const breakOff = ({ inClinic }: Pick<ExamDeps, 'inClinic'>, { id }: Pick<ExamRow, 'id'>): Promise<void> =>
  inClinic(async tx => {
    const exam = await tx.lock('plugin_exam', id)
    if (isUnderWay(exam)) await endExam(tx, exam, { state: 'ERROR', verdicts: verdictsSoFar(exam) })
  })

/** What was found before it broke off is left as it is. */
const verdictsSoFar = ({ probes }: ExamRow): Verdict[] => (Array.isArray(probes) ? probes : [])
