import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeText, MaybeTimestamp, Money, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

/** Moves between them: contract section 10. EXISTING and CONDITION describe what was found and never move. */
export const TREATMENT_STATUSES = ['EXISTING', 'PLANNED', 'COMPLETED', 'IN_PROGRESS', 'REJECTED', 'CONDITION'] as const
export type TreatmentStatus = (typeof TREATMENT_STATUSES)[number]
export const TreatmentStatus = OneOf(TREATMENT_STATUSES)

export const TreatmentStep = resource('treatment_step', {
  id: Id,
  name: Type.String(),
  status: TreatmentStatus,
  order: Type.Integer(),
  appointmentId: MaybeId,
  start: MaybeTimestamp,
  end: MaybeTimestamp,
})

export const Treatment = resource('treatment', {
  id: Id,
  name: Type.String(),
  code: MaybeText,
  status: TreatmentStatus,
  chart: MaybeText,
  diagnosis: MaybeText,
  details: MaybeText,
  price: Type.Number({ description: 'For one.' }),
  total: Type.Number({ description: 'amount - discount + tax.' }),
  amount: Type.Number({ description: 'price times how many.' }),
  discount: Money,
  tax: Money,
  paid: Money,
  completedPercent: Type.Number({ description: 'The share of its steps that are completed.' }),
  paidInFull: Type.Boolean(),
  tooth: Type.Array(Type.Integer(), { description: 'FDI numbers: 11 to 48, and 51 to 85 for milk teeth.' }),
  toothPart: Type.Array(Type.String()),
  child: Type.Boolean({ description: 'On milk teeth.' }),
  start: MaybeTimestamp,
  end: MaybeTimestamp,
  expires: MaybeTimestamp,
  hasSteps: Type.Boolean(),
  quotationId: MaybeId,
  steps: Type.Array(TreatmentStep),
  approvalRequired: Type.Boolean(),
  approved: Type.Boolean(),
  preAuth: MaybeText,
  patientId: Id,
  doctorId: MaybeId,
  branchId: Id,
  appointmentId: MaybeId,
  invoiceId: MaybeId,
  procedureId: MaybeId,
  insuranceCompanyId: MaybeId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Treatments', access: scope('treatments:read') } as const

export const listTreatments = listing({
  ...shared,
  id: 'listTreatments',
  route: 'GET /treatments',
  summary: 'List treatments',
  paging: 'Std',
  filters: {
    branchId: Optional(Id),
    patientId: Optional(Id),
    doctorId: Optional(Id),
    status: Optional(TreatmentStatus),
    approvalRequired: Optional(Type.Boolean()),
    approved: Optional(Type.Boolean()),
  },
  returns: Treatment,
})

export const getTreatment = operation({
  ...shared,
  id: 'getTreatment',
  route: 'GET /treatments/:id',
  summary: 'Get a treatment',
  input: { id: Id },
  returns: Treatment,
})

const data = { branchId: Id, status: TreatmentStatus, treatmentId: Id, patientId: Id }
const example = {
  id: exampleIds.treatment,
  branchId: exampleIds.branch,
  status: 'PLANNED',
  treatmentId: exampleIds.treatment,
  patientId: exampleIds.patient,
} as const

export const treatmentStatusChanged = event({
  type: 'treatment.status_changed',
  summary: 'A treatment moved to another status.',
  object: 'treatment',
  data,
  example: { ...example, status: 'IN_PROGRESS' },
  previousAttributes: { status: 'PLANNED' },
})
export const treatmentStepCompleted = event({
  type: 'treatmentstep.completed',
  summary: 'One step of a treatment was completed.',
  object: 'treatment_step',
  data,
  example: { ...example, id: exampleIds.treatmentStep, status: 'COMPLETED' },
  previousAttributes: { status: 'IN_PROGRESS' },
})
export const treatmentApprovalRequested = event({
  type: 'treatment.approval_requested',
  summary: 'The approval of the insurer was asked for.',
  object: 'treatment',
  data,
  example,
})
export const treatmentApproved = event({
  type: 'treatment.approved',
  summary: 'The insurer approved a treatment.',
  object: 'treatment',
  data,
  example,
})
