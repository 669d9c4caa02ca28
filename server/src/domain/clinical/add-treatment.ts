import { isMilkTooth } from '@clinic/contract/teeth.ts'
import type { TreatmentStatus } from '@clinic/contract/treatments.ts'
import { sql } from '../../db/statement.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { Discount } from '../billing/invoice-totals.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { requireTeeth } from './tooth-parts.ts'
import type { StepRow, TreatmentRow, TreatmentWithSteps } from './treatment.ts'
import { treatmentAmounts } from './treatment-amounts.ts'

export interface NewStep {
  name: string
  appointmentId?: string | null
  start?: string | null
}

/** Money in minor units. Name, code, chart and price are those of the procedure unless they are given. */
export interface NewTreatment extends Discount {
  patientId: string
  branchId: string
  /** PLANNED is to be done; EXISTING and CONDITION are what was found, and cost nothing. */
  status?: Extract<TreatmentStatus, 'PLANNED' | 'EXISTING' | 'CONDITION'>
  procedureId?: string | null
  name?: string
  code?: string | null
  chart?: string | null
  priceMinor?: number
  /** How many of it, 1 unless told. */
  quantity?: number
  tooth?: readonly number[]
  toothPart?: readonly string[]
  steps?: readonly NewStep[]
  diagnosis?: string | null
  details?: string | null
  start?: string | null
  /** Until when the price is kept. */
  expires?: string | null
  doctorId?: string | null
  appointmentId?: string | null
  insuranceCompanyId?: string | null
  approvalRequired?: boolean
}

const BLANK = {
  quotation_id: null,
  invoice_id: null,
  paid_minor: 0,
  completed_percent: 0,
  ends_at: null,
  approval_requested_at: null,
  approved: false,
  approved_at: null,
  pre_auth: null,
}

/** Puts a treatment on a patient's chart, priced with the patient's tax, with its steps in the order given. */
export async function addTreatment(tx: Tx, input: NewTreatment): Promise<TreatmentWithSteps> {
  requireTeeth(input)
  const patient = await wholePatientFile(tx, input.patientId)
  const procedure = input.procedureId ? await tx.get('procedure', input.procedureId) : undefined
  const chart = input.chart ?? procedure?.chart ?? null
  if (input.chart) await requireChart(tx, input.chart)
  const name = input.name ?? procedure?.name
  if (name === undefined) return refuseInput({ path: '/name', code: 'required', message: 'is required' })
  const { status = 'PLANNED', tooth = [], toothPart = [], steps = [] } = input
  const priceMinor = status === 'PLANNED' ? (input.priceMinor ?? procedure?.price_minor ?? 0) : 0
  const treatment = tx.add('treatment', {
    ...BLANK,
    ...treatmentAmounts({ ...input, priceMinor, taxPercent: patientTaxPercent(tx.clinic, patient) }),
    id: newId('trt', Date.parse(tx.now)),
    patient_id: input.patientId,
    branch_id: input.branchId,
    doctor_id: input.doctorId ?? null,
    appointment_id: input.appointmentId ?? null,
    procedure_id: input.procedureId ?? null,
    insurance_company_id: input.insuranceCompanyId ?? null,
    name,
    code: input.code ?? procedure?.code ?? null,
    status,
    chart,
    diagnosis: input.diagnosis ?? null,
    details: input.details ?? null,
    tooth: [...tooth],
    tooth_part: [...toothPart],
    child: tooth.some(isMilkTooth),
    has_steps: steps.length > 0,
    starts_at: input.start ?? null,
    expires_at: input.expires ?? null,
    approval_required: input.approvalRequired ?? false,
  })
  return { treatment, steps: steps.map((step, index) => addStep(tx, treatment, step, index)) }
}

function addStep(tx: Tx, treatment: TreatmentRow, { name, appointmentId, start }: NewStep, index: number): StepRow {
  return tx.add('treatment_step', {
    id: newId('tst', Date.parse(tx.now)),
    treatment_id: treatment.id,
    name,
    status: treatment.status,
    sort_order: index + 1,
    appointment_id: appointmentId ?? null,
    starts_at: start ?? null,
    ends_at: null,
  })
}

const chartsOfClinic = sql<{ charts: string[] }>('select charts from clinic where company_id = $1')

async function requireChart(tx: Tx, chart: string): Promise<void> {
  const [clinic] = await tx.sql(chartsOfClinic([tx.clinic.id]))
  if (clinic?.charts.includes(chart)) return
  refuseInput({ path: '/chart', code: 'enum', message: 'must be one of the charts of the clinic' })
}
