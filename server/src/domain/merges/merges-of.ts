import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { MergeRow } from './merge.ts'

const ofPatient = sql<MergeRow>(`
  select * from patient_merge where company_id = $1 and patient_id = $2 order by created_at desc, id desc limit 100`)

/** The merges into a file, the last one first. */
export async function mergesOf(tx: Tx, patientId: string): Promise<MergeRow[]> {
  await patientFile(tx, patientId)
  return tx.sql(ofPatient([tx.clinic.id, patientId]))
}
