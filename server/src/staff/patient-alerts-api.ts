import { addPatientAlert, listPatientAlerts, updatePatientAlert } from '@clinic/contract/staff/patient-alerts.ts'
import { putPatientRelation } from '@clinic/contract/staff/patient-relations.ts'
import { type AlertRow, addAlert, alertsOf, changeAlert } from '../domain/patients/patient-alerts.ts'
import { putRelation, relationsOf } from '../domain/patients/patient-relations.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentRelated } from '../present/staff-patients.ts'
import { shownAlerts } from './shown-alerts.ts'

const shownAlert = async (tx: Tx, row: AlertRow) => {
  const [data] = await shownAlerts(tx, [row])
  if (!data) throw new Error('The alert is not shown.')
  return { data }
}

/** What is to be known of patients, and who belongs to whom. */
export const patientAlertsApi = [
  implement(listPatientAlerts, async (tx, { id }) => ({ data: await shownAlerts(tx, await alertsOf(tx, id)) })),
  implement(addPatientAlert, async (tx, input) => shownAlert(tx, await addAlert(tx, input))),
  implement(updatePatientAlert, async (tx, input) => shownAlert(tx, await changeAlert(tx, input))),
  implement(putPatientRelation, async (tx, input) => {
    const { id, version } = await putRelation(tx, input)
    const relations = (await relationsOf(tx, id)).map(row => presentRelated(row, tx.clinic))
    return { data: { object: 'patient' as const, id, relations, version }, changed: [input.relatedId] }
  }),
]
