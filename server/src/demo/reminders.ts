import { filledIn, preview } from '../domain/messaging/template-text.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { localDate, startOfDay } from '../kernel/values/zone.ts'
import { HOUR_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { TEMPLATES } from './dialogues.ts'

type Visit = Readonly<RowsOf<'appointment'>[number]>

const TEMPLATE = 'appointment_reminder'
const EVENING = 18
/** So many visits of today were reminded of; the message of one did not arrive. */
const REMINDED = 24
const FAILED = 3

const ruleRows = (context: DemoContext) => {
  const shared = {
    ...{ branch_ids: [], statuses: ['OPEN', 'CONFIRMED'], active: true },
    ...{ created_at: openedAt(context), updated_at: openedAt(context) },
  }
  return [
    {
      ...{ id: context.id('reminder_rule', 'evening'), name: 'The evening before', channel: 'whatsapp' },
      ...{ template_name: TEMPLATE, variables: ['patient', 'date'], text: null, text_ar: null },
      ...{ minutes_before: null, days_before: 1, at_time: `${EVENING}:00` },
      ...shared,
    },
    {
      ...{ id: context.id('reminder_rule', 'hours'), name: 'Two hours before', channel: 'sms' },
      ...{ template_name: null, variables: [] },
      text: '{{patient}}, we expect you at {{time}} at {{branch}}. {{link}}',
      text_ar: '{{patient}}، ننتظركم الساعة {{time}} في {{branch}}. {{link}}',
      ...{ minutes_before: 120, days_before: null, at_time: null },
      ...shared,
    },
  ]
}

/** Of the visits of today those that were booked before the evening of yesterday. */
function remindedVisits({ made, plan, today }: DemoContext): { visits: Visit[]; dueMs: number } {
  const { timeZone } = plan.facts
  const dueMs = startOfDay(today, timeZone) - (24 - EVENING) * HOUR_MS
  const isOfToday = ({ starts_at }: Visit) => localDate(Date.parse(starts_at), timeZone) === today
  const visits = made('appointment').filter(
    visit => isOfToday(visit) && Date.parse(String(visit.created_at)) < dueMs && visit.status !== 'CANCELED',
  )
  return { visits: visits.slice(0, REMINDED), dueMs }
}

function messageOf(context: DemoContext, visit: Visit, { place, dueMs }: { place: number; dueMs: number }) {
  const { made, id } = context
  const patient = made('patient').find(one => one.id === visit.patient_id)
  const [, , , body = ''] = TEMPLATES.find(([name, spoken]) => name === TEMPLATE && spoken === 'ar') ?? []
  const variables = [patient?.first_name ?? '', visit.starts_at.slice(0, 10)]
  const text = filledIn(body, variables)
  const isFailed = place === FAILED
  const at = iso(dueMs)
  return {
    id: id('communication', 'reminder', visit.id),
    ...{ channel: 'whatsapp', state: isFailed ? 'FAILED' : 'SENT', attempts: 1 },
    ...{ template_id: id('message_template', TEMPLATE, 'ar'), variables, subject: null, text },
    ...{ content_preview: preview(text), template_preview: preview(body) },
    ...{ error_code: isFailed ? 'recipient_unreachable' : null, sent_at: isFailed ? null : at },
    ...{ patient_id: visit.patient_id ?? null, lead_id: null, created_at: at, updated_at: at },
  }
}

/** How patients are reminded of visits, and of which of today they were. */
export const remindersStep: DemoStep = {
  name: 'reminders',
  rows(context) {
    const { visits, dueMs } = remindedVisits(context)
    const communication = visits.map((visit, place) => messageOf(context, visit, { place, dueMs }))
    return {
      reminder_rule: ruleRows(context),
      communication,
      reminder: visits.map(visit => ({
        id: context.id('reminder', visit.id),
        rule_id: context.id('reminder_rule', 'evening'),
        appointment_id: visit.id,
        ...{ starts_at: visit.starts_at, due_at: iso(dueMs), state: 'QUEUED' },
        communication_id: context.id('communication', 'reminder', visit.id),
        ...{ created_at: iso(dueMs), updated_at: iso(dueMs) },
      })),
    }
  },
}
