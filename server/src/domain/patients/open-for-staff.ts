import type { Input } from '@clinic/contract/kernel.ts'
import type { createPatientFile } from '@clinic/contract/staff/patient-files.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { orNull } from '../../kernel/values/or-null.ts'
import { patientColumns } from './change-patient-file.ts'
import { duplicatesOf, refuseDuplicates } from './duplicates.ts'
import { openPatientFile } from './open-patient-file.ts'
import type { PatientRow } from './patient-file.ts'
import { relate } from './patient-relations.ts'
import { searchColumns } from './patient-search.ts'
import { patientsInSight } from './patient-sight.ts'
import { suspect } from './suspects.ts'

/** Opens a file, unless there may be one of the person already and it was not said that they are another. */
export async function openForStaff(tx: Tx, input: Input<typeof createPatientFile>): Promise<PatientRow> {
  const { confirmedNew = false, guardian, language = null, ...said } = input
  if (guardian) await requireGuardian(tx, guardian.patientId)
  const columns = { ...orNull(patientColumns(tx, said)), first_name: said.firstName, file_number: 0 }
  const alike = await duplicatesOf(tx, { ...columns, ...searchColumns(columns) }, said.nationalId ?? null)
  if (alike.length > 0 && !confirmedNew) await refuseDuplicates(tx, alike)
  const file = await openPatientFile(tx, said, { language })
  if (guardian) await relate(tx, { id: file.id, relatedId: guardian.patientId, kind: guardian.kind })
  await suspect(
    tx,
    alike.map(({ file: other, reasons }) => ({ ids: [file.id, other.id], reasons })),
  )
  return file
}

async function requireGuardian(tx: Tx, id: string): Promise<void> {
  const { deleted_at } = await tx.get('patient', id)
  const branches = branchesOf(tx)
  const isSeen = branches === null || (await tx.sql(patientsInSight([tx.clinic.id, [id], branches]))).length > 0
  if (deleted_at !== null || !isSeen) refuse('not_found', { resource: 'patient' })
}
