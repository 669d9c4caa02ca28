/** What may be said of an event that is to be caused, by its type: fields of the operation that does the same, each optional. */
import { cancelAppointment, createAppointment, updateAppointment } from './appointments.ts'
import { recordMeasurement } from './encounters.ts'
import type { Issue } from './errors.ts'
import { EVENT_TYPES, type EventType } from './event-types.ts'
import { allOptional, Id, PositiveMoney, Text } from './fields.ts'
import { createFormSubmission } from './forms.ts'
import { issuesOf } from './issues.ts'
import { isRecord } from './json-schema.ts'
import { type Static, type TObject, type TProperties, Type } from './kernel.ts'
import { createLead } from './leads.ts'
import { createPaymentLink } from './online-payments.ts'
import { createPatient, updatePatient } from './patients.ts'
import { recordPayment } from './payments.ts'
import { createTask } from './tasks.ts'

/** Every event type but the one that is never sent. */
export type TriggerType = Exclude<EventType, 'quotation.viewed'>
export const TRIGGER_TYPES = EVENT_TYPES.filter((type): type is TriggerType => type !== 'quotation.viewed')

const record = { id: Type.Optional(Id) }
const patient = { patientId: Type.Optional(Id) }
const points = allOptional({
  patientId: Id,
  points: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  reason: Text(1, 200),
})
const payment = allOptional(recordPayment.input.properties)
const online = allOptional(createPaymentLink.input.properties)
const upload = allOptional({ patientId: Id, fileName: Text(1, 200) })

export const TRIGGER_FIELDS = {
  'patient.created': allOptional(createPatient.input.properties),
  'patient.updated': allOptional(updatePatient.input.properties),
  'patient.deleted': record,
  'appointment.created': allOptional(createAppointment.input.properties),
  'appointment.updated': allOptional(updateAppointment.input.properties),
  'appointment.cancelled': allOptional(cancelAppointment.input.properties),
  'appointment.checkedin': record,
  'appointment.completed': record,
  'appointment.noshow': record,
  'invoice.created': patient,
  'invoice.updated': allOptional({ id: Id, discount: PositiveMoney }),
  'invoice.paid': payment,
  'payment.created': payment,
  'payment.refunded': record,
  'onlinepayment.succeeded': online,
  'onlinepayment.failed': online,
  'onlinepayment.refunded': online,
  'einvoice.submitted': patient,
  'einvoice.cleared': patient,
  'einvoice.rejected': patient,
  'treatment.status_changed': record,
  'treatment.approval_requested': allOptional({ id: Id, insuranceCompanyId: Id }),
  'treatment.approved': allOptional({ id: Id, preAuth: Text(1, 100) }),
  'treatmentstep.completed': record,
  'quotation.created': patient,
  'quotation.signed': record,
  'prescription.created': patient,
  'encounter.created': patient,
  'measurement.recorded': allOptional(recordMeasurement.input.properties),
  'form.submitted': allOptional(createFormSubmission.input.properties),
  'form.signed': record,
  'file.created': upload,
  'xray.created': upload,
  'videocall.started': record,
  'laborder.created': patient,
  'laborder.updated': allOptional({ id: Id, shade: Text(1, 100), details: Text(1, 2000) }),
  'laborder.received': record,
  'laborder.delivered': record,
  'claim.created': allOptional({ insuranceCompanyId: Id }),
  'claim.status_changed': record,
  'claim.rejected_amount_updated': allOptional({ id: Id, rejectedAmount: PositiveMoney }),
  'lead.created': allOptional(createLead.input.properties),
  'lead.stage_changed': allOptional({ id: Id, stageId: Id }),
  'lead.converted': allOptional({ id: Id, patientId: Id }),
  'lead.rejected': allOptional({ id: Id, rejectReasonId: Id }),
  'message.sent': allOptional({ patientId: Id, text: Text(1, 1000) }),
  'message.failed': allOptional({ text: Text(1, 1000) }),
  'conversation.message_received': allOptional({ patientId: Id, text: Text(1, 4000) }),
  'conversation.assigned': allOptional({ id: Id, assignedToId: Id }),
  'conversation.resolved': record,
  'points.earned': points,
  'points.redeemed': points,
  'feedback.submitted': allOptional({
    patientId: Id,
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    recommendScore: Type.Integer({ minimum: 0, maximum: 10 }),
    comment: Text(1, 2000),
  }),
  'task.created': allOptional(createTask.input.properties),
  'task.completed': record,
  'inventory.low_stock': record,
  'inventoryorder.created': allOptional({
    inventoryItemId: Id,
    quantity: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  }),
  'inventoryorder.received': record,
  'expense.created': allOptional({ name: Text(1, 200), total: PositiveMoney }),
  'income.created': allOptional({ name: Text(1, 200), amount: PositiveMoney }),
  'plugin.settings.updated': {},
  'installation.uninstalled': { reinstall: Type.Optional(Type.Boolean()) },
} as const satisfies Record<TriggerType, TProperties>

/** What was said of an event of the type. */
export type SetOf<Named extends TriggerType> = Static<TObject<(typeof TRIGGER_FIELDS)[Named]>>

const isTrigger = (type: unknown): type is TriggerType => TRIGGER_TYPES.some(known => known === type)

/** What is wrong with the fields that a request sets, or with how often it asks. */
export function triggerIssues({ type, set, times }: Record<string, unknown>): Issue[] {
  if (!isTrigger(type)) return []
  const schema = Type.Object(TRIGGER_FIELDS[type], { additionalProperties: false })
  const issues = isRecord(set) ? issuesOf(schema, set).map(issue => ({ ...issue, path: `/set${issue.path}` })) : []
  if (type !== 'installation.uninstalled' || times === undefined || times === 1) return issues
  return [...issues, { path: '/times', code: 'once', message: 'must be 1: a plugin can be removed once' }]
}

/** What each type takes, as the documentation lists it. */
export const fieldsInWords: string = TRIGGER_TYPES.map(type => {
  const names = Object.keys(TRIGGER_FIELDS[type])
  return `- \`${type}\`: ${names.length === 0 ? 'nothing' : names.map(name => `\`${name}\``).join(', ')}`
}).join('\n')

/** Whether a value is what may be said of an event of the type. */
export const isSetOf = <Named extends TriggerType>(type: Named, set: unknown): set is SetOf<Named> =>
  triggerIssues({ type, set }).length === 0
