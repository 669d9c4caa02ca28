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
import { ClinicText, MaybeCode, PersonalOfPatient, PersonalPhoneOfPatient } from './tiers.ts'

/** As soon as a lead is a patient, name, phone and email belong to the patient's field tier; before, to leads:read. */
export const Lead = record('lead', {
  referenceId: Type.Integer(),
  name: PersonalOfPatient(Type.String()),
  phone: PersonalPhoneOfPatient(MaybeText),
  email: PersonalOfPatient(MaybeText),
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
  name: ClinicText,
  color: MaybeCode,
  order: Type.Integer(),
  dueDays: MaybeInteger,
  totalLeads: Type.Integer(),
  requireReject: Type.Boolean(),
})

/** Why leads are lost: what rejectReasonId of a lead names. */
export const LeadRejectReason = record('reject_reason', { name: ClinicText })

/** The same in detail, such as a campaign: what referralSubSourceId of a lead names. */
export const LeadSubSource = record('referral_sub_source', { name: ClinicText })

/** How leads heard of the clinic: what referralSourceId of a lead names. */
export const LeadSource = record('referral_source', {
  name: ClinicText,
  subSources: described(Type.Array(LeadSubSource), 'Its parts, which referralSubSourceId of a lead names.'),
})

const { listing, operation } = family('Leads', { read: scope('leads:read'), write: scope('leads:write') })

const DealSize = Type.Number({ minimum: 0, maximum: 100_000_000 })

export const listLeads = listing({
  id: 'listLeads',
  route: 'GET /leads',
  summary: 'List leads',
  description: 'Prospective patients. Filter by stage for a column of the pipeline and by assignedToId for one person.',
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
  description: 'The lead as it is now. Read it after a lead event.',
  input: { id: Id },
  returns: Lead,
})

export const updateLead = operation({
  id: 'updateLead',
  route: 'PATCH /leads/:id',
  summary: 'Update a lead',
  description:
    'Absent fields stay as they are; null clears assignedToId or score. A new stageId moves the lead through the pipeline: order, counters, due date and history follow. rejectReasonId says why, for a stage that rejects; without it the stage takes the lead, and the reason may follow later. lead.stage_changed is sent where stageId changes, with lead.rejected besides where the new stage rejects. No event tells of the other fields, a reason that follows or another assignee among them: listLeads with updatedAfter shows each such change.',
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
  description: 'In the order of the pipeline, from left to right.',
  paging: 'Page',
  returns: LeadStage,
})

export const listLeadRejectReasons = listing({
  id: 'listLeadRejectReasons',
  route: 'GET /lead-reject-reasons',
  summary: 'List the reasons for which leads are lost',
  description: 'Newest first. Their ids are what rejectReasonId of a lead takes.',
  paging: 'Page',
  returns: LeadRejectReason,
})

export const listLeadSources = listing({
  id: 'listLeadSources',
  route: 'GET /lead-sources',
  summary: 'List lead sources',
  description:
    'Newest first, each with its sub-sources in the order in which they were added. Their ids are what sourceId and subSourceId of a new lead take.',
  paging: 'Page',
  returns: LeadSource,
})

const leadEvent = eventsAbout('lead', { branchId: Id, stageId: Id, assignedToId: MaybeId, patientId: MaybeId })

export const leadCreated = leadEvent('lead.created', 'A lead came in.')
export const leadStageChanged = leadEvent(
  'lead.stage_changed',
  'A lead moved to another stage. Nothing is sent where only its assignee or its reject reason changes: listLeads with updatedAfter shows that.',
  {
    previousAttributes: { stageId: earlierId('stage') },
  },
)
export const leadConverted = leadEvent('lead.converted', 'A lead became a patient.', {
  example: { patientId: inventedId('patient') },
  previousAttributes: { patientId: null },
})
export const leadRejected = leadEvent(
  'lead.rejected',
  'A lead moved to a stage that rejects; lead.stage_changed is sent besides. A reason that is given later sends nothing: read it from listLeads with updatedAfter.',
  { previousAttributes: { stageId: earlierId('stage') } },
)
