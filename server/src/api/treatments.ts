import type { Static } from '@clinic/contract/kernel.ts'
import { getTreatment, listTreatments, type Treatment } from '@clinic/contract/treatments.ts'
import { stepsOf, type TreatmentRow, withSteps } from '../domain/clinical/treatment.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentTreatment } from '../present/treatment.ts'

const source = listSource<TreatmentRow>({
  name: 'listTreatments',
  from: 'treatment t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    status: value => `t.status = ${value}`,
    approvalRequired: value => `t.approval_required = ${value}`,
    approved: value => `t.approved = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

async function presentAll(tx: Tx, rows: readonly TreatmentRow[]): Promise<Static<typeof Treatment>[]> {
  const steps = await stepsOf(tx, rows)
  return rows.map(row => presentTreatment(tx.clinic)(row, steps(row)))
}

export const treatments = [
  implement(listTreatments, (tx, query) =>
    pageTogether(tx, source, query, (rows: TreatmentRow[]) => presentAll(tx, rows)),
  ),
  implement(getTreatment, async (tx, { id }) => {
    const { treatment, steps } = await withSteps(tx, await tx.get('treatment', id))
    return { data: presentTreatment(tx.clinic)(treatment, steps) }
  }),
]
