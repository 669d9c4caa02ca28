import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { FileRow } from './file.ts'

const lockFile = sql<FileRow>('select * from file where company_id = $1 and id = $2 for update')

/** Names a file otherwise; that of a patient who is not found is not found. No event tells of it. */
export async function renameFile(tx: Tx, { id, name }: { id: string; name: string }): Promise<FileRow> {
  const [file] = await tx.sql(lockFile([tx.clinic.id, id]))
  if (!file) return refuse('not_found', { resource: 'file' })
  await patientFile(tx, file.patient_id)
  return tx.update('file', id, { name })
}
