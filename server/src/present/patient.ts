import type { Static } from '@clinic/contract/kernel.ts'
import type { Patient } from '@clinic/contract/patients.ts'
import type { ShownPatient } from '../domain/patients/patient-file.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { maskPhone } from '../kernel/values/phones.ts'
import { majorOrNull } from './major-or-null.ts'

function insuranceOf(row: ShownPatient, currency: string): Static<typeof Patient>['insurance'] {
  if (row.insurance_company_id === null) return null
  return {
    companyId: row.insurance_company_id,
    policyId: row.insurance_policy_id,
    classId: row.insurance_class_id,
    number: row.insurance_number,
    group: row.insurance_group,
    percentage: row.insurance_percentage,
    limit: majorOrNull(row.insurance_limit_minor, currency),
    unlimited: row.insurance_unlimited,
    endDate: row.insurance_end_date,
  }
}

export const presentPatient =
  ({ currency }: ClinicFacts) =>
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
    insurance: insuranceOf(row, currency),
  })
