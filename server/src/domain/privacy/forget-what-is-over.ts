import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { retentionOf } from './retention.ts'

const BATCH = 500

const forgetLeads = sql<{ id: string }>(`
  with lost as (
    select id, contact_id from lead
    where company_id = $1 and reject_reason_id is not null and patient_id is null and forgotten_at is null
      and staged_at < $2::timestamptz - make_interval(months => $3)
      and coalesce(last_interaction_at, staged_at) < $2::timestamptz - make_interval(months => $3)
    order by staged_at limit ${BATCH} for update skip locked
  ), emptied as (
    update contact set name = '', phone = null, email = null, updated_at = $2
    from lost where contact.company_id = $1 and contact.id = lost.contact_id
  )
  update lead set notes = null, forgotten_at = $2, updated_at = $2
  from lost where lead.company_id = $1 and lead.id = lost.id returning lead.id`)

const forgetMessages = sql<{ id: string }>(`
  with old as (
    select id from conversation_message
    where company_id = $1 and created_at < $2::timestamptz - make_interval(months => $3)
      and (text is not null or template_text is not null)
    order by created_at limit ${BATCH} for update skip locked
  )
  update conversation_message set text = null, template_text = null, updated_at = $2
  from old where conversation_message.company_id = $1 and conversation_message.id = old.id
  returning conversation_message.id`)

const forgetCommunications = sql<{ id: string }>(`
  with old as (
    select id from communication
    where company_id = $1 and created_at < $2::timestamptz - make_interval(months => $3)
      and (text is not null or content_preview is not null)
    order by created_at limit ${BATCH} for update skip locked
  )
  update communication
  set text = null, subject = null, content_preview = null, template_preview = null, variables = '{}', updated_at = $2
  from old where communication.company_id = $1 and communication.id = old.id
  returning communication.id`)

/** How long a clinic can see what its records were before: a conflict is decided within minutes, a mistake within months. */
const CHANGES_KEPT_MONTHS = 24
const forgetChanges = sql<{ id: string }>(`
  with old as (
    select record_id, version from record_change
    where company_id = $1 and at < $2::timestamptz - make_interval(months => $3)
    order by at limit ${BATCH} for update skip locked
  )
  delete from record_change using old
  where record_change.company_id = $1 and record_change.record_id = old.record_id and record_change.version = old.version
  returning record_change.record_id as id`)

/**
 * Empties what the clinic does not keep any longer, some of it: the contacts of leads that were lost, and the texts of
 * messages; and what records were before. Answers how many records lost something.
 */
export async function forgetWhatIsOver(tx: Tx): Promise<number> {
  const { kept } = await retentionOf(tx)
  const leads = await tx.sql(forgetLeads([tx.clinic.id, tx.now, kept.lostLeadMonths]))
  const messages = await tx.sql(forgetMessages([tx.clinic.id, tx.now, kept.conversationMonths]))
  const sent = await tx.sql(forgetCommunications([tx.clinic.id, tx.now, kept.conversationMonths]))
  const changes = await tx.sql(forgetChanges([tx.clinic.id, tx.now, CHANGES_KEPT_MONTHS]))
  for (const { id } of leads) tx.touched.row('lead', { id }, ['contact_id', 'notes'])
  return leads.length + messages.length + sent.length + changes.length
}
