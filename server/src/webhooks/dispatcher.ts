import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import { Listener } from '../db/listener.ts'
import type { Egress } from '../egress/agent.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { WAKE_CHANNEL } from '../kernel/wake-up.ts'
import { ATTEMPT_MS } from './attempt.ts'
import { backlogOf } from './backlog.ts'
import { createClaimDemand } from './claim-demand.ts'
import { createClaimLoop } from './claim-loop.ts'
import { createInterruptibleSleep } from './interruptible-sleep.ts'
import { keepLease, takeLease } from './lease.ts'
import { keyOpener } from './load.ts'
import { logAttempt } from './log-attempt.ts'
import type { Meter } from './meter.ts'
import { NO_METER } from './no-meter.ts'
import { recorder } from './recorder.ts'
import type { Recorded, Report } from './report.ts'
import type { DeliveryRules } from './schedule.ts'
import { claimSender } from './send-claims.ts'
import { createSendWindow } from './send-window.ts'
import { createSigner } from './signer.ts'
import { createSlots } from './slots.ts'

export interface DispatcherOptions {
  driver: Driver
  /** Logged in as a member of clinic_dispatcher. */
  databaseUrl: string
  box: SecretBox
  egress: Egress
  rules: DeliveryRules
  log: Logger
  meter?: Meter
  /** Attempts in flight at the same time. */
  slots?: number
  /** How long the claims of a worker that is gone are left to it. */
  leaseMs?: number
  /** The most that an attempt may take. */
  attemptMs?: number
}

/** Sends what is due. Any number of them may run against one database. */
export interface Dispatcher {
  /** Stops claiming, lets what is in flight end, and gives back the rest. */
  stop(): Promise<void>
}

const SLOTS = 2000
const LEASE_MS = 22_000
/** For recording what ended last, when the worker stops. */
const DRAIN_GRACE_MS = 3000

/**
 * Everything here looks rows up by their keys, a few hundred at a time, in tables whose size changes faster than their
 * statistics: a plan that was made while the queue was empty must not scan it when it is full.
 */
export const PLANNER_SETTINGS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

export async function createDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { driver, databaseUrl, box, egress, rules, log, meter = NO_METER } = options
  const { slots: slotCount = SLOTS, leaseMs = LEASE_MS, attemptMs = ATTEMPT_MS } = options
  const { claims, loads, records, close } = openConnections(driver, databaseUrl)
  const lease = await takeLease(loads, { leaseMs, attemptMs })
  const givingUp = new AbortController()
  const slots = createSlots(slotCount)
  const demand = createClaimDemand(slots)
  const sleep = createInterruptibleSleep()
  const signer = createSigner()
  const record = recorder(records, rules.maxConsecutiveFailures, log, givingUp.signal, recorded)
  const sendWindow = createSendWindow()
  const openKey = keyOpener(box)
  const sending = { connections: loads, lease, openKey, signer, sendWindow, egress, rules, attemptMs, meter, log }
  const send = claimSender({ ...sending, finish })
  const loop = createClaimLoop({ connections: claims, lease, slots, demand, sleep, log, send })

  function finish(report: Report): void {
    if (report.waitMs !== null) loop.expectRetry(report.waitMs)
    if (demand.ended(report.claim)) sleep.wake()
    record(report)
  }

  function recorded(report: Report, became: Recorded): void {
    slots.recorded()
    // A retry may be due sooner than the loop sleeps for.
    if (report.waitMs !== null) sleep.wake()
    if (report.mode) logAttempt(log, report, became)
  }

  meter.watch({ inFlight: slots.inFlight, connections: egress.stats, backlog: () => backlogOf(loads) })
  const heartbeat = keepLease(lease, leaseMs, log, sleep.wake)
  const listener = new Listener(databaseUrl, { [WAKE_CHANNEL]: sleep.wake }, hearing => hearing && sleep.wake())
  await listener.start()
  const running = loop.run()
  return {
    async stop() {
      loop.stop()
      await running
      const givingUpAt = setTimeout(() => givingUp.abort(), attemptMs + DRAIN_GRACE_MS)
      await slots.drained()
      clearTimeout(givingUpAt)
      clearInterval(heartbeat)
      await listener.close()
      await lease.leave().catch(error => log.error({ err: error }, 'the webhook lease was left to lapse'))
      await Promise.all([signer.close(), close()])
    },
  }
}

/** Claims and records each have a connection of their own, so that neither waits for the other or for what is loaded. */
function openConnections(driver: Driver, databaseUrl: string) {
  const open = (name: string, count: number) =>
    driver.connections(databaseUrl, `clinic webhook ${name}`, count, PLANNER_SETTINGS)
  const claims = open('claims', 1)
  const loads = open('loads', 2)
  const records = open('records', 1)
  return { claims, loads, records, close: () => Promise.all([claims.close(), loads.close(), records.close()]) }
}
