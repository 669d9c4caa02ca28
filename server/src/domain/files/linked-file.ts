import type { Tx } from '../../kernel/tx.ts'
import { DOWNLOAD_SECONDS, type FileRow } from './file.ts'
import { type FileStorage, storageKey } from './file-storage.ts'

/** What a link to download a file speaks of. */
const linked = ({ clinic, caller }: Tx, row: FileRow) => ({
  key: storageKey(clinic.id, row.id),
  fileId: row.id,
  patientId: row.patient_id,
  companyId: clinic.id,
  name: row.name,
  contentType: row.content_type,
  caller: `${caller.kind} ${caller.id}`,
  // A person's login is no token of a plugin: their link ends by its time alone.
  tokenId: caller.kind === 'installation' ? caller.tokenId : null,
})

/** A file with the address that hands it out for a short time to those who asked. */
export const linkedFile = async (tx: Tx, storage: FileStorage, row: FileRow) => ({
  ...row,
  download_url: await storage.downloadUrl(linked(tx, row), DOWNLOAD_SECONDS),
})
