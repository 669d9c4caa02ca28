import type { STORY_KINDS } from '@clinic/contract/staff/patient-story.ts'
import type { Permission } from '@clinic/contract/staff/permissions.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'

export interface StoryRow {
  id: string
  patient_id: string
  created_at: string
  kind: string
  title: string | null
  state: string | null
  amount_minor: number | null
}

/** Each with the words by which it is told; a visit by when it begins. */
const STORY = `
  select company_id, id, patient_id, starts_at as created_at, 'VISIT' as kind, null::text as title, status as state,
    null::bigint as amount_minor from appointment where patient_id is not null and replaced_by_id is null
  union all select company_id, id, patient_id, created_at, 'ENCOUNTER', coalesce(diagnosis, chief_complaint),
    case when signed_at is null then 'UNSIGNED' else 'SIGNED' end, null from encounter
  union all select company_id, id, patient_id, created_at, 'TREATMENT', name, status, null from treatment
  union all select company_id, id, patient_id, created_at, 'FILE', name, case when xray_id is null then null else 'XRAY' end,
    null from file
  union all select company_id, id, patient_id, created_at, 'FORM', name, case when signed then 'SIGNED' else 'UNSIGNED' end,
    null from consent_form
  union all select company_id, id, patient_id, created_at, 'ALERT', text, severity, null from patient_alert
  union all select company_id, id, patient_id, created_at, 'MESSAGE', content_preview, state, null
    from communication where patient_id is not null
  union all select company_id, id, patient_id, created_at, 'INVOICE', null, case when voided_at is null then null else 'VOID' end,
    total_minor from invoice
  union all select company_id, id, patient_id, created_at, 'PAYMENT', null,
    case when refunded_at is null then null else 'REFUNDED' end, amount_minor from payment`

export const patientStory = listSource<StoryRow>({
  name: 'getPatientTimeline',
  from: `(${STORY}) as t`,
  columns: 't.id, t.patient_id, t.created_at, t.kind, t.title, t.state, t.amount_minor',
  filters: {
    id: value => `t.patient_id = ${value}`,
    kinds: value => `t.kind = any(${value})`,
    seen: value => `t.kind = any(${value})`,
  },
  derived: ['seen'],
})

type StoryKind = (typeof STORY_KINDS)[number]

const SEEN_BY: Readonly<Record<StoryKind, Permission>> = {
  VISIT: 'day:read',
  ENCOUNTER: 'encounters:read',
  TREATMENT: 'chart:read',
  FILE: 'records:read',
  FORM: 'records:read',
  ALERT: 'records:read',
  MESSAGE: 'messages:use',
  INVOICE: 'invoices:read',
  PAYMENT: 'invoices:read',
}

/** The kinds of which the member who asks is told. */
export const kindsSeen = ({ caller }: Tx): string[] =>
  Object.entries(SEEN_BY).flatMap(([kind, permission]) => (caller.holds(`may:${permission}`) ? [kind] : []))
