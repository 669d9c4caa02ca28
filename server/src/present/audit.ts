import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { AuditActor, AuditHead, AuditRecord, Disclosure } from '@clinic/contract/staff/audit.ts'
import {
  AUDIT_DAY_STATES,
  AUDIT_FAULTS,
  type AuditDay,
  AuditVerification,
} from '@clinic/contract/staff/audit-verification.ts'
import { ACTOR_KINDS } from '@clinic/contract/staff/audit-words.ts'
import type { Actor } from '../domain/audit/audit-actors.ts'
import type { AuditDayRow } from '../domain/audit/audit-days.ts'
import { headHash, headShown } from '../domain/audit/audit-head.ts'
import type { ListedHead } from '../domain/audit/audit-heads.ts'
import { auditId } from '../domain/audit/audit-id.ts'
import type { AuditRow } from '../domain/audit/audit-records.ts'
import type { DisclosureRow } from '../domain/audit/disclosures.ts'
import { operationFacts } from '../domain/audit/operation-facts.ts'
import type { VerificationRow } from '../domain/audit/start-verification.ts'
import { presenter } from '../kernel/presenter.ts'
import { derivedId } from '../kernel/values/ids.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const kindOf = wordOf(ACTOR_KINDS)

const presentActor = ({ kind, id, name, name_ar: nameAr, role }: Actor): Static<typeof AuditActor> => ({
  ...{ kind: kindOf(kind), id, name, nameAr, role },
})

export const presentAuditRecord = (row: AuditRow, actor: Actor): Static<typeof AuditRecord> => ({
  id: auditId(row.created_at, row.id),
  at: row.created_at,
  actor: presentActor(actor),
  kind: row.changed_fields === null ? 'READ' : 'WRITE',
  outcome: row.refused ? 'REFUSED' : 'DONE',
  code: row.code,
  times: row.times,
  operation: row.operation,
  resource: operationFacts(row.operation).resource,
  requestId: row.request_id,
  tokenId: row.token_id,
  address: row.address,
  resourceIds: row.resource_ids,
  patientIds: row.patient_ids,
  fieldScopes: row.field_scopes,
  changedFields: row.changed_fields,
  searchFields: row.search_fields,
  resultCount: row.result_count,
})

/** What an actor had to do with a patient; it has no row of its own, so its id follows from what it is about. */
export function presentDisclosure(
  row: DisclosureRow,
  { patientId, actor, receiptId }: { patientId: string; actor: Actor; receiptId: string | null },
): Static<typeof Disclosure> {
  const done = [...new Set(row.operations.split(';'))].map(one => one.split(' '))
  return {
    id: derivedId('dis', patientId, row.created_at, row.id),
    day: row.created_at.slice(0, 10),
    actor: presentActor(actor),
    times: row.records,
    operations: [...new Set(done.map(([operation = '']) => operation))],
    records: [...new Set(done.map(([operation = '']) => operationFacts(operation).resource))].sort(),
    fields: [
      ...new Set(done.flatMap(([operation = '', ...scopes]) => operationFacts(operation).fieldsShown(scopes))),
    ].sort(),
    changed: done.some(([operation = '']) => operationFacts(operation).writes),
    receiptId,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }
}

export function presentAuditHead(row: ListedHead): Static<typeof AuditHead> {
  const { clinic: _, ...shown } = headShown(row)
  return { id: headHash(row).toString('hex'), ...shown }
}

const faultOf = wordOf(AUDIT_FAULTS)
const stateOf = wordOf(AUDIT_DAY_STATES)

/** A day of the audit, with the first of what does not fit. */
export const presentAuditDay = (row: AuditDayRow): Static<typeof AuditDay> => ({
  id: derivedId('ady', row.company_id, row.id),
  day: row.id,
  size: row.size,
  closed: row.closed,
  state: stateOf(row.state),
  verifiedAt: row.verified_at,
  faults: [row.faults].flat().flatMap(fault => {
    if (!isRecord(fault)) return []
    return [{ kind: faultOf(String(fault.kind)), where: typeof fault.where === 'string' ? fault.where : null }]
  }),
})

export const presentVerification = presenter<VerificationRow, typeof AuditVerification>(AuditVerification)
