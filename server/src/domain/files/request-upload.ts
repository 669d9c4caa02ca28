import type { requestFileUpload } from '@clinic/contract/files.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import { UPLOAD_SECONDS, type UploadRow } from './file.ts'
import { type FileStorage, storageKey, type UploadTarget } from './file-storage.ts'

const treatmentOfPatient = sql('select id from treatment where company_id = $1 and patient_id = $2 and id = $3')

/** Announces a file and says where to send it: the first of three steps. Leaves nothing behind if the others never come. */
export async function requestUpload(
  tx: Tx,
  files: FileStorage,
  input: Input<typeof requestFileUpload>,
): Promise<{ upload: UploadRow; target: UploadTarget }> {
  const { id: patientId, operationId, fileName, contentType, sizeBytes, kind } = input
  await patientFile(tx, patientId)
  if (operationId !== undefined) {
    const [treatment] = await tx.sql(treatmentOfPatient([tx.clinic.id, patientId, operationId]))
    if (!treatment) refuse('not_found', { resource: 'treatment' })
  }
  const upload = tx.add('file_upload', {
    id: newId('fil', Date.parse(tx.now)),
    patient_id: patientId,
    operation_id: operationId ?? null,
    kind,
    name: fileName,
    content_type: contentType,
    size_bytes: sizeBytes,
    expires_at: new Date(Date.parse(tx.now) + UPLOAD_SECONDS * 1000).toISOString(),
    confirmed_at: null,
  })
  const { kind: callerKind, id: callerId, tokenId } = tx.caller
  const announced = {
    ...{ key: storageKey(tx.clinic.id, upload.id), contentType, sizeBytes },
    ...{ caller: `${callerKind} ${callerId}`, tokenId, patientId },
  }
  return { upload, target: await files.uploadTarget(announced, UPLOAD_SECONDS) }
}
