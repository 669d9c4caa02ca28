import { DateOnly, Id, OneOf, Optional } from '@clinic/contract/fields.ts'
import { type Static, Type } from '@clinic/contract/kernel.ts'
import { AUDIT_COPIES, AUDIT_FORMATS } from '@clinic/contract/staff/audit-words.ts'

/** What an export of the audit is told: whose records, of which days, in which form and for which reader. */
export const auditExportParams = Type.Object({
  patientId: Optional(Id),
  caller: Optional(Type.String()),
  from: Optional(DateOnly),
  to: Optional(DateOnly),
  format: OneOf(AUDIT_FORMATS),
  language: OneOf(['en', 'ar']),
  copyFor: OneOf(AUDIT_COPIES),
})
export type AuditExportParams = Static<typeof auditExportParams>
