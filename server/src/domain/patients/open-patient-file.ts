import type { Input } from '@clinic/contract/kernel.ts'
import { type createPatient, patientCreated } from '@clinic/contract/patients.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { PatientRow } from './patient-file.ts'
import { phoneOf } from './patient-phone.ts'
import { searchTextOf } from './patient-search.ts'

/** What a new file does not say yet, as the table's defaults say it. */
const BLANK = {
  is_lead: false,
  disabled: false,
  pending: false,
  insurance_company_id: null,
  insurance_policy_id: null,
  insurance_class_id: null,
  insurance_number: null,
  insurance_group: null,
  insurance_percentage: null,
  insurance_limit_minor: null,
  insurance_unlimited: null,
  insurance_end_date: null,
  invoiced_minor: 0,
  paid_minor: 0,
  balance_minor: 0,
  deleted_at: null,
}

/** Opens a patient's file at a branch, with the clinic's next file number. */
export async function openPatientFile(tx: Tx, input: Input<typeof createPatient>): Promise<PatientRow> {
  const fields = {
    branch_id: input.branchId,
    doctor_id: input.doctorId ?? null,
    first_name: input.firstName,
    last_name: input.lastName,
    phone_number: phoneOf(input.phoneNumber, tx.clinic.country, 'phoneNumber'),
    phone_number2: phoneOf(input.phoneNumber2, tx.clinic.country, 'phoneNumber2'),
    email: input.email ?? null,
    gender: input.gender ?? null,
    title: input.title ?? null,
    birth_date: input.birthDate ?? null,
    address: input.address ?? null,
    nationality: input.nationality ?? null,
    marital_status: input.maritalStatus ?? null,
    national_id: input.nationalId ?? null,
    identifier_type: input.identifierType ?? null,
    clinic_file_number: input.clinicFileNumber ?? null,
    details: input.details ?? null,
    file_number: await tx.takeNumber('patient'),
  }
  const id = newId('pat', Date.parse(tx.now))
  const patient = tx.add('patient', { ...fields, id, search_text: searchTextOf(fields) }, BLANK)
  tx.emit(patientCreated, { id, branchId: patient.branch_id, doctorId: patient.doctor_id })
  return patient
}
