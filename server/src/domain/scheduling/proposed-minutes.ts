import { proposedMinutes } from '@clinic/contract/staff/visit-minutes.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const slotOf = sql<{ slot_minutes: number }>('select slot_minutes from practitioner where company_id = $1 and id = $2')
const durations = sql<{ duration_minutes: number | null }>(`
  select procedure.duration_minutes from unnest($2::text[]) as wanted
  join procedure on procedure.company_id = $1 and procedure.id = wanted`)

/** How long a visit is to be that does not say it: as long as what is done, or else as long as a slot of the doctor. */
export async function minutesWith(tx: Tx, doctorId: string, procedureIds?: readonly string[]): Promise<number> {
  const [doctor] = await tx.sql(slotOf([tx.clinic.id, doctorId]))
  const slotMinutes = doctor?.slot_minutes ?? refuse('not_found', { resource: 'practitioner' })
  return minutesOf(tx, procedureIds, slotMinutes)
}

/** The same where it is known how long a slot of the doctor is. */
export async function minutesOf(
  tx: Tx,
  procedureIds: readonly string[] | undefined,
  slotMinutes: number,
): Promise<number> {
  const found = procedureIds?.length ? await tx.sql(durations([tx.clinic.id, procedureIds])) : []
  return proposedMinutes(
    found.map(({ duration_minutes }) => duration_minutes),
    slotMinutes,
  )
}
