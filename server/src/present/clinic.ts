import { Branch } from '@clinic/contract/branches.ts'
import { Clinic } from '@clinic/contract/clinic.ts'
import { Practitioner } from '@clinic/contract/practitioners.ts'
import { Procedure } from '@clinic/contract/procedures.ts'
import type { TableRow } from '../db/tables.ts'
import { amounts, presenter } from '../kernel/presenter.ts'

export type ClinicRow = TableRow<'clinic'>
export type PractitionerRow = TableRow<'practitioner'> & { branch_ids: string[] }
export type ProcedureRow = TableRow<'procedure'> & { group_name: string | null }

export const presentClinic = presenter<ClinicRow, typeof Clinic>(Clinic, {
  id: 'company_id',
  businessRegistration(row) {
    const { vat_number, vat_name, crn_number, commercial_name, registration_city } = row
    if ([vat_number, vat_name, crn_number, commercial_name, registration_city].every(text => text === null)) return null
    return {
      vatNumber: vat_number,
      vatName: vat_name,
      crnNumber: crn_number,
      commercialName: commercial_name,
      city: registration_city,
      isValid: row.registration_valid,
    }
  },
})

export const presentBranch = presenter<TableRow<'branch'>, typeof Branch>(Branch)

export const presentPractitioner = presenter<PractitionerRow, typeof Practitioner>(Practitioner, {
  order: 'sort_order',
})

export const presentProcedure = presenter<ProcedureRow, typeof Procedure>(Procedure, {
  ...amounts('price'),
  order: 'sort_order',
})
