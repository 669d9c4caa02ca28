import type { Treasury } from '@clinic/contract/bookkeeping.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type TreasuryRow, treasuryType } from '../domain/billing/treasury.ts'
import type { ClinicFacts } from '../kernel/tx.ts'

export const presentTreasury =
  ({ currency }: ClinicFacts) =>
  (row: TreasuryRow): Static<typeof Treasury> => ({
    object: 'treasury',
    id: row.id,
    name: row.name,
    type: treasuryType(row.type),
    currency,
    branchId: row.branch_id,
    isDefault: row.is_default,
    active: row.active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
