import { PLAN_PHASES } from '@clinic/contract/staff/chart-item.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceTotals } from '../billing/invoice-totals.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { type OfferedLine, offeredLines } from './offered-lines.ts'
import type { TreatmentRow } from './treatment.ts'

/** Something that is to be done, with what it would cost. */
export interface PlannedItem
  extends OfferedLine,
    Pick<TreatmentRow, 'status' | 'doctor_id' | 'quotation_id' | 'phase'> {
  treatment_id: string
  signed: boolean
}

export interface PlanPhase {
  phase: string | null
  items: PlannedItem[]
}

export interface PatientPlan {
  patientId: string
  phases: PlanPhase[]
  totals: InvoiceTotals
}

const MOST = 2000
const open = sql<TreatmentRow & { signed: boolean }>(`
  select t.*, exists (select from quotation q where q.company_id = $1 and q.id = t.quotation_id and q.signed) as signed
  from treatment t
  where t.company_id = $1 and t.patient_id = $2 and t.status in ('PLANNED', 'IN_PROGRESS') and t.invoice_id is null
  order by t.sort_order, t.created_at, t.id limit ${MOST}`)

const IN_ORDER: readonly (string | null)[] = [...PLAN_PHASES, null]

/** What is still to be done for a patient and is on no invoice, by its phases: items and phases add up to the whole. */
export async function readPlan(tx: Tx, patientId: string): Promise<PatientPlan> {
  const patient = await wholePatientFile(tx, patientId)
  const rows = await tx.sql(open([tx.clinic.id, patientId]))
  const ordered = IN_ORDER.flatMap(phase => rows.filter(row => row.phase === phase))
  const taxPercent = patientTaxPercent(tx.clinic, patient)
  const { lines, totals } = await offeredLines(tx, patient, ordered, { feeMinor: 0, taxPercent })
  const items = ordered.flatMap(({ id, status, doctor_id, quotation_id, phase, signed }, place) => {
    const line = lines[place]
    return line ? [{ ...line, treatment_id: id, status, doctor_id, quotation_id, phase, signed }] : []
  })
  const phases = IN_ORDER.map(phase => ({ phase, items: items.filter(item => item.phase === phase) }))
  return { patientId, phases: phases.filter(one => one.items.length > 0), totals }
}
