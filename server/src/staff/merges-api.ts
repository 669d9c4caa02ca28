import { listPatientMerges, mergePatientFiles, undoPatientMerge } from '@clinic/contract/staff/merges.ts'
import { mergePatients } from '../domain/merges/merge-patients.ts'
import { mergesOf } from '../domain/merges/merges-of.ts'
import { undoMerge } from '../domain/merges/undo-merge.ts'
import { implement } from '../kernel/implement.ts'
import { presentMerge } from '../present/merges.ts'

/** Files of one person that become one, and are parted again. */
export const mergesApi = [
  implement(listPatientMerges, async (tx, { id }) => ({
    data: (await mergesOf(tx, id)).map(row => presentMerge(row, tx.clinic)),
  })),
  implement(mergePatientFiles, async (tx, input) => ({
    data: presentMerge(await mergePatients(tx, input), tx.clinic),
    changed: [input.id, input.absorbedId],
  })),
  implement(undoPatientMerge, async (tx, input) => {
    const row = await undoMerge(tx, input)
    return { data: presentMerge(row, tx.clinic), changed: [row.patient_id, row.absorbed_id] }
  }),
]
