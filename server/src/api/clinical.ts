import { type Encounter, getEncounter, listEncounters, recordMeasurement } from '@clinic/contract/encounters.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { listMedications, listReferenceMedications } from '@clinic/contract/medications.ts'
import { getPrescription, listPrescriptions, type Prescription } from '@clinic/contract/prescriptions.ts'
import { getQuotation, listQuotations } from '@clinic/contract/quotations.ts'
import { getTreatment, listTreatments, type Treatment } from '@clinic/contract/treatments.ts'
import { linesOf, type PrescriptionRow } from '../domain/clinical/prescription.ts'
import { stepsOf, type TreatmentRow, withSteps } from '../domain/clinical/treatment.ts'
import { type EncounterRow, measurementsOf } from '../domain/encounters/encounter.ts'
import { recordMeasurement as record } from '../domain/encounters/take-measurement.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import { getRecord, listRecords, presented, recordList } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import {
  presentEncounter,
  presentMeasurement,
  presentMedication,
  presentPrescription,
  presentQuotation,
  presentTreatment,
} from '../present/clinical.ts'

const encounterSource = recordList(listEncounters, 'encounter')

async function presentEncounters(tx: Tx, rows: readonly EncounterRow[]): Promise<Static<typeof Encounter>[]> {
  const measurements = await measurementsOf(tx, rows)
  return rows.map(row => presentEncounter({ ...row, measurements: measurements(row) }, tx.clinic))
}

const prescriptionSource = recordList(listPrescriptions, 'prescription')

async function presentPrescriptions(tx: Tx, rows: readonly PrescriptionRow[]): Promise<Static<typeof Prescription>[]> {
  const lines = await linesOf(tx, rows)
  return rows.map(row => presentPrescription({ ...row, lines: lines(row) }, tx.clinic))
}

const treatmentSource = recordList(listTreatments, 'treatment')

async function presentTreatments(tx: Tx, rows: readonly TreatmentRow[]): Promise<Static<typeof Treatment>[]> {
  const steps = await stepsOf(tx, rows)
  return rows.map(row => presentTreatment({ ...row, steps: steps(row) }, tx.clinic))
}

export const clinical = [
  implement(listEncounters, (tx, query) =>
    pageTogether(tx, encounterSource, query, rows => presentEncounters(tx, rows)),
  ),
  implement(getEncounter, async (tx, { id }) => {
    const row = await tx.get('encounter', id)
    const measurements = (await measurementsOf(tx, [row]))(row)
    return { data: presentEncounter({ ...row, measurements }, tx.clinic) }
  }),
  implement(
    recordMeasurement,
    presented((tx, { id, ...taken }) => record(tx, { encounterId: id, ...taken }), presentMeasurement),
  ),
  implement(listPrescriptions, (tx, query) =>
    pageTogether(tx, prescriptionSource, query, rows => presentPrescriptions(tx, rows)),
  ),
  implement(getPrescription, async (tx, { id }) => {
    const row = await tx.get('prescription', id)
    return { data: presentPrescription({ ...row, lines: (await linesOf(tx, [row]))(row) }, tx.clinic) }
  }),
  // One list under two paths; cursors belong to the path they came from.
  listRecords(listReferenceMedications, 'medication', presentMedication),
  listRecords(listMedications, 'medication', presentMedication),
  implement(listTreatments, (tx, query) =>
    pageTogether(tx, treatmentSource, query, rows => presentTreatments(tx, rows)),
  ),
  implement(getTreatment, async (tx, { id }) => {
    const { treatment, steps } = await withSteps(tx, await tx.get('treatment', id))
    return { data: presentTreatment({ ...treatment, steps }, tx.clinic) }
  }),
  listRecords(listQuotations, 'quotation', presentQuotation),
  getRecord(getQuotation, 'quotation', presentQuotation),
]
