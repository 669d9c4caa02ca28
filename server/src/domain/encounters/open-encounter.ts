import { encounterCreated } from '@clinic/contract/encounters.ts'
import { sql } from '../../db/statement.ts'
import { addRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { holdPatientFile } from '../patients/patient-file.ts'
import { type EncounterRow, instantAfter } from './encounter.ts'

/** What the doctor writes down of a visit. */
export interface EncounterNotes {
  chiefComplaint?: string | null
  symptoms?: string | null
  diagnosis?: string | null
  testsOrdered?: readonly string[]
  imagingOrdered?: readonly string[]
  testResults?: string | null
  imagingResults?: string | null
  clinicalNotes?: string | null
  consultationNotes?: string | null
  dischargeSummary?: string | null
}

export interface NewEncounter extends EncounterNotes {
  patientId: string
  branchId: string
  doctorId?: string | null
  appointmentId?: string | null
}

const noLongerLast = sql<EncounterRow>(`
  update encounter set last = false, updated_at = $3 where company_id = $1 and patient_id = $2 and last
  returning *`)

/** Opens an encounter, which is the patient's last from now on, and fires encounter.created. */
export async function openEncounter(tx: Tx, input: NewEncounter): Promise<EncounterRow> {
  await holdPatientFile(tx, input.patientId)
  const [previous] = await tx.sql(noLongerLast([tx.clinic.id, input.patientId, tx.now]))
  const at = instantAfter(previous, tx.now)
  const encounter: EncounterRow = {
    company_id: tx.clinic.id,
    id: newId('enc', Date.parse(at)),
    patient_id: input.patientId,
    branch_id: input.branchId,
    doctor_id: input.doctorId ?? null,
    appointment_id: input.appointmentId ?? null,
    chief_complaint: input.chiefComplaint ?? null,
    symptoms: input.symptoms ?? null,
    diagnosis: input.diagnosis ?? null,
    tests_ordered: [...(input.testsOrdered ?? [])],
    imaging_ordered: [...(input.imagingOrdered ?? [])],
    test_results: input.testResults ?? null,
    imaging_results: input.imagingResults ?? null,
    clinical_notes: input.clinicalNotes ?? null,
    consultation_notes: input.consultationNotes ?? null,
    discharge_summary: input.dischargeSummary ?? null,
    last: true,
    created_at: at,
    updated_at: at,
  }
  await tx.sql(addRecord('encounter', encounter))
  const { id, branch_id: branchId, patient_id: patientId, doctor_id: doctorId } = encounter
  tx.emit(encounterCreated, { id, branchId, patientId, doctorId })
  return encounter
}
