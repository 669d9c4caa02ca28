import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseRefusal } from '../../db/refusal.ts'
import { compare, isKnownAtControl, openReaders, type Readers } from './compare.ts'
import { analyse, leaveMark, startCopying, stopCopying, untilCaughtUp, untilCopied } from './copying.ts'
import { drain, giveJobsBack, untilIdle } from './drain.ts'
import { alone, guard, setStage } from './guard.ts'
import { dropWork, handOver, leave } from './hand-over.ts'
import type { Move, Place } from './places.ts'

export interface Limits {
  /** Within which the clinic is given over, or written on where it is. */
  freezeMs: number
}

const LOOK_EVERY_MS = 10

/** What a move has to do beside the rows: files of a storage that is not shared. */
export interface Beside {
  /** Before the freeze, and once more within it. */
  bring(): Promise<void>
}

/** Copies and goes on copying; requests go on as ever. Done again it goes on where it was. */
export async function copy(move: Move): Promise<void> {
  const { companyId, source, target } = move
  move.log(`${companyId}: from ${source.name} to ${target.name}`)
  await guard(target.client, companyId, 'ARRIVING')
  await guard(source.client, companyId, 'COPYING')
  await startCopying(move)
  await untilCopied(move)
  await analyse(move)
  await untilCaughtUp(move)
}

/** As it was before the freeze: the source goes on. */
export async function thaw({ companyId, source: { client } }: Move): Promise<void> {
  await setStage(client, companyId, 'COPYING')
  await giveJobsBack(client, companyId)
}

/** Stops all writing of the clinic for so long, once those who write have ended. Answers the instant by the source’s clock. */
async function freeze({ companyId, source: { client } }: Move, freezeMs: number): Promise<number> {
  return alone(client, companyId, async () => {
    await setStage(client, companyId, 'FROZEN', freezeMs)
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    return rows[0]?.ms ?? 0
  })
}

/** From here on nothing but the end of the move ends the freeze. */
async function fence({ companyId, source: { client } }: Move): Promise<void> {
  await alone(client, companyId, async () => {
    const { rowCount } = await client.query(
      `update moving_clinic set stage = 'FENCED', until = null
       where company_id = $1 and stage = 'FROZEN' and until > clock_timestamp()`,
      [companyId],
    )
    if (rowCount !== 1) throw new DatabaseRefusal('The freeze was over before all was compared.')
  })
}

/** What the target writes is dated after all that the source wrote: who reads by date misses nothing. */
async function untilLater({ client }: Place, ms: number): Promise<void> {
  const query = 'select extract(epoch from clock_timestamp())::float8 * 1000 > $1 as later'
  while (!(await client.query<{ later: boolean }>(query, [ms])).rows[0]?.later) await delay(LOOK_EVERY_MS)
}

/** All has arrived, nothing is in hand, and both sides are the same. */
async function settle(move: Move, readers: Readers, beside: Beside, untilMs: number): Promise<void> {
  const mark = await leaveMark(move)
  const left = await untilIdle(move, untilMs)
  if (left > 0) throw new DatabaseRefusal(`${left} deliveries and jobs of the clinic do not end.`)
  await beside.bring()
  if (!(await mark.arrived(untilMs))) throw new DatabaseRefusal('What was written last did not arrive in time.')
  move.log('comparing')
  const rows = await compare(move, readers, untilMs - performance.now())
  while (!(await isKnownAtControl(move))) {
    if (performance.now() > untilMs) throw new DatabaseRefusal('Control does not know the last of the clinic in time.')
    await delay(LOOK_EVERY_MS)
  }
  move.log(`${rows} rows are the same`)
}

/** Gives the clinic over; whatever stands against it leaves all as it was. */
export async function switchOver(move: Move, limits: Limits, beside: Beside): Promise<void> {
  const readers = await openReaders(move)
  let frozenMs = Number.NaN
  try {
    await beside.bring()
    await drain(move)
    move.log('freezing')
    frozenMs = performance.now()
    const atMs = await freeze(move, limits.freezeMs)
    await settle(move, readers, beside, frozenMs + limits.freezeMs)
    await untilLater(move.target, atMs)
    await fence(move)
  } catch (error) {
    await thaw(move)
    move.log('nothing has changed: the clinic is served as before, and its copy goes on')
    throw error
  } finally {
    await readers.close()
  }
  move.log('switching')
  await handOver(move, false).catch(async error => {
    if (!(await isDecided(move))) await thaw(move)
    throw error
  })
  move.log(`frozen for ${Math.round(performance.now() - frozenMs)} ms`)
}

const isDecided = async ({ companyId, control }: Move): Promise<boolean> =>
  (await control.client.query('select from clinic_move where company_id = $1 and switched_at is not null', [companyId]))
    .rowCount === 1

/** After the decision there is only forward: what is not done yet is done. */
export async function finish(move: Move): Promise<void> {
  const { companyId, control, target, log } = move
  const { rowCount } = await target.client.query('select from moving_clinic where company_id = $1', [companyId])
  if (rowCount === 1) await handOver(move, true)
  await leave(move)
  await control.client.query('update clinic_move set arrived_at = coalesce(arrived_at, now()) where company_id = $1', [
    companyId,
  ])
  log(`${target.name} serves it`)
  await stopCopying(move)
  await dropWork(move)
}
