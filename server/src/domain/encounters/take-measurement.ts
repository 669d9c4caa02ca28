import { type MeasurementName, measurementRecorded } from '@clinic/contract/encounters.ts'
import { sql } from '../../db/statement.ts'
import { refuseInput } from '../../kernel/errors.ts'
import { addRecord } from '../../kernel/record-statements.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { holdPatientFile } from '../patients/patient-file.ts'
import { instantAfter, type MeasurementRow, measurementName } from './encounter.ts'
import { compared, MOST_VALUE, statusOf } from './measurement-arithmetic.ts'

interface NewMeasurement {
  encounterId: string
  name: MeasurementName
  /** In the unit of normal-ranges.ts. */
  value: number
}

const firstOfName = sql<MeasurementRow>(`
  select * from measurement where company_id = $1 and patient_id = $2 and name = $3 order by created_at, id limit 1`)
const previousOfName = sql<MeasurementRow>(`
  update measurement set last = false, updated_at = $4
  where company_id = $1 and patient_id = $2 and name = $3 and last returning *`)
const touchEncounters = sql('update encounter set updated_at = $3 where company_id = $1 and id = any($2)')

/**
 * Takes a measurement in an encounter and compares it with the patient's earlier ones of the same name. It is the last of
 * its name from now on, which changes the encounter of the previous one too.
 */
export async function takeMeasurement(tx: Tx, { encounterId, name, value }: NewMeasurement): Promise<MeasurementRow> {
  if (Math.abs(value) > MOST_VALUE)
    refuseInput({ path: '/value', code: 'too_large', message: `must be from -${MOST_VALUE} to ${MOST_VALUE}` })
  const encounter = await tx.get('encounter', encounterId)
  // A caller who measures the same patient waits here, so that exactly one measurement is the last.
  await holdPatientFile(tx, encounter.patient_id)
  const ofName = [tx.clinic.id, encounter.patient_id, name]
  const [first] = await tx.sql(firstOfName(ofName))
  const [previous] = first ? await tx.sql(previousOfName([...ofName, tx.now])) : []
  const touched = previous ? [encounterId, previous.encounter_id] : [encounterId]
  await tx.sql(touchEncounters([tx.clinic.id, touched, tx.now]))
  const at = instantAfter(previous, tx.now)
  const taken = { value, created_at: at }
  const beside = compared(name, previous, taken, tx.clinic.timeZone)
  const overall = compared(name, first, taken, tx.clinic.timeZone)
  const measurement: MeasurementRow = {
    company_id: tx.clinic.id,
    id: newId('mea', Date.parse(at)),
    encounter_id: encounterId,
    patient_id: encounter.patient_id,
    branch_id: encounter.branch_id,
    doctor_id: encounter.doctor_id,
    name,
    value,
    status: statusOf(name, value),
    difference: beside.difference,
    overall_difference: overall.difference,
    improvement: beside.improvement,
    overall_improvement: overall.improvement,
    duration_days: beside.days,
    overall_duration_days: overall.days,
    last: true,
    created_at: at,
    updated_at: at,
  }
  await tx.sql(addRecord('measurement', measurement))
  return measurement
}

/** The same through the plugin API, which alone fires measurement.recorded (specification, Rules per event 3). */
export async function recordMeasurement(tx: Tx, input: NewMeasurement): Promise<MeasurementRow> {
  const row = await takeMeasurement(tx, input)
  const { id, branch_id: branchId, encounter_id: encounterId, patient_id: patientId } = row
  tx.emit(measurementRecorded, { id, branchId, measurementName: measurementName(row), encounterId, patientId })
  return row
}
