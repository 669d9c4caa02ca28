import { permission } from '../access.ts'
import type { Issue } from '../errors.ts'
import {
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  Nullable,
  OneOf,
  Optional,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { ACTOR_KINDS, AUDIT_COPIES, AUDIT_FORMATS } from './audit-words.ts'
import { ExportJob } from './exports.ts'
import { STAFF_ROLES } from './permissions.ts'

const read = permission('audit:read')
const { operation, listing } = family('Audit', { read, write: read, sight: 'clinic' })

export const AUDIT_KINDS = ['READ', 'WRITE'] as const
export const AUDIT_OUTCOMES = ['DONE', 'REFUSED'] as const

const ActorId = described(Text(1, 100), 'Id of an installation, of a member of staff or of an assistant’s connection.')
const Names = Type.Array(Type.String())
const MaybeNames = Nullable(Names)

export const AuditActor = shape('auditActor', {
  kind: OneOf(ACTOR_KINDS),
  id: described(
    Type.String(),
    'Id of the plugin’s installation, of the person or of the assistant’s connection; a job’s name.',
  ),
  name: MaybeText,
  nameAr: MaybeText,
  role: Nullable(OneOf(STAFF_ROLES)),
})

export const AuditRecord = shape('auditRecord', {
  id: Id,
  at: Timestamp,
  actor: AuditActor,
  kind: OneOf(AUDIT_KINDS),
  outcome: OneOf(AUDIT_OUTCOMES),
  code: MaybeText,
  times: Type.Integer(),
  operation: Type.String(),
  resource: Type.String(),
  requestId: Type.String(),
  tokenId: MaybeText,
  address: MaybeText,
  resourceIds: Names,
  patientIds: Names,
  fieldScopes: Names,
  changedFields: MaybeNames,
  searchFields: MaybeNames,
  resultCount: MaybeInteger,
})

export const Disclosure = shape('disclosure', {
  id: Id,
  day: DateOnly,
  actor: AuditActor,
  times: Type.Integer(),
  operations: Names,
  records: Names,
  fields: Names,
  changed: Type.Boolean(),
  receiptId: MaybeId,
  firstAt: Timestamp,
  lastAt: Timestamp,
})

export const AuditHead = shape('auditHead', {
  id: described(Id, 'SHA-256 of the seal with its signature, hexadecimal: what the next one names as the one before.'),
  number: Type.Integer(),
  day: DateOnly,
  size: Type.Integer(),
  root: Type.String(),
  previous: MaybeText,
  sealedAt: Timestamp,
  sealedTo: Timestamp,
  closing: Type.Boolean(),
  imported: Type.Boolean(),
  key: Type.String(),
  signature: Type.String(),
})

export const listAuditRecords = listing({
  id: 'listAuditRecords',
  route: 'GET /audit',
  summary: 'What was done in the clinic, newest first',
  description:
    'Who, what, about which records and patients: names of fields, never values. That it was opened is recorded.',
  paging: 'Page',
  filters: {
    patientId: Id,
    actorId: ActorId,
    operation: Text(1, 100),
    kind: OneOf(AUDIT_KINDS),
    outcome: OneOf(AUDIT_OUTCOMES),
    requestId: Text(1, 100),
    from: described(Timestamp, 'Start of the window, inclusive.'),
    to: described(Timestamp, 'End of the window, exclusive.'),
  },
  returns: AuditRecord,
  recorded: true,
})

export const getAuditRecord = operation({
  id: 'getAuditRecord',
  route: 'GET /audit/:id',
  summary: 'A record of the audit',
  description: 'As it was written. That it was opened is recorded.',
  input: { id: Id },
  returns: AuditRecord,
  recorded: true,
})

export const listDisclosures = listing({
  id: 'listDisclosures',
  route: 'GET /patients/:id/disclosures',
  sight: 'patient',
  summary: 'Who had to do with a patient, by day and actor, newest first',
  description:
    'How often, what they did, which fields that shows, and on what ground: what the clinic agreed to for a plugin, or what a person is in the clinic. Days are UTC.',
  paging: 'Page',
  path: { id: Id },
  filters: {
    kind: described(
      OneOf(ACTOR_KINDS),
      'Who it was: a plugin, a member of staff, an assistant, or the platform itself.',
    ),
    from: described(Timestamp, 'Start of the window, inclusive.'),
    to: described(Timestamp, 'End of the window, exclusive.'),
  },
  returns: Disclosure,
  refuses: ['not_found'],
  recorded: true,
})

export const listAuditHeads = listing({
  id: 'listAuditHeads',
  route: 'GET /audit/heads',
  summary: 'The seals of the audit, newest first',
  description:
    'Signed heads of trees of hashes (RFC 6962), one tree for each UTC day, each head referring to the one before. The keys are at /.well-known/audit-keys.json.',
  paging: 'Page',
  returns: AuditHead,
})

/** For the patient only what they may be handed. */
function checkExport(input: Record<string, unknown>): Issue[] {
  const issues: Issue[] = []
  if (input.copyFor === 'patient' && input.patientId === undefined)
    issues.push({ path: 'patientId', code: 'required', message: 'must say whose copy it is' })
  if (input.copyFor === 'patient' && input.format === 'bundle')
    issues.push({ path: 'format', code: 'enum', message: 'must be csv or page for a patient: a bundle names people' })
  if (typeof input.from === 'string' && typeof input.to === 'string' && input.from > input.to)
    issues.push({ path: 'to', code: 'before_from', message: 'must not be before from' })
  return issues
}

export const exportAudit = operation({
  id: 'exportAudit',
  route: 'POST /audit/exports',
  stepUp: true,
  status: 202,
  summary: 'Has the audit written out: of a patient, a plugin, a person or the whole clinic',
  description:
    'A table, a page to print, or a bundle: the records with their proofs, the seals, and a program that checks them without a connection. The copy for a patient names plugins and the roles of staff, the one for the clinic its people. The file is kept for 7 days: GET /exports/{id} tells how far it is and has the link.',
  input: {
    patientId: Optional(Id),
    actorId: Optional(ActorId),
    from: Optional(described(DateOnly, 'The first day, in UTC; from the first record on unless told.')),
    to: Optional(described(DateOnly, 'The last day, in UTC; up to now unless told.')),
    format: OneOf(AUDIT_FORMATS),
    language: Optional(OneOf(['en', 'ar'])),
    copyFor: Optional(OneOf(AUDIT_COPIES)),
  },
  check: checkExport,
  returns: ExportJob,
  refuses: ['not_found'],
  changes: ['kind'],
})
