import type { Input } from '@clinic/contract/kernel.ts'
import { patientUpdated, type updatePatient } from '@clinic/contract/patients.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { PatientRow } from './patient-file.ts'
import { phoneOf } from './patient-phone.ts'
import { searchTextOf } from './patient-search.ts'

type Changes = Input<typeof updatePatient>

/** Field of the interface -> column. Phones are normalised apart. */
const COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  gender: 'gender',
  title: 'title',
  birthDate: 'birth_date',
  address: 'address',
  nationality: 'nationality',
  maritalStatus: 'marital_status',
  nationalId: 'national_id',
  identifierType: 'identifier_type',
  clinicFileNumber: 'clinic_file_number',
  details: 'details',
  doctorId: 'doctor_id',
  phoneNumber: 'phone_number',
  phoneNumber2: 'phone_number2',
} as const satisfies Partial<Record<keyof Changes, keyof PatientRow>>

type Field = keyof typeof COLUMNS
const isField = (name: string): name is Field => Object.hasOwn(COLUMNS, name)
const FIELDS = Object.keys(COLUMNS).filter(isField)

/** Changes what is given and differs; an update that changes nothing writes nothing and fires nothing. */
export async function changePatientFile(tx: Tx, { id, ...input }: Changes): Promise<PatientRow> {
  const before = await tx.lock('patient', id)
  if (before.deleted_at !== null) refuse('not_found', { resource: 'patient' })
  const { country } = tx.clinic
  const wanted: Omit<Changes, 'id'> = {
    ...input,
    ...(input.phoneNumber !== undefined && { phoneNumber: phoneOf(input.phoneNumber, country, 'phoneNumber') }),
    ...(input.phoneNumber2 !== undefined && { phoneNumber2: phoneOf(input.phoneNumber2, country, 'phoneNumber2') }),
  }
  const changed = FIELDS.filter(field => wanted[field] !== undefined && wanted[field] !== before[COLUMNS[field]])
  if (changed.length === 0) return before
  const changes = Object.fromEntries(changed.map(field => [COLUMNS[field], wanted[field]]))
  const after = await tx.update('patient', id, { ...changes, search_text: searchTextOf({ ...before, ...changes }) })
  const previous = changed.includes('doctorId') ? { doctorId: before.doctor_id } : {}
  tx.emit(
    patientUpdated,
    { id, branchId: after.branch_id, doctorId: after.doctor_id, changedFields: changed },
    previous,
  )
  return after
}
