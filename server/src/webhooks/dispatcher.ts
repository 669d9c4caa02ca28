import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import { Listener } from '../db/listener.ts'
import type { Egress } from '../egress/agent.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { WAKE_CHANNEL } from '../kernel/wake-up.ts'
import { createAlarm } from './alarm.ts'
import { ATTEMPT_MS, reportOf, send, unsentReport } from './attempt.ts'
import { backlogOf } from './backlog.ts'
import { type Claim, type ClaimedRow, claimDeliveries, claimsOf, SUSPECT_AFTER } from './claim.ts'
import { keepLease, takeLease } from './lease.ts'
import { type Job, keyOpener, loadJobs } from './load.ts'
import { logAttempt } from './log-attempt.ts'
import type { Meter } from './meter.ts'
import { NO_METER } from './no-meter.ts'
import { createPromoter } from './promoter.ts'
import { recorder } from './record.ts'
import type { Recorded, Report } from './report.ts'
import type { DeliveryRules } from './schedule.ts'
import { createSendWindow } from './send-window.ts'
import type { SignedBody } from './signed-body.ts'
import { createSigner } from './signer.ts'
import { createSlots, type Room } from './slots.ts'

export interface DispatcherOptions {
  driver: Driver
  /** Logged in as a member of clinic_dispatcher. */
  databaseUrl: string
  box: SecretBox
  egress: Egress
  rules: DeliveryRules
  log: Logger
  meter?: Meter
  /** Attempts under way at once. */
  slots?: number
  /** How long the claims of a worker that is gone are left to it. */
  leaseMs?: number
  /** The most that an attempt may take. */
  attemptMs?: number
}

/** Sends what is due. Any number of them may run against one database. */
export interface Dispatcher {
  /** Stops claiming, lets what is under way end, and gives back the rest. */
  stop(): Promise<void>
}

const SLOTS = 2000
const LEASE_MS = 22_000
/** Deliveries per claim: few enough that the first of them leave eventually, and enough to be worth the walk. */
const CLAIM_LIMIT = 1000
/** Endpoints looked at per claim. */
const PAGE = 500
/** How often to look without having been woken. */
const pollMs = () => 100 + Math.random() * 150
const PAUSE_MS = 500
/** At most so long until the next try while another worker claims. */
const LONGEST_TURN_MS = 32
/** For recording what ended last, when the worker stops. */
const DRAIN_GRACE_MS = 3000

/**
 * Everything here looks rows up by their keys, a few hundred at a time, in tables whose size changes faster than their
 * statistics: a plan that was made while the queue was empty must not scan it when it is full.
 */
export const PLANS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

export async function createDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { driver, databaseUrl, box, egress, rules, log, meter = NO_METER } = options
  const { slots: slotCount = SLOTS, leaseMs = LEASE_MS, attemptMs = ATTEMPT_MS } = options
  const connect = (name: string, count: number) =>
    driver.connections(databaseUrl, `clinic webhook ${name}`, count, PLANS)
  const claims = connect('claims', 1)
  const loads = connect('loads', 2)
  const records = connect('records', 1)
  const promoter = createPromoter(claims)
  const lease = await takeLease(loads, { leaseMs, attemptMs })
  const givingUp = new AbortController()
  const record = recorder(records, rules.maxConsecutiveFailures, log, givingUp.signal, recorded)
  const open = keyOpener(box)
  const slots = createSlots(slotCount)
  const signer = createSigner()
  const sendWindow = createSendWindow()
  const alarm = createAlarm()
  const listener = new Listener(databaseUrl, { [WAKE_CHANNEL]: () => alarm.wake() }, hearing => hearing && alarm.wake())
  /** Endpoints that had more ready than they may have in flight: the end of an attempt makes room for them. */
  const filled = new Set<string>()
  /** How many attempts on those have ended since the last claim: a claim should be worth its walk over the endpoints. */
  let roomMade = 0
  /** A claim has been put off until there is room for a whole one. */
  let putOff = false
  let stopping = false
  let walkFrom = ''
  let refusals = 0

  /** With much under way, a claim should be worth its walk over the endpoints. */
  const isCramped = ({ limit }: Room) => limit === 0 || (limit < CLAIM_LIMIT && slots.moving() > CLAIM_LIMIT)

  /** Claims as much as there is room for, and lets it be sent meanwhile; says whether there may be more at once. */
  async function claimOnce(): Promise<boolean> {
    const room = slots.room()
    putOff = isCramped(room)
    if (putOff) return false
    const { limit, suspects, excluded } = room
    roomMade = 0
    const leaseId = lease.id()
    const take = Math.min(limit, CLAIM_LIMIT)
    const rows = await claims.run<ClaimedRow>(
      claimDeliveries([leaseId, walkFrom, PAGE, take, suspects, excluded, slots.underWay()]),
    )
    const [{ admitted, resume_after } = { admitted: false, resume_after: null }] = rows
    refusals = admitted ? 0 : refusals + 1
    if (!admitted) {
      await delay(Math.min(2 ** refusals, LONGEST_TURN_MS))
      return true
    }
    const started = walkFrom
    walkFrom = resume_after ?? ''
    const claimed = claimsOf(rows)
    for (const claim of claimed) {
      slots.take(claim, claim.failures >= SUSPECT_AFTER)
      if (claim.filled) filled.add(claim.endpoint_id)
      else filled.delete(claim.endpoint_id)
    }
    if (claimed.length > 0) void start(leaseId, claimed)
    return claimed.length === take || walkFrom !== '' || started !== ''
  }

  async function start(leaseId: string, claimed: Claim[]): Promise<void> {
    const claimedAt = performance.now()
    const loaded = await loadJobs(loads, open, leaseId, claimed).catch(error => {
      log.error({ err: error }, 'webhook deliveries could not be loaded')
      return undefined
    })
    if (!loaded) for (const claim of claimed) finish(unsentReport(claim, 'RELEASED'))
    for (const claim of loaded?.pointless ?? []) finish(unsentReport(claim, 'SKIPPED'))
    signer.sign(loaded?.jobs ?? [], (job, signed) =>
      sendWindow.enter(left => void deliver(job, signed, claimedAt, left)),
    )
  }

  async function deliver(job: Job, signed: SignedBody, claimedAt: number, left: () => void): Promise<void> {
    // Whoever slept past the lease may find that another worker has these deliveries by now.
    const outcome = await (lease.covers(job.leaseId) ? send(egress, job, signed, attemptMs) : undefined)
    left()
    if (!outcome) return finish(unsentReport(job.claim, 'RELEASED'))
    const report = reportOf(job, outcome, rules)
    if (report.waitMs !== null) promoter.expect(report.waitMs)
    meter.ended(report, job.claim.lag + (performance.now() - claimedAt) / 1000)
    finish(report)
  }

  function finish(report: Report): void {
    slots.end(report.claim)
    if (filled.has(report.claim.endpoint_id)) roomMade++
    if (putOff ? !isCramped(slots.room()) : roomMade > Math.min(CLAIM_LIMIT, slots.moving()) / 2) alarm.wake()
    record(report)
  }

  function recorded(report: Report, became: Recorded): void {
    slots.free()
    // A retry is due sooner than what was slept for.
    if (report.waitMs !== null) alarm.wake()
    if (report.mode) logAttempt(log, report, became)
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        await promoter.promote()
        if (await claimOnce()) continue
      } catch (error) {
        log.error({ err: error }, 'webhook deliveries could not be claimed')
        await alarm.sleep(PAUSE_MS)
      }
      await alarm.sleep(Math.min(pollMs(), promoter.waitMs()))
    }
  }

  meter.watch({ inFlight: slots.inFlight, connections: egress.stats, backlog: () => backlogOf(loads) })
  const keeping = keepLease(lease, leaseMs, log, () => alarm.wake())
  await listener.start()
  const running = run()
  return {
    async stop() {
      stopping = true
      alarm.wake()
      await running
      const givingUpAt = setTimeout(() => givingUp.abort(), attemptMs + DRAIN_GRACE_MS)
      await slots.empty()
      clearTimeout(givingUpAt)
      clearInterval(keeping)
      await listener.close()
      await lease.leave().catch(error => log.error({ err: error }, 'the webhook lease was left to lapse'))
      await Promise.all([signer.close(), claims.close(), loads.close(), records.close()])
    },
  }
}
