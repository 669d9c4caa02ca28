import { permission } from '../access.ts'
import { amountOf, described, Id, MaybeId, Money, Nullable, OneOf, resource, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { TREATMENT_STATUSES } from '../treatments.ts'
import { Phase } from './chart-item.ts'
import { QuotationLine } from './quotation-sheet.ts'

const { operation } = family('Quotations', { read: permission('quotations:read'), sight: 'patient' })

const sums = {
  total: amountOf(Money, 'What it comes to, with tax'),
  tax: amountOf(Money, 'The tax within the total'),
  insurer: amountOf(Money, 'What the insurer bears of it'),
  due: amountOf(Money, 'What the patient pays of it'),
}
const { treatmentId: _treatmentId, ...asOffered } = QuotationLine.properties

const PlannedItem = shape('plannedItem', {
  treatmentId: Id,
  status: described(OneOf(TREATMENT_STATUSES), 'Whether it was begun.'),
  doctorId: MaybeId,
  ...asOffered,
  quotationId: described(MaybeId, 'The quotation that offered it last; null where none did.'),
  signed: described(Type.Boolean(), 'Whether that quotation was signed: its price is locked then.'),
})

const PlanPhase = shape('planPhase', {
  phase: described(Nullable(Phase), 'Which part of the plan it is; null of what is in none.'),
  items: described(Type.Array(PlannedItem), 'What is to be done in it, in the order of the plan.'),
  ...sums,
})

export const PatientPlan = resource(
  'patient',
  {
    id: Id,
    phases: described(Type.Array(PlanPhase), 'Those in which something is to be done, in their order.'),
    ...sums,
    readAt: described(Timestamp, 'When it was read.'),
  },
  'patientPlan',
)

export const getPatientPlan = operation({
  id: 'getPatientPlan',
  route: 'GET /patients/:id/plan',
  summary: 'What is planned for a patient, and what it would cost',
  description:
    'What is still to be done and is on no invoice, by the phases of the plan. Phases and items add up to the whole: each is the difference of two rounded running totals.',
  input: { id: Id },
  returns: PatientPlan,
})
