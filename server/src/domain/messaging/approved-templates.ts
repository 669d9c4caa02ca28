import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { TemplateRow } from './communication.ts'

const approved = sql<TemplateRow>(`
  select * from message_template where company_id = $1 and status = 'APPROVED' order by name, language, id`)

/** The templates that the carrier takes, by name. */
export const approvedTemplates = (tx: Tx): Promise<TemplateRow[]> => tx.sql(approved([tx.clinic.id]))
