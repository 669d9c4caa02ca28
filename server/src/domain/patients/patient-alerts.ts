import type { Input } from '@clinic/contract/kernel.ts'
import type { addPatientAlert, updatePatientAlert } from '@clinic/contract/staff/patient-alerts.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from './patient-file.ts'

export type AlertRow = TableRow<'patient_alert'>

const alerts = sql<AlertRow>(`
  select * from patient_alert where company_id = $1 and patient_id = $2
  order by ended_at is not null, severity = 'NORMAL', created_at desc, id desc limit 500`)

/** All that was to be known of a patient: what holds first, and of that what is high. */
export const alertsOf = async (tx: Tx, patientId: string): Promise<AlertRow[]> => {
  await patientFile(tx, patientId)
  return tx.sql(alerts([tx.clinic.id, patientId]))
}

const current = sql<AlertRow>(`
  select * from patient_alert where company_id = $1 and patient_id = $2 and ended_at is null
  order by severity = 'NORMAL', created_at desc, id desc limit 100`)

/** Those that hold, high ones first. */
export const currentAlerts = (tx: Tx, patientId: string): Promise<AlertRow[]> =>
  tx.sql(current([tx.clinic.id, patientId]))

const by = ({ caller: { kind, id } }: Tx): string => `${kind} ${id}`

/** Adds an alert. No event tells of it. */
export async function addAlert(
  tx: Tx,
  { id: patientId, kind, severity, text }: Input<typeof addPatientAlert>,
): Promise<AlertRow> {
  await patientFile(tx, patientId)
  return tx.add('patient_alert', {
    ...{ id: newId('alt', Date.parse(tx.now)), patient_id: patientId, kind, severity, text, added_by: by(tx) },
    ...{ ended_at: null, ended_by: null },
  })
}

/** Changes what is given of an alert that holds, or ends it: an alert that has ended stays as it was. */
export async function changeAlert(tx: Tx, input: Input<typeof updatePatientAlert>): Promise<AlertRow> {
  const { id, kind, severity, text, ended } = input
  const before = await tx.lock('patient_alert', id)
  await patientFile(tx, before.patient_id)
  if (ended && !tx.caller.holds('may:alerts:end')) refuse('not_permitted', { permission: 'alerts:end' })
  if (before.ended_at !== null) refuse('invalid_state_transition', { from: 'ENDED', to: ended ? 'ENDED' : 'CHANGED' })
  const end = ended ? { ended_at: tx.now, ended_by: by(tx) } : {}
  return changeRecord(tx, 'patient_alert', before, { kind, severity, text, ...end })
}
