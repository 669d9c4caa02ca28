import { actorsOf } from '../domain/audit/audit-actors.ts'
import type { AlertRow } from '../domain/patients/patient-alerts.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentAlert } from '../present/staff-patients.ts'

/** Alerts with the names of those who wrote them. */
export async function shownAlerts(tx: Tx, rows: readonly AlertRow[]) {
  const actorOf = await actorsOf(
    tx,
    rows.map(({ added_by }) => added_by),
  )
  return rows.map(row => presentAlert({ ...row, added_by_name: actorOf(row.added_by).name }, tx.clinic))
}
