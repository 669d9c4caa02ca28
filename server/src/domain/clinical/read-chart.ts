import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { LabOrderRow } from '../labs/lab-order.ts'
import { patientFile } from '../patients/patient-file.ts'
import { stepsOf, type TreatmentRow, type TreatmentWithSteps } from './treatment.ts'

/** What stands on a chart: a treatment with its steps, and whether the quotation that offered it last is signed. */
export interface ChartRow extends TreatmentWithSteps {
  isSigned: boolean
}

export interface ReadChart {
  patientId: string
  rows: ChartRow[]
  labOrders: LabOrderRow[]
}

/** More than any patient has; they are read in one statement. */
const MOST = 2000

const ofPatient = sql<TreatmentRow>(`
  select * from treatment where company_id = $1 and patient_id = $2
  order by sort_order, created_at, id limit ${MOST}`)
const ordersOf = sql<LabOrderRow>(`
  select * from lab_order where company_id = $1 and patient_id = $2 order by created_at desc, id desc limit ${MOST}`)
const signedAmong = sql<{ id: string }>('select id from quotation where company_id = $1 and id = any($2) and signed')

/** All that was charted and planned for a patient, in the order of the plan, with the work ordered from labs. */
export async function readChart(tx: Tx, patientId: string): Promise<ReadChart> {
  await patientFile(tx, patientId)
  const asked = [tx.clinic.id, patientId]
  const [treatments, labOrders] = await Promise.all([tx.sql(ofPatient(asked)), tx.sql(ordersOf(asked))])
  return { patientId, rows: await charted(tx, treatments), labOrders }
}

/** Treatments as they stand on a chart. */
export async function charted(tx: Tx, treatments: readonly TreatmentRow[]): Promise<ChartRow[]> {
  const quotations = [...new Set(treatments.flatMap(({ quotation_id }) => quotation_id ?? []))]
  const [steps, signed] = await Promise.all([
    stepsOf(tx, treatments),
    quotations.length === 0 ? [] : tx.sql(signedAmong([tx.clinic.id, quotations])),
  ])
  const isSigned = new Set(signed.map(({ id }) => id))
  return treatments.map(treatment => ({
    treatment,
    steps: steps(treatment),
    isSigned: treatment.quotation_id !== null && isSigned.has(treatment.quotation_id),
  }))
}
