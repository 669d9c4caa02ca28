import { chartTreatment as chartDeclared, getPatientChart, updateTreatment } from '@clinic/contract/staff/chart.ts'
import { changeTreatment } from '../domain/clinical/change-treatment.ts'
import { chartTreatment } from '../domain/clinical/chart-treatment.ts'
import { readChart } from '../domain/clinical/read-chart.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { presentChart } from '../present/chart.ts'
import { chartItem, chartItems, shownItem } from './chart-items.ts'

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
    return { data: presentChart({ ...chart, items: rows.map(row => shownItem(tx, row)), readAt: tx.now }, tx.clinic) }
  }),
  implement(chartDeclared, async (tx, input) => {
    const added = await chartTreatment(tx, inMinor(tx, input))
    return { data: { items: await chartItems(tx, added) }, changed: added.map(({ treatment }) => treatment.id) }
  }),
  implement(updateTreatment, async (tx, input) => chartItem(tx, await changeTreatment(tx, inMinor(tx, input)))),
]
