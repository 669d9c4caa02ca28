import type { Static } from '@clinic/contract/kernel.ts'
import type { LabItem } from '@clinic/contract/labs.ts'
import type { LabItemRow } from '../domain/labs/lab.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentLabItem =
  ({ currency }: ClinicFacts) =>
  (row: LabItemRow): Static<typeof LabItem> => ({
    object: 'lab_item',
    id: row.id,
    labId: row.lab_id,
    name: row.name,
    price: toMajor(row.price_minor, currency),
    details: row.details,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
