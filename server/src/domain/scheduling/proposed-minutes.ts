import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const slotOf = sql<{ slot_minutes: number }>('select slot_minutes from practitioner where company_id = $1 and id = $2')
const durations = sql<{ duration_minutes: number | null }>(`
  select procedure.duration_minutes from unnest($2::text[]) as wanted
  join procedure on procedure.company_id = $1 and procedure.id = wanted`)

/** No visit is longer than twelve hours. */
const LONGEST_MINUTES = 720

/** How long a visit is to be that does not say it: as long as what is done, or else as long as a slot of the doctor. */
export async function proposedMinutes(tx: Tx, doctorId: string, procedureIds?: readonly string[]): Promise<number> {
  const [doctor] = await tx.sql(slotOf([tx.clinic.id, doctorId]))
  const slotMinutes = doctor?.slot_minutes ?? refuse('not_found', { resource: 'practitioner' })
  return minutesOf(tx, procedureIds, slotMinutes)
}

/** How long these procedures take together; of which it is not said, each as long as a slot, and so is a visit for none. */
export async function minutesOf(
  tx: Tx,
  procedureIds: readonly string[] | undefined,
  slotMinutes: number,
): Promise<number> {
  if (!procedureIds || procedureIds.length === 0) return slotMinutes
  const found = await tx.sql(durations([tx.clinic.id, procedureIds]))
  const minutes = found.map(({ duration_minutes }) => duration_minutes ?? slotMinutes)
  return (
    Math.min(
      LONGEST_MINUTES,
      minutes.reduce((sum, one) => sum + one, 0),
    ) || slotMinutes
  )
}
