import type { Tx } from '../../kernel/tx.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import { type Lead, leadFile } from './lead.ts'

export interface LeadEdit {
  id: string
  name?: string
  phone?: string
  email?: string | null
  notes?: string | null
  /** When something must happen, where it is not the stage that says so. */
  due?: string | null
  branchId?: string
}

const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Corrects what the staff knows of a lead. A phone number that another contact has is refused. */
export async function editLead(tx: Tx, { id, name, phone, email, notes, due, branchId }: LeadEdit): Promise<Lead> {
  const lead = await tx.lock('lead', id)
  const e164 = phone === undefined ? undefined : phoneOf(phone, tx.clinic.country, 'phone')
  const person = given({ name, phone: e164, email })
  if (Object.keys(person).length > 0) await tx.update('contact', lead.contact_id, person)
  await tx.update('lead', id, given({ notes, due_at: due, branch_id: branchId }))
  return leadFile(tx, id)
}
