import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type LeadRow = TableRow<'lead'>
export type StageRow = TableRow<'lead_stage'>
type ContactRow = TableRow<'contact'>

/** A lead together with who it is. */
export type Lead = LeadRow & Pick<ContactRow, 'name' | 'phone' | 'email'>

/** The contact is looked up for each lead that is shown, and never before the leads are chosen: hence the offset. */
export const LEAD_SOURCE = `lead t, lateral (
  select name, phone, email from contact where company_id = t.company_id and id = t.contact_id offset 0) as c`
export const LEAD_COLUMNS = 't.*, c.name, c.phone, c.email'

const leadById = sql<Lead>(`select ${LEAD_COLUMNS} from ${LEAD_SOURCE} where t.company_id = $1 and t.id = $2`)

/** The clinic's lead with its contact, or 404. */
export async function leadFile(tx: Tx, id: string): Promise<Lead> {
  const [lead] = await tx.sql(leadById([tx.clinic.id, id]))
  return lead ?? refuse('not_found', { resource: 'lead' })
}

/** What every event of a lead tells (contract section 8). */
export const leadFacts = (lead: LeadRow) => ({
  id: lead.id,
  branchId: lead.branch_id,
  stageId: lead.stage_id,
  assignedToId: lead.assigned_to_id,
  patientId: lead.patient_id,
})
