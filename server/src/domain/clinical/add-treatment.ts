import { isMilkTooth } from '@clinic/contract/teeth.ts'
import type { TreatmentStatus } from '@clinic/contract/treatments.ts'
import { sql } from '../../db/statement.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { Discount } from '../billing/invoice-totals.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { FINDING_NAMES, findingOf } from './finding.ts'
import { requireTeeth } from './tooth-parts.ts'
import type { TreatmentWithSteps } from './treatment.ts'
import { treatmentAmounts } from './treatment-amounts.ts'

type TreatmentFields = NewFields<'treatment'>
type NewStep = Pick<NewFields<'treatment_step'>, 'name' | 'appointmentId' | 'startsAt'>

/** Money in minor units. Name, code, chart and price are those of the procedure unless they are given; the quantity is 1. */
export interface NewTreatment
  extends Discount,
    Pick<
      TreatmentFields,
      'patientId' | 'branchId' | 'doctorId' | 'appointmentId' | 'procedureId' | 'insuranceCompanyId'
    >,
    Pick<
      TreatmentFields,
      | 'code'
      | 'chart'
      | 'tooth'
      | 'toothPart'
      | 'diagnosis'
      | 'details'
      | 'startsAt'
      | 'approvalRequired'
      | 'phase'
      | 'finding'
    >,
    Partial<Pick<TreatmentFields, 'name' | 'priceMinor' | 'quantity'>> {
  /** PLANNED is to be done; EXISTING and CONDITION are what was found, and cost nothing. */
  status?: Extract<TreatmentStatus, 'PLANNED' | 'EXISTING' | 'CONDITION'>
  steps?: readonly NewStep[]
  /** Until when the price is kept. */
  expiresAt?: string | null
}

/** Puts a treatment on a patient's chart, priced with the patient's tax, with its steps in the order given. */
export async function addTreatment(tx: Tx, input: NewTreatment): Promise<TreatmentWithSteps> {
  const { status = 'PLANNED', steps = [], quantity, discountMinor, discountPercent, ...fields } = input
  const { tooth = [], toothPart = [] } = fields
  requireTeeth(tooth, toothPart)
  const patient = await wholePatientFile(tx, fields.patientId)
  const procedure = fields.procedureId ? await tx.get('procedure', fields.procedureId) : undefined
  if (fields.chart) await requireChart(tx, fields.chart)
  const name = fields.name ?? procedure?.name ?? (fields.finding ? FINDING_NAMES[findingOf(fields.finding)] : undefined)
  if (name === undefined) return refuseInput({ path: '/name', code: 'required', message: 'is required' })
  const priceMinor = status === 'PLANNED' ? (fields.priceMinor ?? procedure?.price_minor ?? 0) : 0
  const taxPercent = patientTaxPercent(tx.clinic, patient)
  const treatment = await tx.insert('treatment', {
    ...columnsOf(fields),
    ...treatmentAmounts({ priceMinor, quantity, taxPercent, discountMinor, discountPercent }),
    id: newId('trt', Date.parse(tx.now)),
    name,
    code: fields.code ?? procedure?.code,
    chart: fields.chart ?? procedure?.chart,
    status,
    child: tooth.some(isMilkTooth),
    has_steps: steps.length > 0,
  })
  const added = steps.map((step, index) =>
    tx.insert('treatment_step', {
      ...columnsOf(step),
      id: newId('tst', Date.parse(tx.now)),
      treatment_id: treatment.id,
      status,
      sort_order: index + 1,
    }),
  )
  return { treatment, steps: await Promise.all(added) }
}

const chartsOfClinic = sql<{ charts: string[] }>('select charts from clinic where company_id = $1')

async function requireChart(tx: Tx, chart: string): Promise<void> {
  const [clinic] = await tx.sql(chartsOfClinic([tx.clinic.id]))
  if (clinic?.charts.includes(chart)) return
  refuseInput({ path: '/chart', code: 'enum', message: 'must be one of the charts of the clinic' })
}
