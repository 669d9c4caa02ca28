import * as declared from '@clinic/contract/staff/prescriptions.ts'
import { cancelPrescription, medicationsMeant, prescribe } from '../domain/clinical/prescribe.ts'
import { linesOf, type PrescriptionRow } from '../domain/clinical/prescription.ts'
import { requirePatientFile } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import { recordList } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentMedication, presentWrittenPrescription } from '../present/clinical.ts'

const ofPatient = recordList(declared.listPrescriptionsOfPatient, 'prescription', {
  filters: { id: (value: string) => `t.patient_id = ${value}` },
})

async function shown(tx: Tx, rows: readonly PrescriptionRow[]) {
  const lines = await linesOf(tx, rows)
  const mayCancel = tx.caller.holds('may:prescriptions:write') && tx.caller.person?.practitionerId != null
  const allowed = (row: PrescriptionRow) => (mayCancel && row.canceled_at === null ? (['CANCEL'] as const) : [])
  return rows.map(row =>
    presentWrittenPrescription({ ...row, lines: lines(row), allowed: [...allowed(row)] }, tx.clinic),
  )
}

async function shownOne(tx: Tx, row: PrescriptionRow) {
  const [data] = await shown(tx, [row])
  if (!data) throw new Error('The prescription is not shown.')
  return { data }
}

/** What doctors prescribe. */
export const prescriptionsApi = [
  implement(declared.listClinicMedications, async (tx, query) => ({
    data: (await medicationsMeant(tx, query)).map(row => presentMedication(row, tx.clinic)),
  })),
  implement(declared.listPrescriptionsOfPatient, async (tx, query) => {
    await requirePatientFile(tx, query.id)
    return pageTogether(tx, ofPatient, query, rows => shown(tx, rows))
  }),
  implement(declared.prescribe, async (tx, input) => shownOne(tx, await prescribe(tx, input))),
  implement(declared.cancelPrescription, async (tx, input) => shownOne(tx, await cancelPrescription(tx, input))),
]
