import type { STEP_DEEDS, TREATMENT_DEEDS } from '@clinic/contract/staff/chart-item.ts'
import type { Permission } from '@clinic/contract/staff/permissions.ts'
import type { ChartRow } from '../domain/clinical/read-chart.ts'
import type { StepRow, TreatmentRow } from '../domain/clinical/treatment.ts'
import { approvalOf, isAskable } from '../domain/clinical/treatment-approval.ts'
import { type Editing, editingOf } from '../domain/clinical/treatment-editing.ts'
import { canMove, isOpen, treatmentStatus, wasFound } from '../domain/clinical/treatment-status.ts'
import type { Tx } from '../kernel/tx.ts'

type Deed = (typeof TREATMENT_DEEDS)[number]
type StepDeed = (typeof STEP_DEEDS)[number]

/** What the member who asks may do with an item of a chart as it is. */
export function allowedOnTreatment({ caller }: Tx, { treatment, isSigned }: ChartRow): Deed[] {
  const may = (permission: Permission) => caller.holds(`may:${permission}`)
  const [editing, status] = [editingOf(treatment, isSigned), treatmentStatus(treatment)]
  const isBilled = treatment.invoice_id !== null
  const mayEdit = may('chart:write') && (editing !== 'CORRECT' || may('treatments:correct'))
  const deeds: readonly (readonly [deed: Deed, can: boolean])[] = [
    ['EDIT', mayEdit && editing !== 'NOTHING'],
    ['STEPS', mayEdit && !wasFound(treatment) && WITH_STEPS.includes(editing)],
    ['START', may('chart:write') && canMove(status, 'IN_PROGRESS')],
    ['COMPLETE', may('treatments:complete') && isOpen(status)],
    ['REJECT', may('chart:write') && canMove(status, 'REJECTED') && !isBilled],
    ['VOID', may('treatments:correct') && status !== 'REJECTED' && !isBilled],
  ]
  return [...deeds.flatMap(([deed, can]) => (can ? deed : [])), ...approvalDeeds({ caller }, treatment)]
}

/** The same about the approval of an insurer alone. */
export function approvalDeeds({ caller }: Pick<Tx, 'caller'>, treatment: TreatmentRow): Deed[] {
  if (!caller.holds('may:approvals:write')) return []
  if (approvalOf(treatment) === 'REQUESTED') return ['APPROVE', 'DENY']
  return isAskable(treatment) ? ['REQUEST_APPROVAL'] : []
}

const WITH_STEPS: readonly Editing[] = ['ALL', 'SIGNED', 'CORRECT']

/** The same with one of its steps. */
export function allowedOnStep({ caller }: Tx, step: StepRow): StepDeed[] {
  const status = treatmentStatus(step)
  const deeds: readonly (readonly [deed: StepDeed, can: boolean])[] = [
    ['START', canMove(status, 'IN_PROGRESS')],
    ['COMPLETE', isOpen(status)],
    ['REJECT', canMove(status, 'REJECTED')],
  ]
  return caller.holds('may:chart:write') ? deeds.flatMap(([deed, can]) => (can ? deed : [])) : []
}
