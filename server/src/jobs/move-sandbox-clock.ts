import {
  endMove,
  giveUpMove,
  type HeldRun,
  holdClinic,
  type Steps,
  tellProgress,
} from '../domain/sandbox/clock/move-clock.ts'
import { clockMove } from '../domain/sandbox/clock/sandbox-jobs.ts'
import { type DueSource, type DueWork, expiringPoints, waitingJobs } from './due-in-sandbox.ts'
import { clinicJob, type Job, type JobRun } from './job.ts'

/** How often a run says how far it has come. */
const TELL_EVERY_MS = 500

/**
 * Moves the clock of a sandbox clinic. What is due on the way is done in its order, each at its own instant and in
 * transactions of its own, while one transaction keeps all other writes of the clinic waiting; its commit sets the clock.
 * A run that breaks off goes on where it was.
 */
export const moveSandboxClock = (jobs: readonly Job[]): Job =>
  clinicJob(clockMove, async (run, { companyId, runId }) => {
    try {
      await run.inClinic(companyId, async tx => {
        const held = await holdClinic(tx, runId)
        if (!held) return
        const work = { companyId, aheadMs: held.aheadMs, deps: run, jobs }
        await goThrough(run, companyId, held, [expiringPoints(work), waitingJobs(work)])
        await endMove(tx, held, held.toMs)
      })
    } catch (error) {
      if (run.isLast) await run.inClinic(companyId, tx => giveUpMove(tx, runId))
      throw error
    }
  })

/** Does all that is due, the earliest first; what follows from it has its turn, too. */
async function goThrough(run: JobRun, companyId: string, held: HeldRun, sources: readonly DueSource[]): Promise<void> {
  let atMs = held.fromMs
  let steps: Steps = { jobs: 0, failed: 0 }
  let told = 0
  const tell = async () => {
    const since = steps
    steps = { jobs: 0, failed: 0 }
    told = performance.now()
    const inClinic = run.at(new Date(atMs).toISOString()).inClinicFor(clockMove.name)
    await inClinic(companyId, tx => tellProgress(tx, held, atMs, since))
  }
  await tell()
  for (let next = await earliest(sources, held.toMs); next; next = await earliest(sources, held.toMs)) {
    // What was due before the clinic was held is done as it begins.
    atMs = Math.max(atMs, next.work.atMs)
    const wentWell = await next.work.perform(new Date(atMs).toISOString())
    // What a job does may make anything due; where it was found itself is looked at anew.
    if (next.source !== sources[0]) for (const source of sources) source.forget()
    steps = { jobs: steps.jobs + 1, failed: steps.failed + (wentWell ? 0 : 1) }
    if (performance.now() - told > TELL_EVERY_MS) await tell()
  }
  await tell()
}

interface Found {
  work: DueWork
  source: DueSource
}

/** The earliest of what is known to be due; where nothing is, all is looked at a second time. */
async function earliest(sources: readonly DueSource[], toMs: number): Promise<Found | undefined> {
  const known = await earliestKnown(sources, toMs)
  if (known) return known
  for (const source of sources) source.forget()
  return earliestKnown(sources, toMs)
}

async function earliestKnown(sources: readonly DueSource[], toMs: number): Promise<Found | undefined> {
  const found: Found[] = []
  for (const source of sources) {
    const work = await source.next(toMs)
    if (work) found.push({ work, source })
  }
  return found.sort((one, other) => one.work.atMs - other.work.atMs)[0]
}
