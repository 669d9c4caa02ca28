import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { PrescriptionRow } from './prescription.ts'

type Doctor = Pick<TableRow<'practitioner'>, 'id' | 'display_name' | 'display_name_ar' | 'specialty'>

const doctorsAmong = sql<Doctor>(`
  select id, display_name, display_name_ar, specialty from practitioner where company_id = $1 and id = any($2)`)

/** Who wrote each of the prescriptions, read in one statement for all. */
export async function doctorsOf(tx: Tx, rows: readonly PrescriptionRow[]) {
  const ids = [...new Set(rows.map(({ doctor_id }) => doctor_id))]
  const found = ids.length === 0 ? [] : await tx.sql(doctorsAmong([tx.clinic.id, ids]))
  const byId = new Map(found.map(doctor => [doctor.id, doctor]))
  return ({ doctor_id }: PrescriptionRow): Doctor => {
    const doctor = byId.get(doctor_id)
    if (!doctor) throw new Error('The doctor of a prescription is not there.')
    return doctor
  }
}

const namesOf = sql<Pick<TableRow<'clinic'>, 'name' | 'name_ar'>>(
  'select name, name_ar from clinic where company_id = $1',
)

/** What stands on the paper of a prescription besides: whose it is and where it was written. */
export async function paperOf(tx: Tx, { patient_id, branch_id }: PrescriptionRow) {
  const [patient, branch, [clinic]] = await Promise.all([
    patientFile(tx, patient_id),
    tx.get('branch', branch_id),
    tx.sql(namesOf([tx.clinic.id])),
  ])
  if (!clinic) throw new Error('The clinic is not there.')
  const { first_name, last_name, file_number, birth_date } = patient
  return {
    ...{ first_name, last_name, file_number, birth_date },
    ...{ clinic_name: clinic.name, clinic_name_ar: clinic.name_ar },
    ...{ branch_name: branch.name, branch_name_ar: branch.name_ar, address: branch.address, phones: branch.phones },
    today: localDate(Date.parse(tx.now), tx.clinic.timeZone),
    read_at: tx.now,
  }
}
