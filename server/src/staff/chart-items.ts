import type { Moved } from '../domain/clinical/move-treatment.ts'
import { type ChartRow, charted } from '../domain/clinical/read-chart.ts'
import type { TreatmentWithSteps } from '../domain/clinical/treatment.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentChartItem, type ShownItem } from '../present/chart.ts'
import { allowedOnStep, allowedOnTreatment } from './allowed-treatments.ts'

/** An item of a chart with what the member who asks may do with it. */
export const shownItem = (tx: Tx, row: ChartRow): ShownItem => ({
  ...row.treatment,
  steps: row.steps.map(step => ({ ...step, allowed: allowedOnStep(tx, step) })),
  allowed: allowedOnTreatment(tx, row),
})

/** Items of a chart after a change. */
export async function chartItems(tx: Tx, changed: readonly TreatmentWithSteps[]) {
  const rows = await charted(
    tx,
    changed.map(({ treatment }) => treatment),
  )
  return rows.map(row => presentChartItem(shownItem(tx, row), tx.clinic))
}

/** The same of one. */
export async function chartItem(tx: Tx, changed: TreatmentWithSteps) {
  const [data] = await chartItems(tx, [changed])
  if (!data) throw new Error('The treatment is not shown.')
  return { data }
}

/** The same after a move that may have completed it, with what was not in stock. */
export async function movedItem(tx: Tx, moved: Moved) {
  const { data } = await chartItem(tx, moved)
  return { data: { ...data, shortages: [...moved.shortages] } }
}
