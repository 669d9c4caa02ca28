import type { TREATMENT_DEEDS } from '@clinic/contract/staff/chart.ts'
import type { Permission } from '@clinic/contract/staff/permissions.ts'
import type { ChartRow } from '../domain/clinical/read-chart.ts'
import { editingOf } from '../domain/clinical/treatment-editing.ts'
import type { Tx } from '../kernel/tx.ts'

type Deed = (typeof TREATMENT_DEEDS)[number]

/** What the member who asks may do with an item of a chart as it is. */
export function allowedOnTreatment({ caller }: Tx, { treatment, isSigned }: ChartRow): Deed[] {
  const may = (permission: Permission) => caller.holds(`may:${permission}`)
  const editing = editingOf(treatment, isSigned)
  const deeds: readonly (readonly [deed: Deed, can: boolean])[] = [
    ['EDIT', may('chart:write') && (editing === 'CORRECT' ? may('treatments:correct') : editing !== 'NOTHING')],
  ]
  return deeds.flatMap(([deed, can]) => (can ? deed : []))
}
