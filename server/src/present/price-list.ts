import type { Returned } from '@clinic/contract/kernel.ts'
import { type getProcedureSupplies, StockItem } from '@clinic/contract/staff/procedure-supplies.ts'
import { ClinicProcedure, type importProcedures, ProcedureGroup } from '@clinic/contract/staff/procedures.ts'
import type { TableRow } from '../db/tables.ts'
import type { readSupplies } from '../domain/inventory/procedure-supplies.ts'
import type { Imported } from '../domain/procedures/import/import-procedures.ts'
import type { GroupRow, ListedProcedure } from '../domain/procedures/price-list.ts'
import { amounts, type Presenter, presenter } from '../kernel/presenter.ts'

export const presentClinicProcedure = presenter<ListedProcedure, typeof ClinicProcedure>(ClinicProcedure, {
  ...amounts('price'),
  order: 'sort_order',
})

export const presentProcedureGroup = presenter<GroupRow, typeof ProcedureGroup>(ProcedureGroup, {
  order: 'sort_order',
})

export const presentImported: Presenter<Imported, Returned<typeof importProcedures>> = ({
  dryRun,
  rows,
  newGroups,
}) => {
  const count = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length
  return {
    dryRun,
    ...{ added: count('added'), changed: count('changed'), same: count('same') },
    newGroups: newGroups.map(({ name }) => name),
    rows: rows.map(({ line, code, outcome, columns: { name } }) => ({ line, code, name, outcome })),
  }
}

export const presentStockItem = presenter<TableRow<'inventory_item'>, typeof StockItem>(StockItem, {
  inStock: 'quantity',
})

export const presentProcedureSupplies: Presenter<
  Awaited<ReturnType<typeof readSupplies>>,
  Returned<typeof getProcedureSupplies>
> = ({ id, version, supplies }) => ({
  ...{ object: 'procedure', id, version },
  supplies: supplies.map(({ inventory_item_id: inventoryItemId, name, unit, branch_id: branchId, quantity }) => ({
    ...{ inventoryItemId, name, unit, branchId, quantity },
  })),
})
