import type { File, XRay } from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { XRayRow } from '../domain/files/file.ts'

export const presentXRay = (row: XRayRow, files: Static<typeof File>[]): Static<typeof XRay> => ({
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
