import {
  confirmFileUpload,
  type File,
  type FileUpload,
  listPatientFiles,
  listPatientXRays,
  requestFileUpload,
  type XRay,
} from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { confirmUpload } from '../domain/files/confirm-upload.ts'
import { DOWNLOAD_SECONDS, type FileRow, filesOf, UPLOAD_SECONDS, type XRayRow } from '../domain/files/file.ts'
import { type FileStorage, storageKey } from '../domain/files/file-storage.ts'
import { requestUpload } from '../domain/files/request-upload.ts'
import { patientFile } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'

type ShownFile = Static<typeof File>

async function present(storage: FileStorage, { clinic, caller }: Tx, row: FileRow): Promise<ShownFile> {
  const shared = {
    key: storageKey(clinic.id, row.id),
    fileId: row.id,
    patientId: row.patient_id,
    companyId: clinic.id,
    name: row.name,
    contentType: row.content_type,
    caller: `${caller.kind} ${caller.id}`,
    tokenId: caller.tokenId,
  }
  return {
    object: 'file',
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    order: row.sort_order,
    downloadUrl: await storage.downloadUrl(shared, DOWNLOAD_SECONDS),
    patientId: row.patient_id,
    operationId: row.operation_id,
    appointmentId: row.appointment_id,
    encounterId: row.encounter_id,
    xrayId: row.xray_id,
    folderId: row.folder_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const presentXRay = (row: XRayRow, files: ShownFile[]): Static<typeof XRay> => ({
  object: 'xray',
  id: row.id,
  name: row.name,
  type: row.type,
  details: row.details,
  files,
  patientId: row.patient_id,
  operationId: row.operation_id,
  appointmentId: row.appointment_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

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

/** The operations of files and x-rays, whose bytes lie in this storage. */
export function files(storage: FileStorage) {
  const presentAll = (tx: Tx, rows: readonly FileRow[]) => Promise.all(rows.map(row => present(storage, tx, row)))

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
      const data: Static<typeof FileUpload> = {
        object: 'file_upload',
        fileId: upload.id,
        uploadUrl: target.url,
        fields: target.fields,
        method: 'POST',
        expiresInSeconds: UPLOAD_SECONDS,
      }
      return { data }
    }),
    implement(listPatientXRays, async (tx, query) => {
      await patientFile(tx, query.id)
      return pageTogether(tx, xraySource, query, (rows: XRayRow[]) => presentXRays(tx, rows))
    }),
    implement(confirmFileUpload, async (tx, { id, fileId }) => ({
      data: await present(storage, tx, await confirmUpload(tx, storage, { patientId: id, fileId })),
    })),
  ]
}
