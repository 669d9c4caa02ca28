import { Id } from '@clinic/contract/fields.ts'
import {
  appointmentsAround,
  clinicalState,
  openBalance,
  type SummarizedAppointment,
} from '../../domain/patients/patient-summary.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { closedInput } from '../inputs.ts'
import type { Sight } from '../sight.ts'
import type { Call, Plain, Schema, Tool } from '../tool.ts'
import { name } from '../untrusted.ts'
import { closed, list, maybe } from '../view.ts'
import { patientOf } from './get-patient.ts'
import { patientFields } from './patient-view.ts'

const text: Schema = { type: 'string' }
const instant: Schema = { type: 'string', format: 'date-time' }

const appointments = list(
  closed({
    id: text,
    start: instant,
    end: instant,
    status: text,
    type: maybe('string'),
    doctor_id: text,
    branch_id: text,
  }),
)
const CLINICAL: Record<string, Schema> = {
  open_treatments: list(
    closed({
      id: text,
      name: text,
      code: maybe('string'),
      status: text,
      tooth: list({ type: 'integer' }),
      completed_percent: { type: 'number' },
      doctor_id: maybe('string'),
    }),
  ),
  latest_measurements: list(
    closed({ name: text, value: { type: 'number' }, status: { type: 'integer' }, measured_at: instant }),
  ),
  latest_prescriptions: list(closed({ id: text, created_at: instant, medications: list(text) })),
}

const parts = (sight: Sight): Record<string, Schema> => ({
  patient: closed({ ...patientFields(sight), insurance_company: maybe('string') }),
  ...(sight.may('schedule:read') && { upcoming_appointments: appointments, last_appointments: appointments }),
  ...(sight.may('clinical:read') && CLINICAL),
  ...(sight.may('billing:read') && { to_be_paid: { type: 'number' }, currency: text }),
})

const shownAppointment = ({ starts_at, ends_at, type, ...row }: SummarizedAppointment): Plain => ({
  ...row,
  start: starts_at,
  end: ends_at,
  type: type === null ? null : name(type),
})

async function clinicalParts({ tx }: Call, id: string): Promise<Plain> {
  const { treatments, measurements, prescriptions } = await clinicalState(tx, id)
  return {
    open_treatments: treatments.map(row => ({ ...row, name: name(row.name) })),
    latest_measurements: measurements.map(({ created_at, ...row }) => ({ ...row, measured_at: created_at })),
    latest_prescriptions: prescriptions.map(row => ({ ...row, medications: row.medications.map(name) })),
  }
}

async function summaryOf(call: Call, id: string): Promise<Plain> {
  const { sight, tx, clinic } = call
  const patient = await patientOf(call, id)
  const [around, clinical, minor] = await Promise.all([
    sight.may('schedule:read') ? appointmentsAround(tx, id) : undefined,
    sight.may('clinical:read') ? clinicalParts(call, id) : undefined,
    sight.may('billing:read') ? openBalance(tx, id) : undefined,
  ])
  return {
    patient,
    ...(around && {
      upcoming_appointments: around.next.map(shownAppointment),
      last_appointments: around.last.map(shownAppointment),
    }),
    ...clinical,
    ...(minor !== undefined && { to_be_paid: toMajor(minor, clinic.currency), currency: clinic.currency }),
  }
}

export const getPatientSummary: Tool = {
  name: 'get_patient_summary',
  title: 'Summarize a patient',
  description:
    'What to know before a visit: next and last five appointments, open treatments, latest measurements and prescriptions, and what is still to be paid, as far as each may be read.',
  scopes: ['patients:read'],
  input: closedInput({ patient_id: Id }),
  bind: sight => ({
    output: closed(parts(sight)),
    async run(call, { patient_id }) {
      const id = String(patient_id)
      return { content: await summaryOf(call, id), resourceIds: [id], patientIds: [id] }
    },
  }),
}
