import { chartTreatment as chartDeclared, getPatientChart, updateTreatment } from '@clinic/contract/staff/chart.ts'
import { changeTreatment } from '../domain/clinical/change-treatment.ts'
import { chartTreatment } from '../domain/clinical/chart-treatment.ts'
import { type ChartRow, charted, readChart } from '../domain/clinical/read-chart.ts'
import type { TreatmentWithSteps } from '../domain/clinical/treatment.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { presentChart, presentChartItem, type ShownItem } from '../present/chart.ts'
import { allowedOnTreatment } from './allowed-treatments.ts'

const shown = (tx: Tx, row: ChartRow): ShownItem => ({
  ...row.treatment,
  steps: row.steps,
  allowed: allowedOnTreatment(tx, row),
})

async function items(tx: Tx, changed: readonly TreatmentWithSteps[]) {
  const rows = await charted(
    tx,
    changed.map(({ treatment }) => treatment),
  )
  return rows.map(row => presentChartItem(shown(tx, row), tx.clinic))
}

async function item(tx: Tx, changed: TreatmentWithSteps) {
  const [data] = await items(tx, [changed])
  if (!data) throw new Error('The treatment is not shown.')
  return { data }
}

interface InMajor {
  price?: number | undefined
  discount?: number | undefined
}

function inMinor<Input extends InMajor>({ clinic }: Tx, { price, discount, ...said }: Input) {
  return {
    ...said,
    priceMinor: price === undefined ? undefined : minorOf(clinic, price, '/price'),
    discountMinor: discount === undefined ? undefined : minorOf(clinic, discount, '/discount'),
  }
}

/** The charts of patients' teeth: what was found, planned and done. */
export const chartApi = [
  implement(getPatientChart, async (tx, { id }) => {
    const { rows, ...chart } = await readChart(tx, id)
    return { data: presentChart({ ...chart, items: rows.map(row => shown(tx, row)), readAt: tx.now }, tx.clinic) }
  }),
  implement(chartDeclared, async (tx, input) => {
    const added = await chartTreatment(tx, inMinor(tx, input))
    return { data: { items: await items(tx, added) }, changed: added.map(({ treatment }) => treatment.id) }
  }),
  implement(updateTreatment, async (tx, input) => item(tx, await changeTreatment(tx, inMinor(tx, input)))),
]
