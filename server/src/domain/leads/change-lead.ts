import type { Input } from '@clinic/contract/kernel.ts'
import type { updateLead } from '@clinic/contract/leads.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences } from '../../kernel/values/differences.ts'
import { minorOf } from '../../kernel/values/minor-of.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import { contactSearchText } from './contact-search.ts'
import { type Lead, leadFile, type StageRow } from './lead.ts'
import { lockStages, placeLead, stageOf } from './move-lead.ts'

/**
 * Changes what is given and differs. Another stage is a move through the pipeline, to its last place; a reject reason is
 * for a lead whose stage, after the change, rejects.
 */
export async function changeLead(tx: Tx, input: Input<typeof updateLead>): Promise<Lead> {
  const { id, stageId, rejectReasonId } = input
  const stages = stageId === undefined && rejectReasonId === undefined ? undefined : await lockStages(tx)
  const before = await tx.lock('lead', id)
  const to = stages && stageOf(stages, stageId ?? before.stage_id)
  if (rejectReasonId !== undefined) requireRejecting(to)
  const moves = to !== undefined && to.id !== before.stage_id
  const lead = await changeRecord(tx, 'lead', before, {
    assigned_to_id: input.assignedToId,
    score: input.score,
    deal_size_minor: input.dealSize === undefined ? undefined : minorOf(tx.clinic, input.dealSize, '/dealSize'),
    reject_reason_id: moves ? undefined : rejectReasonId,
  })
  if (moves) await placeLead(tx, { lead, to, rejectReasonId })
  return leadFile(tx, id)
}

function requireRejecting(stage: StageRow | undefined): void {
  if (stage?.require_reject) return
  const message = 'is accepted only for a stage that rejects'
  refuseInput({ path: '/rejectReasonId', code: 'only_for_rejecting_stage', message })
}

interface LeadEdit {
  id: string
  name?: string
  phone?: string
  email?: string | null
  notes?: string | null
  /** When something must happen, where it is not the stage that says so. */
  due?: string | null
  branchId?: string
}

/** Corrects what the staff knows of a lead. A phone number that another contact has is refused. */
export async function editLead(tx: Tx, { id, name, phone, email, notes, due, branchId }: LeadEdit): Promise<Lead> {
  const lead = await tx.lock('lead', id)
  const contact = await tx.lock('contact', lead.contact_id)
  const known = differences(contact, { name, phone: phoneOf(phone, tx.clinic.country, 'phone'), email })
  await changeRecord(tx, 'contact', contact, { ...known, search_text: contactSearchText({ ...contact, ...known }) })
  // Also where the contact alone was changed: a delta shows the lead with its contact.
  await tx.update('lead', id, differences(lead, { notes, due_at: due, branch_id: branchId }))
  return leadFile(tx, id)
}
