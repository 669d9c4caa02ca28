import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const slotOf = sql<{ slot_minutes: number }>('select slot_minutes from practitioner where company_id = $1 and id = $2')

/** How long a visit is to be that does not say it: as long as a slot of the doctor. */
export async function proposedMinutes(tx: Tx, doctorId: string): Promise<number> {
  const [doctor] = await tx.sql(slotOf([tx.clinic.id, doctorId]))
  return doctor?.slot_minutes ?? refuse('not_found', { resource: 'practitioner' })
}
