import type { Input } from '@clinic/contract/kernel.ts'
import type { exportAudit } from '@clinic/contract/staff/audit.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ExportKind, ExportRow } from '../exports/export-kind.ts'
import { startExport } from '../exports/start-export.ts'
import { auditExportParams } from './audit-export-params.ts'
import { callerOfActor } from './audit-records.ts'
import { writeBundle } from './write-bundle.ts'
import { writeCsv, writePage } from './write-told.ts'

const KEPT_SECONDS = 7 * 86_400

const FILES = {
  csv: ['csv', 'text/csv; charset=utf-8', writeCsv],
  page: ['html', 'text/html; charset=utf-8', writePage],
  bundle: ['zip', 'application/zip', writeBundle],
} as const

/** The audit of a patient, of an actor or of the clinic: as a table, as a page to print, or with what proves it. */
export const auditExport: ExportKind<typeof auditExportParams> = {
  name: 'audit',
  params: auditExportParams,
  file({ format, patientId }, { at }) {
    const [ending, contentType] = FILES[format]
    return { name: `${patientId === undefined ? 'audit' : 'disclosures'}-${at.slice(0, 10)}.${ending}`, contentType }
  },
  build: (context, params, out) => FILES[params.format][2](context, params, out),
}

/** Has the audit exported; what is asked of a patient who is not the clinic's is not found. */
export async function startAuditExport(tx: Tx, input: Input<typeof exportAudit>): Promise<ExportRow> {
  const { patientId, actorId, from, to, format, language = 'en', copyFor = 'clinic' } = input
  if (patientId !== undefined) await tx.get('patient', patientId)
  const subject = { patientId, ...(actorId !== undefined && { caller: callerOfActor(actorId) }), from, to }
  const params = { ...subject, format, language, copyFor }
  return startExport(tx, auditExport, { params, patientId, keepFor: KEPT_SECONDS })
}
