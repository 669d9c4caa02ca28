import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { isOpen, treatmentStatus } from '../clinical/treatment-status.ts'
import type { Wish } from './wish.ts'

export type TreatmentRow = TableRow<'treatment'>

const named = (locks: string) =>
  sql<TreatmentRow>(
    `select * from treatment where company_id = $1 and patient_id = $2 and id = any($3) order by id ${locks}`,
  )

const treatmentsBy =
  (found: ReturnType<typeof named>) =>
  async (tx: Tx, { patientId, lines = [], complete = [] }: Wish): Promise<ReadonlyMap<string, TreatmentRow>> => {
    const ids = [...new Set([...lines.flatMap(({ treatmentId }) => treatmentId ?? []), ...complete])]
    const rows = ids.length === 0 ? [] : await tx.sql(found([tx.clinic.id, patientId, ids]))
    if (rows.length < ids.length) refuse('not_found', { resource: 'treatment' })
    return new Map(rows.map(row => [row.id, row]))
  }

/** The treatments that a wish names, by their ids. */
export const readTreatments = treatmentsBy(named(''))
/** The same, held until the transaction ends. */
export const holdTreatments = treatmentsBy(named('for update'))

const unbilled = sql<TreatmentRow>(`
  select * from treatment
  where company_id = $1 and patient_id = $2 and invoice_id is null
    and (status = 'COMPLETED' or (status in ('PLANNED', 'IN_PROGRESS') and appointment_id = $3))
  order by coalesce(ends_at, created_at) desc, id desc limit 200`)

/** What of a patient is on no invoice: what was done, and what can be done at the visit. */
export interface Billable {
  treatment: TreatmentRow
  /** Of the visit, or done today. */
  isToday: boolean
  isCompletable: boolean
}

export async function billableOf(tx: Tx, { patientId, appointmentId }: Wish): Promise<Billable[]> {
  const { timeZone } = tx.clinic
  const dateOf = (instant: string) => localDate(Date.parse(instant), timeZone)
  const rows = await tx.sql(unbilled([tx.clinic.id, patientId, appointmentId ?? null]))
  return rows.map(treatment => {
    const isOfVisit = appointmentId !== undefined && treatment.appointment_id === appointmentId
    const wasToday = treatment.ends_at !== null && dateOf(treatment.ends_at) === dateOf(tx.now)
    return { treatment, isToday: isOfVisit || wasToday, isCompletable: isOpen(treatmentStatus(treatment)) }
  })
}
