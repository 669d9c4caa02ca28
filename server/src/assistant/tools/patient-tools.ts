import { sql } from '../../db/statement.ts'
import { patientFile, type ShownPatient } from '../../domain/patients/patient-file.ts'
import {
  appointmentsAround,
  clinicalState,
  openBalance,
  type SummarizedAppointment,
} from '../../domain/patients/patient-summary.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { todayIn } from '../../kernel/values/zone.ts'
import { closedInput, patientId } from '../inputs.ts'
import { closed, list, maybe, type Schema, viewOfFields } from '../schemas.ts'
import type { Call, JsonObject, Tool } from '../tool.ts'
import { shortText, shortTextOrNull } from '../untrusted.ts'
import type { Visibility } from '../visibility.ts'
import { patientFields } from './patient-view.ts'

const insurerName = sql<{ name: string }>('select name from insurance_company where company_id = $1 and id = $2')

async function insurerOf({ tx }: Call, { insurance_company_id: id }: ShownPatient): Promise<string | null> {
  if (id === null) return null
  const [insurer] = await tx.sql(insurerName([tx.clinic.id, id]))
  return insurer ? shortText(insurer.name) : null
}

/** A patient as a connection may see them, with the name of the insurer. */
function patientView(visibility: Visibility) {
  const { schema, show } = viewOfFields<{ row: ShownPatient; today: string; insurer: string | null }>({
    ...patientFields(visibility),
    insurance_company: [maybe('string'), ({ insurer }) => insurer],
  })
  async function read(call: Call, id: string): Promise<JsonObject> {
    const row = await patientFile(call.tx, id)
    return show({ row, today: todayIn(call.clinic.timeZone), insurer: await insurerOf(call, row) })
  }
  return { schema, read }
}

const getPatient: Tool = {
  name: 'get_patient',
  title: 'Get a patient',
  description: 'One patient by id: name, age, gender, masked phone, insurer; contact data where that may be read.',
  scopes: ['patients:read'],
  input: closedInput(patientId),
  bind(visibility) {
    const { schema, read } = patientView(visibility)
    return {
      output: schema,
      async run(call, { patient_id }) {
        const id = String(patient_id)
        return { content: await read(call, id), resourceIds: [id], patientIds: [id] }
      },
    }
  },
}

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

const parts = (visibility: Visibility): Record<string, Schema> => ({
  ...(visibility.allows('schedule:read') && { upcoming_appointments: appointments, last_appointments: appointments }),
  ...(visibility.allows('clinical:read') && CLINICAL),
  ...(visibility.allows('billing:read') && { to_be_paid: { type: 'number' }, currency: text }),
})

const shownAppointment = ({ starts_at, ends_at, type, ...row }: SummarizedAppointment): JsonObject => ({
  ...row,
  start: starts_at,
  end: ends_at,
  type: shortTextOrNull(type),
})

async function clinicalParts({ tx }: Call, id: string): Promise<JsonObject> {
  const { treatments, measurements, prescriptions } = await clinicalState(tx, id)
  return {
    open_treatments: treatments.map(row => ({ ...row, name: shortText(row.name) })),
    latest_measurements: measurements.map(({ created_at, ...row }) => ({ ...row, measured_at: created_at })),
    latest_prescriptions: prescriptions.map(row => ({ ...row, medications: row.medications.map(shortText) })),
  }
}

async function partsOf(call: Call, id: string): Promise<JsonObject> {
  const { visibility, tx, clinic } = call
  const [around, clinical, minor] = await Promise.all([
    visibility.allows('schedule:read') ? appointmentsAround(tx, id) : undefined,
    visibility.allows('clinical:read') ? clinicalParts(call, id) : undefined,
    visibility.allows('billing:read') ? openBalance(tx, id) : undefined,
  ])
  return {
    ...(around && {
      upcoming_appointments: around.next.map(shownAppointment),
      last_appointments: around.last.map(shownAppointment),
    }),
    ...clinical,
    ...(minor !== undefined && { to_be_paid: toMajor(minor, clinic.currency), currency: clinic.currency }),
  }
}

const getPatientSummary: Tool = {
  name: 'get_patient_summary',
  title: 'Summarize a patient',
  description:
    'What to know before a visit: next and last five appointments, open treatments, latest measurements and prescriptions, and what is still to be paid, as far as each may be read.',
  scopes: ['patients:read'],
  input: closedInput(patientId),
  bind(visibility) {
    const { schema, read } = patientView(visibility)
    return {
      output: closed({ patient: schema, ...parts(visibility) }),
      async run(call, { patient_id }) {
        const id = String(patient_id)
        const patient = await read(call, id)
        return { content: { patient, ...(await partsOf(call, id)) }, resourceIds: [id], patientIds: [id] }
      },
    }
  },
}

export const patientTools = [getPatient, getPatientSummary]
