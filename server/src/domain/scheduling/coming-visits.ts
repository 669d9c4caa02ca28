import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

/** Of which visits: of a doctor, of branches, in rooms by their keys. */
interface Of {
  doctorId?: string
  branchIds?: readonly string[] | null
  rooms?: readonly string[] | null
}

const coming = sql<{ visits: number }>(`
  select count(*)::integer as visits from appointment
  where company_id = $1 and status in ('OPEN', 'CONFIRMED', 'DELAYED') and starts_at > $2
    and ($3::text is null or doctor_id = $3) and ($4::text[] is null or branch_id = any($4))
    and ($5::text[] is null or lower(btrim(room)) = any($5))`)

/** Refuses to give up what visits to come need. */
export async function requireNoneComing(tx: Tx, { doctorId, branchIds = null, rooms = null }: Of): Promise<void> {
  const [found] = await tx.sql(coming([tx.clinic.id, tx.now, doctorId ?? null, branchIds, rooms]))
  const { visits: comingVisits = 0 } = found ?? {}
  if (comingVisits > 0) refuse('in_use', { comingVisits })
}
