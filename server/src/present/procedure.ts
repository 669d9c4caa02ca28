import type { Static } from '@clinic/contract/kernel.ts'
import type { Procedure } from '@clinic/contract/procedures.ts'
import type { TableRow } from '../db/tables.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export type ProcedureRow = TableRow<'procedure'> & { group_name: string | null }

export const presentProcedure =
  ({ currency }: ClinicFacts) =>
  (row: ProcedureRow): Static<typeof Procedure> => ({
    object: 'procedure',
    id: row.id,
    name: row.name,
    code: row.code,
    price: toMajor(row.price_minor, currency),
    groupId: row.group_id,
    groupName: row.group_name,
    chart: row.chart,
    order: row.sort_order,
    active: row.active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
