import { permission } from '../access.ts'
import {
  described,
  Id,
  MaybeInteger,
  MaybeText,
  Nullable,
  OneOf,
  OnlyTrue,
  Optional,
  RowVersion,
  resource,
  shape,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Lab, LabItem, LabOrder, LabOrderStatus } from '../labs.ts'

const order = permission('labs:order')
const { operation, listing } = family('Lab work', { read: order, write: order, sight: 'patient' })

/** What may be done with an order. */
export const LAB_ORDER_DEEDS = ['EDIT', 'RECEIVE', 'DELIVER'] as const

const { object: _object, ...asToldToPlugins } = LabOrder.properties

export const LabOrderEntry = resource(
  'lab_order',
  {
    ...asToldToPlugins,
    labName: described(Type.String(), 'Of the lab.'),
    patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
    late: described(Type.Boolean(), 'Whether it should have come by now and has not.'),
    allowed: described(Type.Array(OneOf(LAB_ORDER_DEEDS)), 'What the member who asks may do with it as it is.'),
    version: RowVersion,
  },
  'labOrderEntry',
)

export const listOrderableLabs = operation({
  id: 'listOrderableLabs',
  route: 'GET /labs',
  sight: 'clinic',
  summary: 'The labs that work is ordered from, with what they make',
  description: 'Those that are in use, by their names.',
  returns: resource(
    'lab',
    {
      id: Id,
      name: Lab.properties.name,
      items: described(
        Type.Array(shape('orderableWork', { id: Id, name: LabItem.properties.name, price: LabItem.properties.price })),
        'What it makes, by the names.',
      ),
    },
    'orderableLab',
  ),
  answer: 'all',
})

export const listClinicLabOrders = listing({
  id: 'listClinicLabOrders',
  route: 'GET /lab-orders',
  summary: 'Work that was ordered from labs',
  description: 'Of the patients in sight, newest first.',
  paging: 'Page',
  filters: {
    patientId: Id,
    branchId: Id,
    status: LabOrderStatus,
    late: described(OnlyTrue, 'Only what should have come by now and has not.'),
  },
  returns: LabOrderEntry,
})

const shade = described(UpTo(100), 'The colour of the work, such as A2.')
const details = described(UpTo(2000), 'Remarks for the lab.')

export const orderLabWork = operation({
  id: 'orderLabWork',
  route: 'POST /lab-orders',
  summary: 'Orders work from a lab',
  description:
    'For a treatment, or for one of its steps, which says the treatment: that says for which patient, at which branch and by which doctor it is.',
  input: {
    treatmentId: Optional(described(Id, 'For which it is; required where no step is named.')),
    treatmentStepId: Optional(
      described(Id, 'For which step of a treatment it is; of that treatment, where both are named.'),
    ),
    labId: Id,
    labItemId: Optional(described(Id, 'What it is to make.')),
    tooth: Optional(
      described(
        Type.Array(Type.Integer(), { maxItems: 32 }),
        'FDI numbers of the teeth; those of the treatment unless told.',
      ),
    ),
    shade: Optional(shade),
    items: Optional(
      described(Type.Integer({ minimum: 1, maximum: 32 }), 'How many pieces; one for each tooth unless told.'),
    ),
    due: described(Timestamp, 'Until when it is to be here.'),
    details: Optional(details),
  },
  returns: LabOrderEntry,
  status: 201,
  emits: ['laborder.created'],
})

export const updateLabWork = operation({
  id: 'updateLabWork',
  route: 'PATCH /lab-orders/:id',
  summary: 'Says that work came from the lab, or that the patient has it, or changes what is said of it',
  description:
    'Absent fields stay as they are; null clears shade or details. received and delivered can be set, never taken back.',
  versioned: { of: 'lab_order', fields: { received: 'receivedAt', delivered: 'deliveredAt' } },
  input: {
    id: Id,
    received: Optional(OnlyTrue),
    delivered: Optional(OnlyTrue),
    shade: Optional(Nullable(shade)),
    details: Optional(Nullable(details)),
  },
  returns: LabOrderEntry,
  emits: ['laborder.updated', 'laborder.received', 'laborder.delivered'],
})
