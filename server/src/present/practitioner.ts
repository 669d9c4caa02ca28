import type { Static } from '@clinic/contract/kernel.ts'
import type { Practitioner } from '@clinic/contract/practitioners.ts'
import type { TableRow } from '../db/tables.ts'

export type PractitionerRow = TableRow<'practitioner'> & { branch_ids: string[] }

export const presentPractitioner = (row: PractitionerRow): Static<typeof Practitioner> => ({
  object: 'practitioner',
  id: row.id,
  displayName: row.display_name,
  role: row.role,
  isDoctor: row.is_doctor,
  specialty: row.specialty,
  color: row.color,
  order: row.sort_order,
  branchIds: row.branch_ids,
  active: row.active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  phoneNumber: row.phone_number,
  phoneNumber2: row.phone_number2,
  email: row.email,
})
