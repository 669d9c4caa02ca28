import { getExport, listExports } from '@clinic/contract/staff/exports.ts'
import { linkToExport } from '../domain/exports/link-to-export.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/record-operations.ts'
import { presentExport, presentExportWithLink } from '../present/exports.ts'

/** The files that the clinic has made of its records, which lie in this storage. */
export const exportsApi = (storage: FileStorage) => [
  listRecords(listExports, 'export_job', presentExport),
  implement(getExport, async (tx, { id }) => {
    const job = await tx.get('export_job', id)
    return { data: presentExportWithLink(job, tx.clinic, await linkToExport(tx, storage, job)) }
  }),
]
