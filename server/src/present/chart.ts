import type { Returned } from '@clinic/contract/kernel.ts'
import type { getPatientChart } from '@clinic/contract/staff/chart.ts'
import { ChartItem, type STEP_DEEDS, type TREATMENT_DEEDS } from '@clinic/contract/staff/chart-item.ts'
import { isMilkTooth, TEETH } from '@clinic/contract/teeth.ts'
import type { ReadChart } from '../domain/clinical/read-chart.ts'
import type { StepRow, TreatmentRow } from '../domain/clinical/treatment.ts'
import { approvalOf } from '../domain/clinical/treatment-approval.ts'
import { wasFound } from '../domain/clinical/treatment-status.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import { AS_TREATMENT, presentStep } from './clinical.ts'
import { presentLabOrder } from './labs.ts'

/** A step as a chart shows it to the member who asks. */
interface ShownStep extends StepRow {
  allowed: (typeof STEP_DEEDS)[number][]
}

/** A treatment as a chart shows it to the member who asks. */
export interface ShownItem extends TreatmentRow {
  steps: readonly ShownStep[]
  allowed: (typeof TREATMENT_DEEDS)[number][]
}

export const presentChartItem = presenter<ShownItem, typeof ChartItem>(ChartItem, {
  ...AS_TREATMENT,
  approval: approvalOf,
  steps: ({ steps }, clinic) => steps.map(step => ({ ...presentStep(step, clinic), allowed: step.allowed })),
})

/** A tooth is missing as long as what says so holds. */
const isMissing = ({ finding, ends_at, status }: TreatmentRow): boolean =>
  finding === 'MISSING' && ends_at === null && status !== 'REJECTED'

function teethWith(items: readonly TreatmentRow[]) {
  return TEETH.map(tooth => {
    const on = items.filter(item => item.tooth.includes(tooth))
    return { tooth, milk: isMilkTooth(tooth), missing: on.some(isMissing), treatmentIds: on.map(({ id }) => id) }
  })
}

function approvalsOf(items: readonly TreatmentRow[]) {
  return items.flatMap(item => {
    const approval = approvalOf(item)
    return approval === 'NONE' ? [] : { treatmentId: item.id, approval, requestedAt: item.approval_requested_at }
  })
}

/** The chart of a patient, of which every item says what may be done with it. */
export const presentChart: Presenter<
  Omit<ReadChart, 'rows'> & { items: readonly ShownItem[]; readAt: string },
  Returned<typeof getPatientChart>
> = ({ patientId, items, labOrders, readAt }, clinic) => ({
  object: 'patient',
  id: patientId,
  teeth: teethWith(items),
  findings: items.filter(isFinding).map(item => presentChartItem(item, clinic)),
  items: items.filter(item => !isFinding(item)).map(item => presentChartItem(item, clinic)),
  approvals: approvalsOf(items),
  labOrders: labOrders.map(order => presentLabOrder(order, clinic)),
  readAt,
})

/** What was found stays a finding when it is taken back. */
const isFinding = (item: TreatmentRow): boolean => wasFound(item) || item.finding !== null
