import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import { Id, MaybeId, MaybeTimestamp, Money, Nullable, OneOf, OnlyTrue, Optional, record, UpTo } from './fields.ts'
import { family, Type } from './kernel.ts'
import { earlierId } from './openapi/example-values.ts'
import { ClinicText, MaybeClinicText, MaybeNote } from './tiers.ts'

/** Follows the flags: delivered over received over pending. */
export const LAB_ORDER_STATUSES = ['pending', 'received', 'delivered'] as const
export const LabOrderStatus = OneOf(LAB_ORDER_STATUSES)

export const Lab = record('lab', {
  name: ClinicText,
  number: MaybeClinicText,
  email: MaybeClinicText,
  details: MaybeClinicText,
  disabled: Type.Boolean(),
})

export const LabItem = record('lab_item', {
  labId: Id,
  name: ClinicText,
  price: Money,
  details: MaybeClinicText,
})

export const LabOrder = record('lab_order', {
  name: MaybeNote,
  status: LabOrderStatus,
  received: Type.Boolean(),
  delivered: Type.Boolean(),
  receivedAt: MaybeTimestamp,
  due: MaybeTimestamp,
  details: MaybeNote,
  tooth: Type.Array(Type.Integer(), { description: 'FDI numbers.' }),
  shade: MaybeNote,
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
})

const { listing, operation } = family('Labs', { read: scope('laborders:read'), write: scope('laborders:write') })

export const listLabs = listing({
  id: 'listLabs',
  route: 'GET /labs',
  summary: 'List labs',
  description: 'The laboratories that the clinic orders from, disabled ones included.',
  paging: 'Plain',
  returns: Lab,
})

export const listLabItems = listing({
  id: 'listLabItems',
  route: 'GET /lab-items',
  summary: 'List what labs make, with prices',
  description: 'What laboratories make, with their prices. Filter by laboratory before ordering.',
  paging: 'Plain',
  filters: { labId: Id },
  returns: LabItem,
})

export const listLabOrders = listing({
  id: 'listLabOrders',
  route: 'GET /lab-orders',
  summary: 'List lab orders',
  description: 'Crowns, bridges and other work ordered from laboratories. Filter by status for what is still awaited.',
  paging: 'Std',
  filters: { branchId: Id, patientId: Id, labId: Id, status: LabOrderStatus },
  returns: LabOrder,
})

export const getLabOrder = operation({
  id: 'getLabOrder',
  route: 'GET /lab-orders/:id',
  summary: 'Get a lab order',
  description: 'One order to a laboratory and where it stands. Read it after a lab order event.',
  input: { id: Id },
  returns: LabOrder,
})

export const updateLabOrder = operation({
  id: 'updateLabOrder',
  route: 'PATCH /lab-orders/:id',
  summary: 'Update a lab order',
  description:
    'Absent fields stay as they are; null clears shade or details. received and delivered can be set, never taken back; setting one again changes nothing.',
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

const labOrderEvent = eventsAbout('lab_order', { branchId: Id, status: LabOrderStatus, labId: Id, patientId: Id })

export const labOrderCreated = labOrderEvent('laborder.created', 'Work was ordered from a lab.', {
  example: { status: 'pending' },
})
export const labOrderUpdated = labOrderEvent('laborder.updated', 'A lab order was changed without moving on.', {
  example: { status: 'pending' },
  previousAttributes: { labId: earlierId('lab') },
})
export const labOrderReceived = labOrderEvent('laborder.received', 'The clinic received the work from the lab.', {
  previousAttributes: { status: 'pending' },
})
export const labOrderDelivered = labOrderEvent('laborder.delivered', 'The work was delivered to the patient.', {
  example: { status: 'delivered' },
  previousAttributes: { status: 'received' },
})
