import { patientCreated } from '@clinic/contract/patients.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { movePoints } from '../loyalty/move-points.ts'
import { emptyFilled } from './fill-blanks.ts'
import { type MergeRow, UNDO_MS } from './merge.ts'
import { lockBoth } from './merge-patients.ts'
import { relationsBack } from './move-relations.ts'
import { moveBack } from './move-rows.ts'
import { settleFiles } from './settle-files.ts'

const pointsOf = sql<{ id: string }>(`
  select record_id as id from patient_merge_item
  where company_id = $1 and merge_id = $2 and table_name = 'loyalty_transaction'`)

/**
 * Parts two files again that were merged within the last 30 days: the rows that were moved go back, with what is left of the
 * points, and what was filled is emptied where it is still as it was filled. What was added since stays where it is. A kept
 * file that was merged or deleted itself is opened first.
 */
export async function undoMerge(tx: Tx, { id: mergeId }: { id: string }): Promise<MergeRow> {
  const merge = await tx.lock('patient_merge', mergeId)
  if (merge.undone_at !== null) refuse('invalid_state_transition', { from: 'UNDONE', to: 'UNDONE' })
  if (Date.parse(merge.created_at) < Date.parse(tx.now) - UNDO_MS) refuse('undo_expired')
  const { patient_id: keptId, absorbed_id: absorbedId } = merge
  const [kept, absorbed] = await lockBoth(tx, keptId, absorbedId)
  if (kept.deleted_at !== null) refuse('merge_refused', { reason: 'deleted' })
  if (absorbed.restricted_at !== null) refuse('merge_refused', { reason: 'restricted' })
  await changeRecord(tx, 'patient', absorbed, { deleted_at: null, merged_into_id: null })
  const move = { mergeId, from: keptId, to: absorbedId }
  await moveBack(tx, move)
  await relationsBack(tx, move)
  await movePoints(tx, {
    ...{ from: keptId, to: absorbedId, branchId: absorbed.branch_id },
    reason: `No longer merged with file ${kept.file_number}`,
    of: (await tx.sql(pointsOf([tx.clinic.id, mergeId]))).map(({ id }) => id),
  })
  await settleFiles(tx, [keptId, absorbedId])
  tx.emit(patientCreated, { id: absorbedId, branchId: absorbed.branch_id, doctorId: absorbed.doctor_id })
  await emptyFilled(tx, kept, merge.filled)
  for (const one of [keptId, absorbedId]) tx.touched.patientIds.add(one)
  return tx.update('patient_merge', mergeId, { undone_at: tx.now, undone_by: `${tx.caller.kind} ${tx.caller.id}` })
}
