import {
  exportAudit,
  getAuditRecord,
  listAuditHeads,
  listAuditRecords,
  listDisclosures,
} from '@clinic/contract/staff/audit.ts'
import { getAuditVerification, listAuditDays, verifyAudit } from '@clinic/contract/staff/audit-verification.ts'
import { actorsOf } from '../domain/audit/audit-actors.ts'
import { auditDays } from '../domain/audit/audit-days.ts'
import { auditHeads } from '../domain/audit/audit-heads.ts'
import { auditRecords, auditRecordsOfPatient, callerOfActor, findAuditRecord } from '../domain/audit/audit-records.ts'
import { disclosures, receiptsOf } from '../domain/audit/disclosures.ts'
import { startAuditExport } from '../domain/audit/export-audit.ts'
import { startVerification } from '../domain/audit/start-verification.ts'
import { filesOfPatient } from '../domain/patients/files-of-patient.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { page, pageTogether } from '../kernel/page.ts'
import { getRecord, presented } from '../kernel/record-operations.ts'
import {
  presentAuditDay,
  presentAuditHead,
  presentAuditRecord,
  presentDisclosure,
  presentVerification,
} from '../present/audit.ts'
import { presentExport } from '../present/exports.ts'

/** Who read and changed what, and the seals of that. */
export const auditApi: readonly Implementation[] = [
  implement(listAuditRecords, (tx, { actorId, ...query }) => {
    const source = query.patientId === undefined ? auditRecords : auditRecordsOfPatient
    const asked = { ...query, ...(actorId !== undefined && { caller: callerOfActor(actorId) }) }
    return pageTogether(tx, source, asked, async rows => {
      const actorOf = await actorsOf(
        tx,
        rows.map(({ caller }) => caller),
      )
      return rows.map(row => presentAuditRecord(row, actorOf(row.caller)))
    })
  }),
  implement(getAuditRecord, async (tx, { id }) => {
    const row = await findAuditRecord(tx, id)
    const actorOf = await actorsOf(tx, [row.caller])
    return { data: presentAuditRecord(row, actorOf(row.caller)) }
  }),
  implement(listDisclosures, async (tx, { id: patientId, ...query }) => {
    await tx.get('patient', patientId)
    const patientIds = await filesOfPatient(tx, patientId)
    return pageTogether(tx, disclosures, { ...query, patientIds }, async rows => {
      const actorOf = await actorsOf(
        tx,
        rows.map(({ id }) => id),
      )
      const actors = rows.map(row => actorOf(row.id))
      const receiptOf = await receiptsOf(
        tx,
        actors.map(({ id }) => id),
      )
      return rows.map((row, index) => {
        const actor = actors[index] ?? actorOf(row.id)
        return presentDisclosure(row, { patientId, actor, receiptId: receiptOf(actor.id, row.last_at)?.id ?? null })
      })
    })
  }),
  implement(exportAudit, presented(startAuditExport, presentExport)),
  implement(listAuditDays, (tx, query) => page(tx, auditDays, query, presentAuditDay)),
  implement(verifyAudit, presented(startVerification, presentVerification)),
  getRecord(getAuditVerification, 'audit_verification', presentVerification),
  implement(listAuditHeads, (tx, query) => page(tx, auditHeads, query, presentAuditHead)),
]
