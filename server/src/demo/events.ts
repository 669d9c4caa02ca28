import {
  appointmentCancelled,
  appointmentCompleted,
  appointmentCreated,
  appointmentNoShow,
} from '@clinic/contract/appointments.ts'
import type { EventData, EventDeclaration } from '@clinic/contract/kernel.ts'
import { patientCreated } from '@clinic/contract/patients.ts'
import { paymentCreated } from '@clinic/contract/payments.ts'
import { paymentType } from '../domain/billing/payment-row.ts'
import { newId } from '../kernel/values/ids.ts'
import { toMajor } from '../kernel/values/money.ts'
import { DAY_MS } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

/** Events are listed for 30 days. */
const KEPT_DAYS = 30
/** How much of an event's id says when it happened: the prefix, `_` and ten characters. */
const TIME_LENGTH = 14

const OUTCOMES = { COMPLETED: appointmentCompleted, CANCELED: appointmentCancelled, NOSHOW: appointmentNoShow }
const isOutcome = (status: string | undefined): status is keyof typeof OUTCOMES => (status ?? '') in OUTCOMES

/** An event of the demo; like any, its id says when it happened. */
function happened<Declared extends EventDeclaration>(
  { id }: DemoContext,
  { type, example }: Declared,
  at: string,
  data: Omit<EventData<Declared>, 'object'> & { id: string },
) {
  const time = newId('evt', Date.parse(at)).slice(0, TIME_LENGTH)
  return {
    id: time + id('event', type, data.id).slice(TIME_LENGTH),
    type,
    created_at: at,
    data: { object: example.object, ...data },
  }
}

/** What plugins would have heard of the last days, had they been there. */
function eventsOf(context: DemoContext) {
  const { made, now, plan } = context
  const patients = made('patient').map(row =>
    happened(context, patientCreated, row.created_at, {
      ...{ id: row.id, branchId: row.branch_id, doctorId: row.doctor_id ?? null },
    }),
  )
  const appointments = made('appointment').flatMap(row => {
    const { id, status, branch_id, doctor_id, starts_at: start, ends_at: end, room = null, patient_id } = row
    const facts = { id, branchId: branch_id, start, end, patientId: patient_id ?? null, doctorId: doctor_id, room }
    const created = happened(context, appointmentCreated, row.created_at, { ...facts, status: 'OPEN' })
    if (!isOutcome(status)) return [created]
    return [created, happened(context, OUTCOMES[status], row.updated_at, { ...facts, status })]
  })
  const payments = made('payment').map(row =>
    happened(context, paymentCreated, row.created_at, {
      id: row.id,
      branchId: row.branch_id,
      amount: toMajor(Number(row.amount_minor), plan.facts.currency),
      type: paymentType(row.type),
      invoiceId: row.invoice_id ?? null,
      patientId: row.patient_id,
    }),
  )
  const since = now - KEPT_DAYS * DAY_MS
  return [...patients, ...appointments, ...payments].filter(({ created_at }) => Date.parse(created_at) > since)
}

export const eventsStep: DemoStep = { name: 'events', rows: context => ({ event: eventsOf(context) }) }
