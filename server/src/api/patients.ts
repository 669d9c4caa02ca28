import type { Static } from '@clinic/contract/kernel.ts'
import { createPatient, getPatient, listPatients, type Patient, updatePatient } from '@clinic/contract/patients.ts'
import { changePatientFile } from '../domain/patients/change-patient-file.ts'
import { findPatients, patientSearch } from '../domain/patients/find-patients.ts'
import { openPatientFile } from '../domain/patients/open-patient-file.ts'
import { patientFile, SHOWN_COLUMNS, type ShownPatient } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { maskPhone } from '../kernel/values/phones.ts'

function insuranceOf(row: ShownPatient, currency: string): Static<typeof Patient>['insurance'] {
  if (row.insurance_company_id === null) return null
  return {
    companyId: row.insurance_company_id,
    policyId: row.insurance_policy_id,
    classId: row.insurance_class_id,
    number: row.insurance_number,
    group: row.insurance_group,
    percentage: row.insurance_percentage,
    limit: row.insurance_limit_minor === null ? null : toMajor(row.insurance_limit_minor, currency),
    unlimited: row.insurance_unlimited,
    endDate: row.insurance_end_date,
  }
}

const present =
  ({ clinic }: Tx) =>
  (row: ShownPatient): Static<typeof Patient> => ({
    object: 'patient',
    id: row.id,
    fileNumber: row.file_number,
    clinicFileNumber: row.clinic_file_number,
    gender: row.gender,
    isLead: row.is_lead,
    disabled: row.disabled,
    pending: row.pending,
    branchId: row.branch_id,
    doctorId: row.doctor_id,
    phoneNumberMasked: maskPhone(row.phone_number),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: row.last_name === null ? row.first_name : `${row.first_name} ${row.last_name}`,
    phoneNumber: row.phone_number,
    email: row.email,
    birthDate: row.birth_date,
    address: row.address,
    nationalId: row.national_id,
    insuranceCompanyId: row.insurance_company_id,
    insurance: insuranceOf(row, clinic.currency),
  })

/** Ours, or the one that the clinic itself has given. */
const idsWithFileNumber = (term: string) => `
  select id from patient where company_id = $1 and deleted_at is null and (clinic_file_number = ${term}
    or file_number = (select case when ${term} ~ '^[0-9]{1,9}$' then ${term}::integer end))`

const source = listSource<ShownPatient>({
  name: 'listPatients',
  from: 'patient t',
  columns: SHOWN_COLUMNS,
  where: 't.deleted_at is null',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    ...patientSearch.filters,
    fileNumber: value => `t.id = any(array(${idsWithFileNumber(value)}))`,
  },
  derived: [...patientSearch.derived, 'fileNumber'],
})

export const patients = [
  implement(listPatients, async (tx, query) => {
    const found = await findPatients(tx, query.searchTerm, query.updatedAfter !== undefined)
    return page(tx, source, { ...query, ...found }, present(tx))
  }),
  implement(createPatient, async (tx, input) => ({ data: present(tx)(await openPatientFile(tx, input)) })),
  implement(getPatient, async (tx, { id }) => ({ data: present(tx)(await patientFile(tx, id)) })),
  implement(updatePatient, async (tx, input) => ({ data: present(tx)(await changePatientFile(tx, input)) })),
]
