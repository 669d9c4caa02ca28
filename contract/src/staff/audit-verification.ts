import { permission } from '../access.ts'
import { DateOnly, Id, MaybeText, MaybeTimestamp, OneOf, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const read = permission('audit:read')
const { operation, listing } = family('Audit', { read, write: read, sight: 'clinic' })

export const AUDIT_FAULTS = ['CHANGED', 'ADDED', 'MISSING', 'SEAL'] as const
export const AUDIT_DAY_STATES = ['SEALED', 'OK', 'BROKEN'] as const

export const AuditFault = shape('auditFault', { kind: OneOf(AUDIT_FAULTS), where: MaybeText })

export const AuditDay = shape('auditDay', {
  id: Id,
  day: DateOnly,
  size: Type.Integer(),
  closed: Type.Boolean(),
  state: OneOf(AUDIT_DAY_STATES),
  verifiedAt: MaybeTimestamp,
  faults: Type.Array(AuditFault),
})

export const AuditVerification = shape('auditVerification', {
  id: Id,
  state: OneOf(['QUEUED', 'RUNNING', 'DONE', 'FAILED']),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  days: Type.Integer(),
  brokenDays: Type.Array(DateOnly),
  createdBy: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const listAuditDays = listing({
  id: 'listAuditDays',
  route: 'GET /audit/days',
  summary: 'The sealed days of the audit, newest first, and whether each is what was sealed',
  description:
    'Every night yesterday is compared with its seals, and each older day once in thirty nights. What does not fit is mailed to the owners.',
  paging: 'Page',
  filters: { state: OneOf(AUDIT_DAY_STATES) },
  returns: AuditDay,
})

export const verifyAudit = operation({
  id: 'verifyAudit',
  route: 'POST /audit/verify',
  status: 202,
  summary: 'Has the whole audit compared with its seals',
  description:
    'All seals by their signatures and by each other, and every record by its seal. One that is under way is the one that is answered. GET /audit/verifications/{id} tells how far it is.',
  returns: AuditVerification,
  changes: ['state'],
})

export const getAuditVerification = operation({
  id: 'getAuditVerification',
  route: 'GET /audit/verifications/:id',
  summary: 'A comparison of the whole audit with its seals',
  description: 'How far it is, and which days do not fit.',
  input: { id: Id },
  returns: AuditVerification,
})
