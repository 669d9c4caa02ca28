import { csvStart, csvLine as line } from '../../kernel/values/csv-line.ts'
import { auditId } from './audit-id.ts'
import type { RecordRow } from './audit-leaf.ts'
import type { CopyFor, ExportLanguage, Told } from './told-record.ts'

const HEADS = {
  en: ['Date', 'Recipient', 'What', 'Purpose'],
  ar: ['التاريخ', 'الجهة المطّلعة', 'ماذا', 'الغرض'],
} as const
/** What the clinic's copy has besides, by the names that programs know them by. */
const OF_CLINIC = [
  ...['id', 'actor', 'operation', 'code', 'times', 'patientIds', 'resourceIds', 'fieldScopes', 'changedFields'],
  ...['searchFields', 'resultCount', 'address', 'requestId'],
]

/** The line above all others. */
export const csvHead = (language: ExportLanguage, copyFor: CopyFor): string =>
  csvStart([...HEADS[language], ...(copyFor === 'clinic' ? OF_CLINIC : [])])

const list = (names: readonly string[] | null): string => (names ?? []).join(' ')

/** A record as a line. */
export function csvLine(row: RecordRow, { recipient, what, purpose }: Told, copyFor: CopyFor): string {
  const told = [row.at, recipient, what, purpose]
  if (copyFor === 'patient') return line(told)
  return line([
    ...told,
    ...[auditId(row.recorded_at, row.id), row.caller, row.operation, row.code, row.times],
    ...[list(row.patient_ids), list(row.resource_ids), list(row.field_scopes), list(row.changed_fields)],
    ...[list(row.search_fields), row.result_count, row.address, row.request_id],
  ])
}
