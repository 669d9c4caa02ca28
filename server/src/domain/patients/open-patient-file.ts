import type { Input } from '@clinic/contract/kernel.ts'
import { type createPatient, patientCreated } from '@clinic/contract/patients.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { orNull } from '../../kernel/values/or-null.ts'
import { patientColumns } from './change-patient-file.ts'
import { sealNationalId } from './national-id.ts'
import type { PatientRow } from './patient-file.ts'
import { searchColumns } from './patient-search.ts'

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
  restricted_at: null,
  anonymise_at: null,
  anonymised_at: null,
  legal_hold: null,
  no_reminders: false,
  archive_reason: null,
  delete_reason: null,
  merged_into_id: null,
}

/** Opens a patient's file at a branch, with the clinic's next file number. */
export async function openPatientFile(
  tx: Tx,
  input: Input<typeof createPatient>,
  { language }: { language: string | null } = { language: null },
): Promise<PatientRow> {
  const fields = {
    ...orNull(patientColumns(tx, input)),
    ...sealNationalId(tx.box, tx.clinic.id, input.nationalId ?? null),
    first_name: input.firstName,
    language,
    branch_id: input.branchId,
    file_number: await tx.takeNumber('patient'),
  }
  const id = newId('pat', Date.parse(tx.now))
  const patient = tx.add('patient', { ...fields, id, ...searchColumns(fields) }, BLANK)
  tx.emit(patientCreated, { id, branchId: patient.branch_id, doctorId: patient.doctor_id })
  return patient
}
