import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { ConversationRow } from './conversation.ts'

export interface Counterpart {
  /** E.164. */
  phone: string
  /** Whose phone it is, where that is known; found by the number otherwise. */
  patientId?: string | null
  /** As the sender calls himself. */
  name?: string | null
  language?: string | null
}

/**
 * The conversation with a phone number, locked; opened when there is none. It belongs to the patient with that number
 * (the file opened first where a family shares one) and to its lead, as soon as there is one.
 */
const putThread = sql<ConversationRow>(`
  insert into conversation
    (company_id, id, phone, name, language, resolved, patient_id, lead_id, created_at, updated_at)
  select $1, $2, $3, coalesce($5, patient.name, lead.name), $6, true, patient.id, lead.id, $7, $7
  from (values (1)) as one
  left join lateral (
    select id, concat_ws(' ', first_name, last_name) as name from patient
    where company_id = $1 and deleted_at is null and id = coalesce($4, (
      select id from patient where company_id = $1 and phone_number = $3 and deleted_at is null
      order by created_at, id limit 1))
  ) as patient on true
  left join lateral (
    select lead.id, contact.name from contact
    join lead on lead.company_id = $1 and lead.contact_id = contact.id
    where contact.company_id = $1 and contact.phone = $3
  ) as lead on true
  on conflict on constraint conversation_phone do update set
    name = coalesce(conversation.name, excluded.name),
    language = coalesce(conversation.language, excluded.language),
    patient_id = coalesce(conversation.patient_id, excluded.patient_id),
    lead_id = coalesce(conversation.lead_id, excluded.lead_id)
  returning *`)

export async function openThread(
  tx: Tx,
  { phone, patientId = null, name = null, language = null }: Counterpart,
): Promise<ConversationRow> {
  const id = newId('cnv', Date.parse(tx.now))
  const [thread] = await tx.sql(putThread([tx.clinic.id, id, phone, patientId, name, language, tx.now]))
  if (!thread) throw new Error('A conversation was not opened.')
  return thread
}

const countSent = sql(`
  update conversation set messages_count = messages_count + 1, last_message_at = $3, last_activity_at = $3, updated_at = $3
  where company_id = $1 and id = $2`)
/** Blocked senders are not heard: nothing is unseen and nothing opens. */
const countReceived = sql<ConversationRow>(`
  update conversation set
    messages_count = messages_count + 1, last_message_at = $3, last_activity_at = $3, last_inbound_at = $3,
    unseen_count = unseen_count + (not blocked)::int, resolved = resolved and blocked, updated_at = $3
  where company_id = $1 and id = $2 returning *`)
/** Conversations are locked before leads, everywhere. */
const touchLead = sql(`
  update lead set last_interaction_at = $3, updated_at = $3 where company_id = $1 and id = $2`)

/** Counts a message that goes out. */
export async function countOutbound(tx: Tx, { id, lead_id: leadId }: ConversationRow): Promise<void> {
  await tx.sql(countSent([tx.clinic.id, id, tx.now]))
  if (leadId !== null) await tx.sql(touchLead([tx.clinic.id, leadId, tx.now]))
}

/** Counts a message that came in, which opens the conversation again (contract section 10). */
export async function countInbound(tx: Tx, { id, lead_id: leadId }: ConversationRow): Promise<ConversationRow> {
  const [counted] = await tx.sql(countReceived([tx.clinic.id, id, tx.now]))
  if (!counted) throw new Error('A conversation has gone.')
  tx.touched.row('conversation', counted, ['messages_count', 'last_message_at'])
  if (leadId !== null) await tx.sql(touchLead([tx.clinic.id, leadId, tx.now]))
  return counted
}
