import { permission } from '../access.ts'
import {
  amountOf,
  described,
  Id,
  MaybeTimestamp,
  Nested,
  Nullable,
  OneOf,
  Optional,
  resource,
  shape,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { LabOrder } from '../labs.ts'
import { CHARTABLE, ChartItem, Finding, Phase, Quantity, SortOrder } from './chart-item.ts'

const { operation } = family('Chart', {
  read: permission('chart:read'),
  write: permission('chart:write'),
  sight: 'patient',
})

const ChartTooth = shape('chartTooth', {
  tooth: described(Type.Integer(), 'Its FDI number.'),
  milk: described(Type.Boolean(), 'Whether it is a milk tooth.'),
  missing: described(Type.Boolean(), 'Whether it was found missing.'),
  treatmentIds: described(Type.Array(Id), 'Of the findings and items that name it.'),
})

const ChartApproval = shape('chartApproval', {
  treatmentId: Id,
  approval: described(OneOf(['REQUESTED', 'APPROVED', 'DENIED']), 'Where it stands with the insurer.'),
  requestedAt: described(MaybeTimestamp, 'When the insurer was asked last.'),
})

export const PatientChart = resource(
  'patient',
  {
    id: Id,
    teeth: described(Type.Array(ChartTooth), 'All 52: the permanent ones by their quadrants, then the milk teeth.'),
    findings: described(Type.Array(ChartItem), 'What was found, by when it was entered; also what is resolved.'),
    items: described(Type.Array(ChartItem), 'What is planned, under way, done and rejected, in the order of the plan.'),
    approvals: described(Type.Array(ChartApproval), 'What the insurer was asked about, and what it said.'),
    labOrders: described(Type.Array(LabOrder), 'The work ordered from labs, newest first.'),
    readAt: described(Timestamp, 'When it was read.'),
  },
  'patientChart',
)

export const getPatientChart = operation({
  id: 'getPatientChart',
  route: 'GET /patients/:id/chart',
  summary: 'The chart of a patient’s teeth',
  description: 'What was found, planned and done on each tooth, what insurers were asked about, and what labs make.',
  input: { id: Id },
  returns: PatientChart,
})

const percent = Type.Number({ minimum: 0, maximum: 100 })

const priced = {
  quantity: Optional(Quantity),
  price: Optional(
    amountOf(Type.Number({ minimum: 0 }), 'For one, where it is not that of the list; takes prices:override'),
  ),
  discount: Optional(amountOf(Type.Number({ minimum: 0 }), 'What is taken off the amount')),
  discountPercent: Optional(described(percent, 'What is taken off the amount, in percent, instead of a discount.')),
}
const teeth = described(Type.Array(Type.Integer(), { maxItems: 32 }), 'FDI numbers: 11 to 48, and 51 to 85.')
const parts = described(
  Type.Array(Text(1, 20), { maxItems: 12 }),
  'Surfaces and other parts, such as mesial; each of the teeth has each of them.',
)
const diagnosis = described(UpTo(500), 'Of what it is the treatment.')
const details = described(UpTo(2000), 'Remarks.')
const name = described(Text(1, 200), 'What it is called, where it is not called as the procedure.')

export const chartTreatment = operation({
  id: 'chartTreatment',
  route: 'POST /treatments',
  summary: 'Charts what was found, or plans a treatment',
  description:
    'PLANNED unless told: by a procedure of the price list, or a name of its own. EXISTING and CONDITION are what was found, and cost nothing. Plugins are told nothing of it.',
  input: {
    patientId: Id,
    branchId: Id,
    doctorId: Optional(Id),
    appointmentId: Optional(Id),
    status: Optional(described(OneOf(CHARTABLE), 'To be done, there already, or a disease.')),
    procedureId: Optional(Id),
    finding: Optional(Finding),
    name: Optional(name),
    tooth: Optional(teeth),
    toothPart: Optional(parts),
    perTooth: Optional(
      described(Type.Boolean(), 'Whether it is one treatment for each tooth; as its procedure says unless told.'),
    ),
    ...priced,
    phase: Optional(Phase),
    insuranceCompanyId: Optional(Id),
    diagnosis: Optional(diagnosis),
    details: Optional(details),
    steps: Optional(
      described(Type.Array(Nested({ name: described(Text(1, 200), 'What is done.') }), { maxItems: 60 }), 'In order.'),
    ),
  },
  returns: shape('chartedItems', {
    items: described(Type.Array(ChartItem), 'What was charted: one item, or one for each tooth, in their order.'),
  }),
  status: 201,
  refuses: ['discount_above_limit', 'not_permitted'],
})

export const updateTreatment = operation({
  id: 'updateTreatment',
  route: 'PATCH /treatments/:id',
  summary: 'Changes what was charted or planned',
  description:
    'Absent fields stay as they are. What is planned may be changed throughout; of what stands in a signed quotation only doctor, appointment and details, of what is billed only diagnosis and details, of what was rejected nothing. The rest takes treatments:correct and a reason.',
  versioned: {
    of: 'treatment',
    fields: { discountPercent: 'discount', discount: 'discount', end: 'endsAt' },
  },
  input: {
    id: Id,
    branchId: Optional(Id),
    doctorId: Optional(Nullable(Id)),
    appointmentId: Optional(Nullable(Id)),
    procedureId: Optional(Id),
    finding: Optional(Finding),
    name: Optional(name),
    tooth: Optional(teeth),
    toothPart: Optional(parts),
    ...priced,
    phase: Optional(Nullable(Phase)),
    insuranceCompanyId: Optional(Nullable(Id)),
    diagnosis: Optional(Nullable(diagnosis)),
    details: Optional(Nullable(details)),
    sortOrder: Optional(SortOrder),
    end: Optional(described(Nullable(Timestamp), 'When what was found was resolved; null where it holds again.')),
    reason: Optional(described(Text(1, 200), 'Why what was begun, done or found is corrected.')),
  },
  returns: ChartItem,
  refuses: ['discount_above_limit', 'invalid_state_transition', 'not_permitted'],
})
