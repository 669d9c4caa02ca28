import { encounterCreated } from '@clinic/contract/encounters.ts'
import { sql } from '../../db/statement.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { insertRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { holdPatientFile } from '../patients/patient-file.ts'
import { type EncounterRow, instantAfter } from './encounter.ts'

type NewEncounter = NewFields<'encounter', 'last'>

/** What the doctor writes down of a visit. */
type EncounterNotes = Omit<NewEncounter, 'patientId' | 'branchId' | 'doctorId' | 'appointmentId'>

const noLongerLast = sql<EncounterRow>(`
  update encounter set last = false, updated_at = $3 where company_id = $1 and patient_id = $2 and last
  returning *`)

/** Opens an encounter, which is the patient's last from now on, and fires encounter.created. */
export async function openEncounter(tx: Tx, input: NewEncounter): Promise<EncounterRow> {
  await holdPatientFile(tx, input.patientId)
  const [previous] = await tx.sql(noLongerLast([tx.clinic.id, input.patientId, tx.now]))
  const at = instantAfter(previous, tx.now)
  const [encounter] = await tx.sql(
    insertRecord('encounter', {
      ...columnsOf(input),
      company_id: tx.clinic.id,
      id: newId('enc', Date.parse(at)),
      last: true,
      created_at: at,
      updated_at: at,
    }),
  )
  if (!encounter) throw new Error('The encounter was not stored.')
  const { id, branch_id: branchId, patient_id: patientId, doctor_id: doctorId } = encounter
  tx.emit(encounterCreated, { id, branchId, patientId, doctorId })
  return encounter
}

/** Changes what is given of the notes; null clears. Fires nothing: there is no event for it. */
export const changeEncounter = (tx: Tx, { id, ...notes }: EncounterNotes & { id: string }): Promise<EncounterRow> =>
  tx.update('encounter', id, columnsOf(notes))
