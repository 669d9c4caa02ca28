import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

/** What is chosen by its name in the rooms of the clinic. */
export interface NamedRecord {
  kind: string
  id: string
  name: string
  name_ar: string | null
}

const active = sql<NamedRecord>(`
  select 'branch' as kind, id, name, name_ar from branch where company_id = $1 and active
  union all
  select 'practitioner', id, display_name, display_name_ar from practitioner where company_id = $1 and active
  order by name, id`)

/** The branches and practitioners of the clinic that are active. */
export const activeRecords = (tx: Tx): Promise<NamedRecord[]> => tx.sql(active([tx.clinic.id]))
