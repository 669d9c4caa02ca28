import {
  confirmFileUpload,
  listPatientFiles,
  listPatientXRays,
  requestFileUpload,
  type XRay,
} from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { confirmUpload } from '../domain/files/confirm-upload.ts'
import { DOWNLOAD_SECONDS, type FileRow, filesOf, type XRayRow } from '../domain/files/file.ts'
import { type FileStorage, storageKey } from '../domain/files/file-storage.ts'
import { requestUpload } from '../domain/files/request-upload.ts'
import { patientFile } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentFile } from '../present/file.ts'
import { presentFileUpload } from '../present/file-upload.ts'
import { presentXRay } from '../present/xray.ts'

const sourceOf = <Claimed>(name: string, table: string) =>
  listSource<Claimed>({
    name,
    from: `${table} t`,
    columns: 't.*',
    filters: {
      id: value => `t.patient_id = ${value}`,
      operationId: value => `t.operation_id = ${value}`,
    },
  })
const fileSource = sourceOf<FileRow>('listPatientFiles', 'file')
const xraySource = sourceOf<XRayRow>('listPatientXRays', 'xray')

/** What a link to download a file speaks of. */
const linked = ({ clinic, caller }: Tx, row: FileRow) => ({
  key: storageKey(clinic.id, row.id),
  fileId: row.id,
  patientId: row.patient_id,
  companyId: clinic.id,
  name: row.name,
  contentType: row.content_type,
  caller: `${caller.kind} ${caller.id}`,
  tokenId: caller.tokenId,
})

/** The operations of files and x-rays, whose bytes lie in this storage. */
export function files(storage: FileStorage) {
  const present = async (tx: Tx, row: FileRow) =>
    presentFile(row, await storage.downloadUrl(linked(tx, row), DOWNLOAD_SECONDS))
  const presentAll = (tx: Tx, rows: readonly FileRow[]) => Promise.all(rows.map(row => present(tx, row)))

  async function presentXRays(tx: Tx, rows: readonly XRayRow[]): Promise<Static<typeof XRay>[]> {
    const ofXRay = await filesOf(tx, rows)
    return Promise.all(rows.map(async row => presentXRay(row, await presentAll(tx, ofXRay(row)))))
  }

  return [
    implement(listPatientFiles, async (tx, query) => {
      await patientFile(tx, query.id)
      return pageTogether(tx, fileSource, query, (rows: FileRow[]) => presentAll(tx, rows))
    }),
    implement(requestFileUpload, async (tx, input) => {
      const { upload, target } = await requestUpload(tx, storage, input)
      return { data: presentFileUpload(upload.id, target) }
    }),
    implement(listPatientXRays, async (tx, query) => {
      await patientFile(tx, query.id)
      return pageTogether(tx, xraySource, query, (rows: XRayRow[]) => presentXRays(tx, rows))
    }),
    implement(confirmFileUpload, async (tx, { id, fileId }) => ({
      data: await present(tx, await confirmUpload(tx, storage, { patientId: id, fileId })),
    })),
  ]
}
