import type { Static } from '@clinic/contract/kernel.ts'
import { getPrescription, listPrescriptions, type Prescription } from '@clinic/contract/prescriptions.ts'
import { linesOf, type PrescriptionRow } from '../domain/clinical/prescription.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentPrescription } from '../present/prescription.ts'

const source = listSource<PrescriptionRow>({
  name: 'listPrescriptions',
  from: 'prescription t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

async function presentAll(tx: Tx, rows: readonly PrescriptionRow[]): Promise<Static<typeof Prescription>[]> {
  const lines = await linesOf(tx, rows)
  return rows.map(row => presentPrescription(row, lines(row)))
}

export const prescriptions = [
  implement(listPrescriptions, (tx, query) =>
    pageTogether(tx, source, query, (rows: PrescriptionRow[]) => presentAll(tx, rows)),
  ),
  implement(getPrescription, async (tx, { id }) => {
    const row = await tx.get('prescription', id)
    return { data: presentPrescription(row, (await linesOf(tx, [row]))(row)) }
  }),
]
