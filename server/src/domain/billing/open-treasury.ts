import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { TreasuryRow, TreasuryType } from './treasury.ts'

export interface NewTreasury {
  name: string
  type: TreasuryType
  /** Without one it serves the whole clinic. */
  branchId?: string | null
  /** Takes over from the present default of the branch and type. */
  isDefault?: boolean
}

const endDefault = sql(`
  update treasury set is_default = false, updated_at = $4
  where company_id = $1 and type = $2 and branch_id is not distinct from $3 and is_default`)

/** Opens a place where money is kept. */
export async function openTreasury(tx: Tx, input: NewTreasury): Promise<TreasuryRow> {
  const { name, type, branchId = null, isDefault = false } = input
  if (isDefault) await tx.sql(endDefault([tx.clinic.id, type, branchId, tx.now]))
  return tx.insert('treasury', {
    id: newId('tre', Date.parse(tx.now)),
    name,
    type,
    branch_id: branchId,
    is_default: isDefault,
    active: true,
  })
}
