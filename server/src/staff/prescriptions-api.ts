import * as declared from '@clinic/contract/staff/prescriptions.ts'
import { cancelPrescription, medicationsMeant, prescribe } from '../domain/clinical/prescribe.ts'
import { linesOf, type PrescriptionRow } from '../domain/clinical/prescription.ts'
import { doctorsOf, paperOf } from '../domain/clinical/prescription-sheet.ts'
import { requirePatientFile } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import { recordList } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentMedication, presentPrescriptionSheet, presentWrittenPrescription } from '../present/clinical.ts'

const ofPatient = recordList(declared.listPrescriptionsOfPatient, 'prescription', {
  filters: { id: (value: string) => `t.patient_id = ${value}` },
})

/** Prescriptions with their lines, who wrote them, and what the member who asks may do with them. */
async function withAll(tx: Tx, rows: readonly PrescriptionRow[]) {
  const [lines, doctorOf] = await Promise.all([linesOf(tx, rows), doctorsOf(tx, rows)])
  const mayCancel = tx.caller.holds('may:prescriptions:write') && tx.caller.person?.practitionerId != null
  return rows.map(row => {
    const { display_name: doctor_name, display_name_ar: doctor_name_ar, specialty } = doctorOf(row)
    const allowed: 'CANCEL'[] = mayCancel && row.canceled_at === null ? ['CANCEL'] : []
    return { ...row, lines: lines(row), doctor_name, doctor_name_ar, specialty, allowed }
  })
}

const shown = async (tx: Tx, rows: readonly PrescriptionRow[]) =>
  (await withAll(tx, rows)).map(row => presentWrittenPrescription(row, tx.clinic))

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
  implement(declared.getPrescriptionSheet, async (tx, { id }) => {
    const row = await tx.get('prescription', id)
    const [[written], paper] = await Promise.all([withAll(tx, [row]), paperOf(tx, row)])
    if (!written) throw new Error('The prescription is not shown.')
    return { data: presentPrescriptionSheet({ ...paper, ...written }, tx.clinic) }
  }),
  implement(declared.prescribe, async (tx, input) => shownOne(tx, await prescribe(tx, input))),
  implement(declared.cancelPrescription, async (tx, input) => shownOne(tx, await cancelPrescription(tx, input))),
]
