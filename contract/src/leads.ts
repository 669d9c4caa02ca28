import { scope } from './access.ts'
import type { Issue } from './errors.ts'
import { eventsAbout } from './event.ts'
import {
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeNumber,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  Optional,
  record,
  Text,
} from './fields.ts'
import { family, Type } from './kernel.ts'
import { earlierId, inventedId } from './openapi/example-values.ts'

export const Lead = record('lead', {
  referenceId: Type.Integer(),
  name: Type.String(),
  phone: MaybeText,
  email: MaybeText,
  branchId: Id,
  dealSize: MaybeNumber,
  score: MaybeInteger,
  due: MaybeTimestamp,
  order: Type.Integer(),
  stageId: Id,
  patientId: MaybeId,
  assignedToId: MaybeId,
  leadLinkId: MaybeId,
  rejectReasonId: MaybeId,
  referralSourceId: MaybeId,
  referralSubSourceId: MaybeId,
  stagedAt: MaybeTimestamp,
  journeyedAt: MaybeTimestamp,
  lastInteraction: MaybeTimestamp,
})

/** A column of the pipeline; a lead that enters one with requireReject is rejected. */
export const LeadStage = record('leadStage', {
  name: Type.String(),
  color: MaybeText,
  order: Type.Integer(),
  dueDays: MaybeInteger,
  totalLeads: Type.Integer(),
  requireReject: Type.Boolean(),
})

const { listing, operation } = family('Leads', { read: scope('leads:read'), write: scope('leads:write') })

const DealSize = Type.Number({ minimum: 0, maximum: 100_000_000 })

export const listLeads = listing({
  id: 'listLeads',
  route: 'GET /leads',
  summary: 'List leads',
  paging: 'Std',
  filters: { stageId: Id, assignedToId: Id },
  returns: Lead,
})

const sourceOfSubSource = ({ sourceId, subSourceId }: Record<string, unknown>): Issue[] =>
  subSourceId !== undefined && sourceId === undefined
    ? [{ path: '/sourceId', code: 'required_with_sub_source', message: 'is required when subSourceId is given' }]
    : []

export const createLead = operation({
  id: 'createLead',
  route: 'POST /leads',
  summary: 'Create a lead',
  description: 'As the public lead form does: with its contact record, assigned to the staff in turn.',
  input: {
    name: Text(1, 200),
    phone: Type.String({
      pattern: '^\\+?[0-9][0-9 _-]{4,19}$',
      'x-expects': 'a phone number of 5 to 20 digits, spaces, - or _ that begins with a digit or +',
    }),
    stageId: Optional(described(Id, 'Default: the first stage of the pipeline.')),
    branchId: Optional(described(Id, 'Default: the first branch.')),
    sourceId: Optional(described(Id, 'The referral source.')),
    subSourceId: Optional(described(Id, 'Needs sourceId.')),
    dealSize: Optional(DealSize),
    notes: Optional(Text(1, 2000)),
  },
  returns: Lead,
  status: 201,
  check: sourceOfSubSource,
  emits: ['lead.created'],
  refuses: ['lead_exists'],
})

export const getLead = operation({
  id: 'getLead',
  route: 'GET /leads/:id',
  summary: 'Get a lead',
  input: { id: Id },
  returns: Lead,
})

export const updateLead = operation({
  id: 'updateLead',
  route: 'PATCH /leads/:id',
  summary: 'Update a lead',
  description:
    'Absent fields stay as they are; null clears assignedToId or score. A new stageId moves the lead through the pipeline: order, counters, due date and history follow. rejectReasonId says why, for a stage that rejects.',
  input: {
    id: Id,
    stageId: Optional(Id),
    assignedToId: Optional(Nullable(Id)),
    score: Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
    dealSize: Optional(DealSize),
    rejectReasonId: Optional(Id),
  },
  returns: Lead,
  emits: ['lead.stage_changed', 'lead.rejected'],
})

export const listLeadStages = listing({
  id: 'listLeadStages',
  route: 'GET /lead-stages',
  summary: 'List lead stages',
  paging: 'Page',
  returns: LeadStage,
})

const leadEvent = eventsAbout('lead', { branchId: Id, stageId: Id, assignedToId: MaybeId, patientId: MaybeId })

export const leadCreated = leadEvent('lead.created', 'A lead came in.')
export const leadStageChanged = leadEvent('lead.stage_changed', 'A lead moved to another stage.', {
  previousAttributes: { stageId: earlierId('stage') },
})
export const leadConverted = leadEvent('lead.converted', 'A lead became a patient.', {
  example: { patientId: inventedId('patient') },
  previousAttributes: { patientId: null },
})
export const leadRejected = leadEvent(
  'lead.rejected',
  'A lead moved to a stage that rejects; lead.stage_changed is sent besides.',
  { previousAttributes: { stageId: earlierId('stage') } },
)
