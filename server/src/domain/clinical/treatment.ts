import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { rowsOfEach } from '../../kernel/rows-of-each.ts'
import type { Tx } from '../../kernel/tx.ts'
import { treatmentStatus } from './treatment-status.ts'

export type TreatmentRow = TableRow<'treatment'>
export type StepRow = TableRow<'treatment_step'>

/** A treatment with its steps in their order. */
export interface TreatmentWithSteps {
  treatment: TreatmentRow
  steps: StepRow[]
}

/** What every event of a treatment tells (contract section 8). */
export const treatmentFacts = (row: TreatmentRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: treatmentStatus(row),
  treatmentId: row.id,
  patientId: row.patient_id,
})

const stepsOfAll = sql<StepRow>(`
  select * from treatment_step where company_id = $1 and treatment_id = any($2) order by treatment_id, sort_order`)

/** The steps of each of the treatments, read in one statement for all. */
export const stepsOf = (tx: Tx, treatments: readonly TreatmentRow[]) =>
  rowsOfEach(
    tx,
    stepsOfAll,
    treatments.filter(({ has_steps }) => has_steps),
    step => step.treatment_id,
  )

/** The treatment with its steps. */
export const withSteps = async (tx: Tx, treatment: TreatmentRow): Promise<TreatmentWithSteps> => ({
  treatment,
  steps: (await stepsOf(tx, [treatment]))(treatment),
})
