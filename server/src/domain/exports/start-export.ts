import { Id } from '@clinic/contract/fields.ts'
import type { Static, TObject } from '@clinic/contract/kernel.ts'
import { enqueue, inRealTime, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import type { ExportKind, ExportRow } from './export-kind.ts'

export const exportRun = inRealTime(jobKind('run_export', { exportId: Id }, 5))

export interface ExportWish<Params extends TObject> {
  params: Static<Params>
  /** The patient, where the export is of one. */
  patientId?: string | undefined
  /** How long the file is kept once it is there, in seconds. */
  keepFor: number
}

/** Has a file made of the clinic's records, if the transaction commits; the owners see that it was asked for. */
export async function startExport<Params extends TObject>(
  tx: Tx,
  kind: Omit<ExportKind<Params>, 'build'>,
  { params, patientId, keepFor }: ExportWish<Params>,
): Promise<ExportRow> {
  const id = newId('xpt', Date.parse(tx.now))
  const { name, contentType } = kind.file(params, { id, at: tx.now })
  const job = await tx.insert('export_job', {
    ...{ id, kind: kind.name, state: 'QUEUED', params, patient_id: patientId ?? null, keep_seconds: keepFor },
    ...{ file_name: name, content_type: contentType, created_by: tx.caller.id },
  })
  await enqueue(tx, exportRun, { exportId: id }, { key: id })
  const { person } = tx.caller
  await raiseAlarm(tx, 'export', `${kind.name} ${tx.caller.id}`, {
    userId: tx.caller.id,
    ...(person && { userName: person.name }),
  })
  return job
}
