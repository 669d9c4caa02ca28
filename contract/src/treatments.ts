import { scope } from './access.ts'
import { event, eventsAbout } from './event.ts'
import { Id, MaybeId, MaybeTimestamp, Money, OneOf, record, resource } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, Code, MaybeClinicText, MaybeCode, MaybeNote } from './tiers.ts'

/** Moves between them: contract section 10. EXISTING and CONDITION describe what was found and never move. */
export const TREATMENT_STATUSES = ['EXISTING', 'PLANNED', 'COMPLETED', 'IN_PROGRESS', 'REJECTED', 'CONDITION'] as const
export type TreatmentStatus = (typeof TREATMENT_STATUSES)[number]
export const TreatmentStatus = OneOf(TREATMENT_STATUSES)

export const TreatmentStep = resource('treatment_step', {
  id: Id,
  name: ClinicText,
  status: TreatmentStatus,
  order: Type.Integer(),
  appointmentId: MaybeId,
  start: MaybeTimestamp,
  end: MaybeTimestamp,
})

export const Treatment = record('treatment', {
  name: ClinicText,
  code: MaybeClinicText,
  status: TreatmentStatus,
  chart: MaybeCode,
  diagnosis: MaybeNote,
  details: MaybeNote,
  price: Type.Number({ description: 'For one, in the currency of the clinic.' }),
  total: Type.Number({ description: 'amount - discount + tax, in the currency of the clinic.' }),
  amount: Type.Number({ description: 'price times how many, in the currency of the clinic.' }),
  discount: Money,
  tax: Money,
  paid: Money,
  completedPercent: Type.Number({ description: 'How many of its steps are completed, in percent.' }),
  paidInFull: Type.Boolean(),
  tooth: Type.Array(Type.Integer(), { description: 'FDI numbers: 11 to 48, and 51 to 85 for milk teeth.' }),
  toothPart: Type.Array(Code),
  child: Type.Boolean({ description: 'On milk teeth.' }),
  start: MaybeTimestamp,
  end: MaybeTimestamp,
  expires: MaybeTimestamp,
  hasSteps: Type.Boolean(),
  quotationId: MaybeId,
  steps: Type.Array(TreatmentStep),
  approvalRequired: Type.Boolean(),
  approved: Type.Boolean(),
  preAuth: MaybeNote,
  patientId: Id,
  doctorId: MaybeId,
  branchId: Id,
  appointmentId: MaybeId,
  invoiceId: MaybeId,
  procedureId: MaybeId,
  insuranceCompanyId: MaybeId,
})

const { listing, operation } = family('Treatments', { read: scope('treatments:read') })

export const listTreatments = listing({
  id: 'listTreatments',
  route: 'GET /treatments',
  summary: 'List treatments',
  description: 'What is planned, in progress and done. Filter by patient for a treatment plan.',
  paging: 'Std',
  filters: {
    branchId: Id,
    patientId: Id,
    doctorId: Id,
    status: TreatmentStatus,
    approvalRequired: Type.Boolean(),
    approved: Type.Boolean(),
  },
  returns: Treatment,
})

export const getTreatment = operation({
  id: 'getTreatment',
  route: 'GET /treatments/:id',
  summary: 'Get a treatment',
  description: 'One treatment with its steps, its price and what was paid. Read it after a treatment event.',
  input: { id: Id },
  returns: Treatment,
})

const data = { branchId: Id, status: TreatmentStatus, treatmentId: Id, patientId: Id }
const treatmentEvent = eventsAbout('treatment', data)

export const treatmentStatusChanged = treatmentEvent(
  'treatment.status_changed',
  'A treatment moved to another status.',
  { previousAttributes: { status: 'PLANNED' } },
)
export const treatmentStepCompleted = event({
  type: 'treatmentstep.completed',
  summary: 'One step of a treatment was completed.',
  object: 'treatment_step',
  data,
  previousAttributes: { status: 'IN_PROGRESS' },
})
export const treatmentApprovalRequested = treatmentEvent(
  'treatment.approval_requested',
  'The approval of the insurer was asked for.',
  { example: { status: 'PLANNED' } },
)
export const treatmentApproved = treatmentEvent('treatment.approved', 'The insurer approved a treatment.', {
  example: { status: 'PLANNED' },
})
