import { patientDeleted } from '@clinic/contract/patients.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { movePoints } from '../loyalty/move-points.ts'
import { nationalIdMac, nationalIdOf } from '../patients/national-id.ts'
import type { PatientRow } from '../patients/patient-file.ts'
import { fillBlanks } from './fill-blanks.ts'
import type { MergeRow } from './merge.ts'
import { relationsForth } from './move-relations.ts'
import { moveForth } from './move-rows.ts'
import { settleFiles } from './settle-files.ts'

/** Locks two files, however they are named, in one order: two who merge them the other way round wait. */
export async function lockBoth(tx: Tx, one: string, other: string): Promise<[PatientRow, PatientRow]> {
  const rows = new Map<string, PatientRow>()
  for (const id of [one, other].toSorted()) rows.set(id, await tx.lock('patient', id))
  const found = (id: string) => rows.get(id) ?? refuse('not_found', { resource: 'patient' })
  return [found(one), found(other)]
}

const add = sql(`
  insert into patient_merge (company_id, id, created_at, updated_at, patient_id, absorbed_id, merged_by, filled, moved)
  values ($1, $2, $3, $3, $4, $5, $6, '{}', 0)`)
const noteMoved = sql<MergeRow>(`
  update patient_merge set filled = $3::jsonb, moved = (
    select count(*) from patient_merge_item where company_id = $1 and merge_id = $2)
  where company_id = $1 and id = $2 returning *`)
const listPoints = sql(`
  insert into patient_merge_item (company_id, merge_id, table_name, record_id)
  select $1, $2, 'loyalty_transaction', unnest($3::text[])`)

/**
 * Makes two files of one person one: all that is about the absorbed patient is about the kept one from then on, which takes
 * over what it does not say itself. Each row is listed, so that it can be given back. The absorbed file counts as deleted.
 */
export async function mergePatients(tx: Tx, { id, absorbedId }: { id: string; absorbedId: string }): Promise<MergeRow> {
  if (id === absorbedId) refuse('merge_refused', { reason: 'same' })
  const [kept, absorbed] = await lockBoth(tx, id, absorbedId)
  requireMergeable(tx, kept, absorbed)
  const mergeId = newId('mrg', Date.parse(tx.now))
  await tx.sql(add([tx.clinic.id, mergeId, tx.now, id, absorbedId, `${tx.caller.kind} ${tx.caller.id}`]))
  const move = { mergeId, from: absorbedId, to: id }
  await moveForth(tx, move)
  await relationsForth(tx, move)
  const given = await movePoints(tx, {
    ...{ from: absorbedId, to: id, branchId: kept.branch_id },
    reason: `Merged with file ${absorbed.file_number}`,
  })
  await tx.sql(listPoints([tx.clinic.id, mergeId, given]))
  await settleFiles(tx, [id, absorbedId])
  await changeRecord(tx, 'patient', absorbed, { deleted_at: tx.now, merged_into_id: id })
  tx.emit(patientDeleted, { id: absorbedId, branchId: absorbed.branch_id, doctorId: absorbed.doctor_id })
  const filled = await fillBlanks(tx, kept, absorbed)
  const [merge] = await tx.sql(noteMoved([tx.clinic.id, mergeId, JSON.stringify(filled)]))
  for (const one of [id, absorbedId]) tx.touched.patientIds.add(one)
  return merge ?? refuse('not_found', { resource: 'patient_merge' })
}

function requireMergeable(tx: Tx, kept: PatientRow, absorbed: PatientRow): void {
  if (kept.deleted_at !== null || absorbed.deleted_at !== null) refuse('merge_refused', { reason: 'deleted' })
  if (absorbed.legal_hold !== null) refuse('merge_refused', { reason: 'legal_hold' })
  const macs = [kept, absorbed].flatMap(file => {
    const number = nationalIdOf(tx, file)
    return number === null ? [] : [nationalIdMac(tx.box, tx.clinic.id, number)]
  })
  if (new Set(macs).size > 1) refuse('merge_refused', { reason: 'national_ids' })
}
