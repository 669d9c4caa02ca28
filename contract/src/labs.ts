import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import {
  Id,
  MaybeId,
  MaybeText,
  MaybeTimestamp,
  Money,
  Nullable,
  OneOf,
  OnlyTrue,
  Optional,
  resource,
  Timestamp,
  UpTo,
} from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

/** Follows the flags: delivered over received over pending. */
export const LabOrderStatus = OneOf(['pending', 'received', 'delivered'])

export const Lab = resource('lab', {
  id: Id,
  name: Type.String(),
  number: MaybeText,
  email: MaybeText,
  details: MaybeText,
  disabled: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const LabItem = resource('lab_item', {
  id: Id,
  labId: Id,
  name: Type.String(),
  price: Money,
  details: MaybeText,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const LabOrder = resource('lab_order', {
  id: Id,
  name: MaybeText,
  status: LabOrderStatus,
  received: Type.Boolean(),
  delivered: Type.Boolean(),
  receivedAt: MaybeTimestamp,
  due: MaybeTimestamp,
  details: MaybeText,
  tooth: Type.Array(Type.Integer(), { description: 'FDI numbers.' }),
  shade: MaybeText,
  child: Type.Boolean(),
  items: Type.Integer(),
  labId: Id,
  labItemId: MaybeId,
  branchId: Id,
  patientId: Id,
  doctorId: MaybeId,
  appointmentId: MaybeId,
  operationId: MaybeId,
  operationStepId: MaybeId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Labs', access: scope('laborders:read') } as const

export const listLabs = listing({
  ...shared,
  id: 'listLabs',
  route: 'GET /labs',
  summary: 'List labs',
  paging: 'Plain',
  returns: Lab,
})

export const listLabItems = listing({
  ...shared,
  id: 'listLabItems',
  route: 'GET /lab-items',
  summary: 'List what labs make, with prices',
  paging: 'Plain',
  filters: { labId: Optional(Id) },
  returns: LabItem,
})

export const listLabOrders = listing({
  ...shared,
  id: 'listLabOrders',
  route: 'GET /lab-orders',
  summary: 'List lab orders',
  paging: 'Std',
  filters: {
    branchId: Optional(Id),
    patientId: Optional(Id),
    labId: Optional(Id),
    status: Optional(LabOrderStatus),
  },
  returns: LabOrder,
})

export const getLabOrder = operation({
  ...shared,
  id: 'getLabOrder',
  route: 'GET /lab-orders/:id',
  summary: 'Get a lab order',
  input: { id: Id },
  returns: LabOrder,
})

export const updateLabOrder = operation({
  id: 'updateLabOrder',
  route: 'PATCH /lab-orders/:id',
  summary: 'Update a lab order',
  description:
    'Absent fields stay as they are; null clears shade or details. received and delivered can be set, never taken back; setting one again changes nothing.',
  tag: 'Labs',
  access: scope('laborders:write'),
  input: {
    id: Id,
    received: Optional(OnlyTrue),
    delivered: Optional(OnlyTrue),
    shade: Optional(Nullable(UpTo(100))),
    details: Optional(Nullable(UpTo(2000))),
  },
  returns: LabOrder,
  emits: ['laborder.updated', 'laborder.received', 'laborder.delivered'],
})

const data = { branchId: Id, status: LabOrderStatus, labId: Id, patientId: Id }
const example = {
  id: exampleIds.labOrder,
  branchId: exampleIds.branch,
  status: 'pending',
  labId: exampleIds.lab,
  patientId: exampleIds.patient,
} as const

export const labOrderCreated = event({
  type: 'laborder.created',
  summary: 'Work was ordered from a lab.',
  object: 'lab_order',
  data,
  example,
})
export const labOrderUpdated = event({
  type: 'laborder.updated',
  summary: 'A lab order was changed without moving on.',
  object: 'lab_order',
  data,
  example,
  previousAttributes: { labId: exampleIds.earlierLab },
})
export const labOrderReceived = event({
  type: 'laborder.received',
  summary: 'The clinic received the work from the lab.',
  object: 'lab_order',
  data,
  example: { ...example, status: 'received' },
  previousAttributes: { status: 'pending' },
})
export const labOrderDelivered = event({
  type: 'laborder.delivered',
  summary: 'The work was delivered to the patient.',
  object: 'lab_order',
  data,
  example: { ...example, status: 'delivered' },
  previousAttributes: { status: 'received' },
})
