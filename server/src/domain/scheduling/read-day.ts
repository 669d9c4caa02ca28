import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, DAY_MS, localDate, startOfDay } from '../../kernel/values/zone.ts'
import { type BranchOfDay, branchOfDay } from './day-branch.ts'
import { type CardRow, cardsOf } from './day-cards.ts'

export interface DayAsked {
  branchId: string
  date?: string | undefined
  days?: number | undefined
  doctorId?: string | undefined
  /** Only these visits. */
  ids?: string[] | undefined
  /** Whether those that were replaced are there, too: they stand in no day. */
  withReplaced?: boolean
}

export interface ReadDay {
  date: string
  days: number
  now: string
  doctorId: string | undefined
  branch: BranchOfDay
  cards: CardRow[]
}

const iso = (ms: number) => new Date(ms).toISOString()

/** The visits of a branch on a date, or on seven from there, and who is there: two statements, which go out as one message. */
export async function readDay(tx: Tx, asked: DayAsked): Promise<ReadDay> {
  const { timeZone } = tx.clinic
  const { branchId, doctorId, days = 1, date = localDate(Date.parse(tx.now), timeZone) } = asked
  const [start, end] = [startOfDay(date, timeZone), startOfDay(addDays(date, days), timeZone)]
  const [[branch], cards] = await Promise.all([
    // Shifts that began the day before reach into it, and its own reach into the day behind.
    tx.sql(branchOfDay([tx.clinic.id, branchId, iso(start - DAY_MS), iso(end + DAY_MS), doctorId ?? null])),
    tx.sql(
      cardsOf([
        tx.clinic.id,
        branchId,
        iso(start),
        iso(end),
        doctorId ?? null,
        asked.ids ?? null,
        asked.withReplaced ?? false,
      ]),
    ),
  ])
  if (!branch) return refuse('not_found', { resource: 'branch' })
  if (!branch.doctor_known) return refuse('not_found', { resource: 'practitioner' })
  return { date, days, now: tx.now, doctorId, branch, cards }
}

/** One visit, with the day that it stands in. */
export async function readDayOf(
  tx: Tx,
  { id, branch_id: branchId, starts_at }: { id: string; branch_id: string; starts_at: string },
): Promise<ReadDay> {
  return readDay(tx, {
    branchId,
    date: localDate(Date.parse(starts_at), tx.clinic.timeZone),
    ids: [id],
    withReplaced: true,
  })
}
