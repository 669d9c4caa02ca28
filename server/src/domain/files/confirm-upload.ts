import { fileCreated, UPLOAD_CONTENT_TYPES, xRayCreated } from '@clinic/contract/files.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { isOfType } from '../../kernel/values/real-type.ts'
import { wordOf } from '../../kernel/values/word-of.ts'
import { patientFile } from '../patients/patient-file.ts'
import { CONFIRM_MS, type FileRow, type UploadRow, type XRayRow } from './file.ts'
import { type FileStorage, type StoredFile, storageKey } from './file-storage.ts'

const lockUpload = sql<UploadRow>(
  'select * from file_upload where company_id = $1 and patient_id = $2 and id = $3 for update',
)
const fileOfPatient = sql('select id from file where company_id = $1 and patient_id = $2 and id = $3')
const nextOrder = sql<{ next: number }>(`
  select coalesce(max(sort_order), 0) + 1 as next from file where company_id = $1 and patient_id = $2`)

/**
 * Makes what was uploaded part of the patient's record, if it is what was announced, and fires file.created or
 * xray.created: the last of three steps. What arrived is kept first and looked at then, so that the caller cannot exchange it
 * in between.
 */
export async function confirmUpload(
  tx: Tx,
  files: FileStorage,
  { patientId, fileId }: { patientId: string; fileId: string },
): Promise<FileRow> {
  await patientFile(tx, patientId)
  const upload = await requireUpload(tx, patientId, fileId)
  const key = storageKey(tx.clinic.id, fileId)
  if (!(await files.keep(key))) refuse('upload_not_found')
  const stored = await files.inspect(key)
  const mismatch = mismatchOf(upload, stored)
  if (mismatch) {
    await files.discard(key)
    refuse('upload_mismatch', { mismatch })
  }
  await tx.update('file_upload', fileId, { confirmed_at: tx.now })
  const xray = upload.kind === 'xray' ? addXRay(tx, upload) : undefined
  const file = await addFile(tx, upload, xray)
  announce(tx, file, xray)
  return file
}

/** In what the stored file differs from what was announced. */
function mismatchOf(upload: UploadRow, stored: StoredFile | undefined): 'size' | 'type' | undefined {
  if (stored?.sizeBytes !== upload.size_bytes) return 'size'
  return isOfType(upload.content_type, stored.head) ? undefined : 'type'
}

/** The upload, locked: who confirms it at the same time waits here, and is told that it was confirmed. */
async function requireUpload(tx: Tx, patientId: string, fileId: string): Promise<UploadRow> {
  const ofPatient = [tx.clinic.id, patientId, fileId]
  const [upload] = await tx.sql(lockUpload(ofPatient))
  if (!upload) {
    const [file] = await tx.sql(fileOfPatient(ofPatient))
    return file ? refuse('already_confirmed') : refuse('not_found', { resource: 'file' })
  }
  if (upload.confirmed_at !== null) refuse('already_confirmed')
  if (Date.parse(tx.now) > Date.parse(upload.expires_at) + CONFIRM_MS) refuse('not_found', { resource: 'file' })
  return upload
}

const addXRay = (tx: Tx, upload: UploadRow): XRayRow =>
  tx.add('xray', {
    id: newId('xra', Date.parse(tx.now)),
    patient_id: upload.patient_id,
    operation_id: upload.operation_id,
    appointment_id: null,
    name: upload.name,
    type: null,
    details: null,
  })

async function addFile(tx: Tx, upload: UploadRow, xray: XRayRow | undefined): Promise<FileRow> {
  const [order] = await tx.sql(nextOrder([tx.clinic.id, upload.patient_id]))
  return tx.add('file', {
    id: upload.id,
    patient_id: upload.patient_id,
    operation_id: upload.operation_id,
    appointment_id: null,
    encounter_id: null,
    xray_id: xray?.id ?? null,
    folder_id: null,
    name: upload.name,
    content_type: upload.content_type,
    size_bytes: upload.size_bytes,
    sort_order: order?.next ?? 1,
  })
}

const contentTypeOf = wordOf(UPLOAD_CONTENT_TYPES)

function announce(tx: Tx, file: FileRow, xray: XRayRow | undefined): void {
  const facts = {
    patientId: file.patient_id,
    contentType: contentTypeOf(file.content_type),
    sizeBytes: file.size_bytes,
  }
  if (xray) tx.emit(xRayCreated, { id: xray.id, ...facts })
  else tx.emit(fileCreated, { id: file.id, ...facts })
}
