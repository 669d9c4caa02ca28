import type { Static } from '@clinic/contract/kernel.ts'
import type { Lab } from '@clinic/contract/labs.ts'
import type { LabRow } from '../domain/labs/lab.ts'

export const presentLab = (row: LabRow): Static<typeof Lab> => ({
  object: 'lab',
  id: row.id,
  name: row.name,
  number: row.number,
  email: row.email,
  details: row.details,
  disabled: row.disabled,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
