import type { Input } from '@clinic/contract/kernel.ts'
import { patientUpdated, type updatePatient } from '@clinic/contract/patients.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import { fieldOf } from '../../kernel/values/spelling.ts'
import { nationalIdChanges } from './national-id.ts'
import type { PatientRow } from './patient-file.ts'
import { phoneOf } from './patient-phone.ts'
import { searchColumns } from './patient-search.ts'

type Changes = Input<typeof updatePatient> & {
  /** What no plugin is shown: it changes without an event. */
  language?: string | null
  noReminders?: boolean
}

/** The columns of what is given of a patient, save the national id, which is sealed. */
export const patientColumns = ({ clinic: { country } }: Tx, input: Omit<Changes, 'id'>) => ({
  first_name: input.firstName,
  last_name: input.lastName,
  email: input.email,
  gender: input.gender,
  title: input.title,
  birth_date: input.birthDate,
  address: input.address,
  nationality: input.nationality,
  marital_status: input.maritalStatus,
  identifier_type: input.identifierType,
  clinic_file_number: input.clinicFileNumber,
  details: input.details,
  doctor_id: input.doctorId,
  phone_number: phoneOf(input.phoneNumber, country, 'phoneNumber'),
  phone_number2: phoneOf(input.phoneNumber2, country, 'phoneNumber2'),
})

const UNTOLD = ['language', 'noReminders']

/** Changes what is given and differs; an update that changes nothing writes nothing and fires nothing. */
export async function changePatientFile(tx: Tx, input: Changes): Promise<PatientRow> {
  const { id } = input
  const before = await tx.lock('patient', id)
  if (before.deleted_at !== null) refuse('not_found', { resource: 'patient' })
  const changes = {
    ...differences(before, {
      ...patientColumns(tx, input),
      language: input.language,
      no_reminders: input.noReminders,
    }),
    ...nationalIdChanges(tx, before, input.nationalId),
  }
  if (isEmpty(changes)) return before
  const after = await changeRecord(tx, 'patient', before, { ...changes, ...searchColumns({ ...before, ...changes }) })
  const { branch_id: branchId, doctor_id: doctorId } = after
  const changedFields = [...new Set(Object.keys(changes).map(fieldOf))].filter(field => !UNTOLD.includes(field))
  if (changedFields.length === 0) return after
  const previous = doctorId === before.doctor_id ? {} : { doctorId: before.doctor_id }
  tx.emit(patientUpdated, { id, branchId, doctorId, changedFields }, previous)
  return after
}
