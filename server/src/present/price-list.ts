import type { Returned } from '@clinic/contract/kernel.ts'
import { ClinicProcedure, type importProcedures, ProcedureGroup } from '@clinic/contract/staff/procedures.ts'
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
