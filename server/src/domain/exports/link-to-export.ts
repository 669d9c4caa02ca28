import type { Tx } from '../../kernel/tx.ts'
import { type FileStorage, storageKey } from '../files/file-storage.ts'
import type { ExportRow } from './export-kind.ts'

/** A link to the file for who asks, as long as it is kept; null where there is none, or none any more. */
export async function linkToExport(tx: Tx, storage: FileStorage, job: ExportRow): Promise<string | null> {
  const seconds = Math.floor((Date.parse(job.expires_at ?? tx.realNow) - Date.parse(tx.realNow)) / 1_000)
  if (job.state !== 'READY' || seconds < 1) return null
  const { kind, id } = tx.caller
  return storage.downloadUrl(
    {
      ...{ key: storageKey(job.company_id, job.id), fileId: job.id, patientId: job.patient_id ?? '' },
      ...{ companyId: job.company_id, name: job.file_name, contentType: job.content_type },
      ...{ caller: `${kind} ${id}`, tokenId: null },
    },
    seconds,
  )
}
