import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import { Listener } from '../db/listener.ts'
import type { Egress } from '../egress/agent.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { WAKE_CHANNEL } from '../kernel/wake-up.ts'
import { ATTEMPT_MS } from './attempt.ts'
import { backlogOf } from './backlog.ts'
import type { Report } from './claim.ts'
import { createClaimLoop } from './claim-loop.ts'
import { keepLease, takeLease } from './lease.ts'
import type { Meter } from './meter.ts'
import { recorder } from './recorder.ts'
import type { DeliveryRules } from './schedule.ts'
import { claimSender } from './send-claims.ts'
import { createSlots } from './slots.ts'

export interface DispatcherOptions {
  driver: Driver
  /** Logged in as a member of clinic_dispatcher. */
  databaseUrl: string
  /** Past a pooler, where there is one: what is listened for there is not heard. */
  listenUrl?: string
  box: SecretBox
  egress: Egress
  rules: DeliveryRules
  log: Logger
  meter?: Meter
  /** Is told of every attempt, when it has ended. */
  attempted?: ((report: Report) => void) | undefined
  /** Attempts in flight at the same time. */
  slots?: number
  /** How long the claims of a worker that is gone are left to it. */
  leaseMs?: number
  /** The most that an attempt may take. */
  attemptMs?: number
}

const SLOTS = 2000
const LEASE_MS = 22_000
/** For recording what ended last, when the worker stops. */
const DRAIN_GRACE_MS = 3000

/**
 * Everything here looks rows up by their keys, a few hundred at a time, in tables whose size changes faster than their
 * statistics: a plan that was made while the queue was empty must not read all of it when it is full.
 */
export const PLANNER_SETTINGS = { enable_hashjoin: 'off', enable_mergejoin: 'off' }

/** Sends what is due. Any number of them may run against one database. */
export async function createDispatcher(options: DispatcherOptions) {
  const { driver, databaseUrl, box, egress, rules, log, meter, attempted } = options
  const { listenUrl = databaseUrl, slots: slotCount = SLOTS, leaseMs = LEASE_MS, attemptMs = ATTEMPT_MS } = options
  const open = (name: string, count: number) =>
    driver.connections(databaseUrl, `clinic webhook ${name}`, count, PLANNER_SETTINGS)
  // Claims and records each have a connection of their own, so that neither waits for the other or for what is loaded.
  const [claims, loads, records] = [open('claims', 1), open('loads', 2), open('records', 1)]
  const lease = await takeLease(loads, { leaseMs, attemptMs })
  const givingUp = new AbortController()
  const slots = createSlots(slotCount)
  const { maxConsecutiveFailures } = rules
  const record = recorder({
    ...{ connections: records, box, maxConsecutiveFailures, log, recorded },
    givenUp: givingUp.signal,
  })
  const send = claimSender({
    ...{ connections: loads, lease, box, egress, rules, attemptMs, meter, attempted, log, finish },
  })
  const loop = createClaimLoop({ connections: claims, lease, slots, log, send })

  function finish(report: Report): void {
    loop.ended(report)
    record(report)
  }

  function recorded({ waitMs }: Report): void {
    slots.recorded()
    // A retry may be due sooner than the loop sleeps for.
    if (waitMs !== null) loop.wake()
  }

  meter?.watch({ inFlight: slots.inFlight, connections: egress.stats, backlog: () => backlogOf(loads) })
  const heartbeat = keepLease(lease, leaseMs, log, loop.wake)
  const listener = new Listener(listenUrl, { [WAKE_CHANNEL]: loop.wake }, hearing => hearing && loop.wake())
  await listener.start()
  const running = loop.run()
  return {
    /** Stops claiming, lets what is in flight end, and gives back the rest. */
    async stop(): Promise<void> {
      loop.stop()
      await running
      const givingUpAt = setTimeout(() => givingUp.abort(), attemptMs + DRAIN_GRACE_MS)
      await slots.drained()
      clearTimeout(givingUpAt)
      clearInterval(heartbeat)
      await listener.close()
      await lease.leave().catch(error => log.error({ err: error }, 'the webhook lease was left to lapse'))
      await Promise.all([claims, loads, records].map(each => each.close()))
    },
  }
}
