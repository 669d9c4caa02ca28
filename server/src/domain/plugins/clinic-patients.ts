import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

const count = sql<{ patients: number }>(`
  select count(*)::int as patients from patient where company_id = $1 and deleted_at is null`)

/** How many patients the clinic has. */
export const clinicPatients = async (tx: Tx): Promise<number> => (await tx.sql(count([tx.clinic.id])))[0]?.patients ?? 0
