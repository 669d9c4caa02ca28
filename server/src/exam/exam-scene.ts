import { setTimeout as delay } from 'node:timers/promises'
import type { EventType } from '@clinic/contract/event-types.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { TRIGGER_TYPES, type TriggerType } from '@clinic/contract/sandbox-fields.ts'
import type { ExamRow, Verdict } from '../domain/exams/exam-row.ts'
import { type FaultWish, setFaults } from '../domain/sandbox/faults.ts'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import { triggerEvent } from '../domain/sandbox/trigger-event.ts'
import { skipQueuedOfInstallation } from '../domain/webhooks/skip-queued.ts'
import type { Egress } from '../egress/agent.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Tx } from '../kernel/tx.ts'
import { type SigningKey, signingKey } from '../webhooks/sign.ts'
import type { ExamRules } from './exam-rules.ts'
import { type Call, callsSince, type SentEvent, sentTo, until } from './observed.ts'

export type InClinic = <Value>(run: (tx: Tx) => Promise<Value>) => Promise<Value>

/** What an exam is held with. */
export interface ExamDeps {
  /** In the sandbox of the publisher. */
  inClinic: InClinic
  egress: Egress
  world: SandboxWorld
  rules: ExamRules
}

/** What came of an event that was caused. */
export interface Caused {
  type: TriggerType
  eventId: string
  sent: SentEvent | undefined
  /** All that was sent for it: what led to it, too. */
  all: SentEvent[]
  calls: Call[]
}

export interface ExamScene extends ExamDeps {
  exam: ExamRow
  manifest: Manifest
  hasIcon: boolean
  /** Where its events go, and what they are signed with; nothing where it asks for none. */
  endpoint: { id: string; url: string; keys: readonly SigningKey[] } | undefined
  /** What can be caused of what it hears. */
  types: readonly TriggerType[]
  begunMs: number
  /** How long ago it was asked for. */
  waitedMs: number
}

const isTrigger = (type: string): type is TriggerType => TRIGGER_TYPES.some(one => one === type)

/** What can be caused, in the order of the manifest. A removal ends the exam. */
export const causable = ({ requestedEvents }: Manifest): TriggerType[] =>
  requestedEvents.filter(
    (type: EventType | string): type is TriggerType => isTrigger(type) && type !== 'installation.uninstalled',
  )

export const keysOf = (secrets: readonly string[]): SigningKey[] => secrets.map(signingKey)

/** What is left for a wait of the exam before its end has to begin. */
export function leftOf({ rules, begunMs }: ExamScene, ms: number): number {
  const end = rules.removalAfterMs + rules.endSilenceMs + 2 * rules.answerMs
  return Math.min(ms, Math.max(0, rules.wholeMs - end - (Date.now() - begunMs)))
}

export const isOver = (scene: ExamScene): boolean => leftOf(scene, 1) === 0

export const callsOf = (scene: ExamScene, sinceMs: number): Promise<Call[]> =>
  scene.inClinic(tx => tx.sql(callsSince([tx.clinic.id, scene.exam.installation_id, new Date(sinceMs).toISOString()])))

/** The calls since an instant, once the plugin has come to rest; where it makes none, after it could have. */
export async function callsAtRest(scene: ExamScene, sinceMs: number): Promise<Call[]> {
  const { reactMs, quietMs } = scene.rules
  let calls = await until(
    () => callsOf(scene, sinceMs),
    found => found.length > 0,
    leftOf(scene, reactMs),
  )
  for (let before = 0; calls.length > before && !isOver(scene); ) {
    before = calls.length
    await delay(leftOf(scene, quietMs))
    calls = await callsOf(scene, sinceMs)
  }
  return calls
}

/** Lets things go wrong for the plugin as it is said, and nothing else. */
export const letGoWrong = ({ inClinic, exam }: ExamScene, wish: FaultWish): Promise<unknown> =>
  inClinic(tx => setFaults(tx, exam.installation_id, { ...wish, minutes: 5 }))

/** What was not taken is not sent again in the middle of what comes next. */
export const dropQueued = ({ inClinic, exam }: ExamScene): Promise<void> =>
  inClinic(tx => skipQueuedOfInstallation(tx, exam.installation_id))

const wasTried = ({ status, attempts }: SentEvent) => attempts > 0 || status === 'SKIPPED'

/** Waits until each of these events was sent to the plugin once. */
export const sentOnce = ({ inClinic, endpoint, rules }: ExamScene, eventIds: readonly string[]): Promise<SentEvent[]> =>
  until(
    () => inClinic(tx => tx.sql(sentTo([tx.clinic.id, endpoint?.id ?? '', [...eventIds]]))),
    found => found.length > 0 && found.every(wasTried),
    rules.answerMs + rules.reactMs,
  )

/** Has an event happen in the sandbox, as a clinic does, and waits until it was sent. Nothing where it cannot happen. */
export async function causeEvent(scene: ExamScene, type: TriggerType): Promise<Omit<Caused, 'calls'> | undefined> {
  const { inClinic, world, exam } = scene
  const wish = { ...world, installationId: exam.installation_id }
  const caused = await inClinic(tx => triggerEvent(tx, { type }, wish)).catch(error => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  const asked = caused?.events.findLast(event => event.asked)
  if (!caused || !asked) return undefined
  const all = await sentOnce(
    scene,
    caused.events.map(({ id }) => id),
  )
  return { type, eventId: asked.id, sent: all.find(one => one.event_id === asked.id), all }
}

/** The same, with the calls that the plugin makes of it. */
export async function cause(scene: ExamScene, type: TriggerType): Promise<Caused | undefined> {
  const since = Date.now()
  const caused = await causeEvent(scene, type)
  return caused && { ...caused, calls: await callsAtRest(scene, since) }
}

export const verdict = (
  probe: Verdict['probe'],
  outcome: Verdict['outcome'] | boolean,
  [sent, expected, happened]: readonly [sent: string, expected: string, happened: string],
): Verdict => ({
  probe,
  outcome: typeof outcome === 'boolean' ? (outcome ? 'PASS' : 'FAIL') : outcome,
  ...{ sent, expected, happened },
})

/** What was not put to the plugin, and why. */
export const skipped = (probes: readonly Verdict['probe'][], why: string): Verdict[] =>
  probes.map(probe => verdict(probe, 'SKIPPED', ['Nothing.', 'Nothing.', why]))
