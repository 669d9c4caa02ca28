import type { Tx } from '../../kernel/tx.ts'
import type { Interval } from '../scheduling/intervals.ts'
import { FIGURES, type Figures, HOURS, RECORDS, type RecordName, type Summed } from './sources.ts'
import { wholeHours } from './whole-hours.ts'

/** Whose figures: those of the whole clinic unless told. */
export interface Whose {
  branchId?: string | undefined
  doctorId?: string | undefined
}

/** A part of an interval, and what the interval comes to so far. */
interface Part extends Interval {
  sum: Figures
}

const nothing = (): Figures => ({
  ...{ invoiced: 0, outstanding: 0, collected: 0, refunded: 0, new_patients: 0, new_leads: 0, converted: 0 },
  ...{ appointments: 0, completed: 0, canceled: 0, noshow: 0, chair_minutes: 0 },
})

/**
 * The figures of each of the intervals, in their order, as of one instant; those that follow from other records than the
 * named ones may be 0. Whole hours are read as they were summed up, what is before and after them off the records; and
 * all of a doctor off the records, because no doctor does so much in a year that it takes long.
 */
export async function figuresOfEach(
  tx: Tx,
  names: readonly RecordName[],
  intervals: readonly Interval[],
  whose: Whose,
): Promise<Figures[]> {
  const cut = (interval: Interval) =>
    whose.doctorId === undefined ? wholeHours(interval) : { hours: [], rest: [interval] }
  const each = intervals.map(interval => ({ sum: nothing(), ...cut(interval) }))
  const hours = each.flatMap(({ sum, ...one }) => one.hours.map(part => ({ ...part, sum })))
  const rest = each.flatMap(({ sum, ...one }) => one.rest.map(part => ({ ...part, sum })))
  await Promise.all([addFrom(tx, HOURS, hours, whose), ...names.map(name => addFrom(tx, RECORDS[name], rest, whose))])
  return each.map(({ sum }) => sum)
}

/** Adds what a source says about the parts of intervals: one look into an index for each. */
async function addFrom(tx: Tx, source: Summed, parts: readonly Part[], whose: Whose): Promise<void> {
  if (parts.length === 0) return
  const [starts, ends] = [parts.map(({ start }) => iso(start)), parts.map(({ end }) => iso(end))]
  const rows = await tx.sql(statementOf(source, whose)([tx.clinic.id, starts, ends, ...given(whose)]))
  for (const [index, { sum }] of parts.entries()) for (const name of FIGURES) sum[name] += rows[index]?.[name] ?? 0
}

const iso = (instant: number) => new Date(instant).toISOString()
const given = ({ branchId, doctorId }: Whose) => [branchId, doctorId].filter(id => id !== undefined)

/** The statement for whom it is, which takes their ids in this order. */
function statementOf({ clinic, branch, doctor, doctorAtBranch }: Summed, { branchId, doctorId }: Whose) {
  if (doctorId === undefined) return branchId === undefined ? clinic : branch
  return branchId === undefined ? doctor : doctorAtBranch
}
