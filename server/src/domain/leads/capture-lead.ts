import type { Input } from '@clinic/contract/kernel.ts'
import { type createLead, leadCreated } from '@clinic/contract/leads.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { minorOf } from '../../kernel/values/minor-of.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import { contactSearchText } from './contact-search.ts'
import { type Lead, leadFacts, type StageRow } from './lead.ts'
import { dueAt, noteMove } from './move-lead.ts'

export interface NewLead extends Input<typeof createLead> {
  email?: string | null
  /** The form or campaign that it came through. */
  leadLinkId?: string | null
}

interface Entry extends StageRow {
  first_branch: string | null
  /** Staff that takes leads, in the order of their turns. */
  agents: string[] | null
}

/** The stage is locked: its count says where the next lead stands. */
const enterStage = sql<Entry>(`
  select stage.*,
    (select id from branch where company_id = $1 and active order by created_at, id limit 1) as first_branch,
    (select array_agg(id order by id) from practitioner where company_id = $1 and takes_leads and active) as agents
  from lead_stage as stage
  where stage.company_id = $1 and stage.id = coalesce($2,
    (select id from lead_stage where company_id = $1 order by sort_order limit 1))
  for no key update of stage`)

const countIn = sql(
  'update lead_stage set total_leads = total_leads + 1, updated_at = $3 where company_id = $1 and id = $2',
)

/** What a new lead does not say yet. */
const BLANK = {
  score: null,
  patient_id: null,
  reject_reason_id: null,
  journeyed_at: null,
  last_interaction_at: null,
  forgotten_at: null,
}

/**
 * Takes a lead in, as the public form does: its contact record, which refuses a phone number that is there already, and
 * the last place of the stage, assigned to the staff that takes leads in turn. The contact comes before the stage is
 * locked, so that a caller who waits for a number to be free holds up no other.
 */
export async function captureLead(tx: Tx, input: NewLead): Promise<Lead> {
  const { clinic, now } = tx
  const at = Date.parse(now)
  const phone = phoneOf(input.phone, clinic.country, 'phone') ?? null
  const dealSizeMinor = input.dealSize === undefined ? null : minorOf(clinic, input.dealSize, '/dealSize')
  const known = { name: input.name, phone, email: input.email ?? null }
  const contact = tx.add('contact', { ...known, id: newId('con', at), search_text: contactSearchText(known) })
  const [stage] = await tx.sql(enterStage([clinic.id, input.stageId ?? null]))
  if (!stage) return refuse('not_found', { resource: 'leadStage' })
  const referenceId = await tx.takeNumber('lead')
  const lead = tx.add('lead', {
    ...BLANK,
    id: newId('lea', at),
    reference_id: referenceId,
    contact_id: contact.id,
    branch_id: input.branchId ?? stage.first_branch ?? refuse('not_found', { resource: 'branch' }),
    stage_id: stage.id,
    sort_order: stage.total_leads + 1,
    deal_size_minor: dealSizeMinor,
    due_at: dueAt(stage, now),
    assigned_to_id: turnOf(stage.agents ?? [], referenceId),
    lead_link_id: input.leadLinkId ?? null,
    referral_source_id: input.sourceId ?? null,
    referral_sub_source_id: input.subSourceId ?? null,
    notes: input.notes ?? null,
    staged_at: now,
  })
  noteMove(tx, lead, null, stage.id)
  await tx.sql(countIn([clinic.id, stage.id, now]))
  tx.emit(leadCreated, leadFacts(lead))
  return { ...lead, name: contact.name, phone: contact.phone, email: contact.email }
}

/** The lead's own number says whose turn it is, so that leads that come at the same time need not wait for each other. */
const turnOf = (agents: readonly string[], referenceId: number): string | null =>
  agents[(referenceId - 1) % agents.length] ?? null
