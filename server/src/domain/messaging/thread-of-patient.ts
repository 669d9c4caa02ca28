import { listSource } from '../../kernel/list-source.ts'

export interface ThreadRow {
  id: string
  patient_id: string
  created_at: string
  direction: string
  channel: string
  text: string | null
  state: string
  error_code: string | null
  user_id: string | null
}

/** What went out to a patient, whosever phone it went to, and what came in from the phone that is the patient's. */
const THREAD = `
  select sent.company_id, sent.id, sent.patient_id, sent.created_at, 'OUTBOUND' as direction, sent.channel, sent.text,
    case sent.state when 'FAILED' then 'failed' when 'CANCELED' then 'canceled'
      else coalesce((select status from conversation_message where company_id = sent.company_id
        and communication_id = sent.id limit 1), case sent.state when 'SENT' then 'sent' else 'queued' end) end as state,
    sent.error_code, sent.user_id
  from communication as sent where sent.patient_id is not null
  union all
  select came.company_id, came.id, thread.patient_id, came.created_at, 'INBOUND', came.channel, came.text, 'received', null, null
  from conversation as thread
  join conversation_message as came on came.company_id = thread.company_id and came.conversation_id = thread.id
  where thread.patient_id is not null and came.direction = 'INBOUND'`

export const threadOfPatient = listSource<ThreadRow>({
  name: 'listMessagesOfPatient',
  from: `(${THREAD}) as t`,
  columns: 't.id, t.patient_id, t.created_at, t.direction, t.channel, t.text, t.state, t.error_code, t.user_id',
  filters: { id: value => `t.patient_id = ${value}` },
})
