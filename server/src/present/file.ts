import type { File } from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { FileRow } from '../domain/files/file.ts'

/** Where its bytes are downloaded is the storage's to say. */
export const presentFile = (row: FileRow, downloadUrl: string): Static<typeof File> => ({
  object: 'file',
  id: row.id,
  name: row.name,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  order: row.sort_order,
  downloadUrl,
  patientId: row.patient_id,
  operationId: row.operation_id,
  appointmentId: row.appointment_id,
  encounterId: row.encounter_id,
  xrayId: row.xray_id,
  folderId: row.folder_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
