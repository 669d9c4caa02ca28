import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, localDate, startOfDay } from '../../kernel/values/zone.ts'
import { currentAlerts } from './patient-alerts.ts'
import type { PatientRow } from './patient-file.ts'
import { FLAGGED } from './patient-flags.ts'
import { relationsOf } from './patient-relations.ts'
import { patientSearch } from './patient-search.ts'
import { inSightOf } from './patient-sight.ts'
import { refusePatient } from './refuse-patient.ts'
import { NAMED } from './staff-search.ts'
import { TOLD_COLUMNS, type ToldPatient } from './told-patient.ts'

const OF_PATIENT = 'company_id = t.company_id and patient_id = t.id'
/** Visits that took place, or are to. */
const VISITS = `from appointment where ${OF_PATIENT} and status not in ('CANCELED', 'NOSHOW')`
/** Behind a sum, so that the few visits of the patient are read, and not all of the clinic in the order of their beginning. */
const STARTS = "starts_at + interval '0'"
const OWED = `(select coalesce(sum(pending_minor), 0)::bigint from invoice where ${OF_PATIENT}) as owed_minor`

/** A patient as the list shows one. */
export interface ListedPatient extends ToldPatient {
  created_at: string
  last_visit_at: string | null
  next_visit_at: string | null
  owed_minor: number
}

/** The patients in sight of a member. What is counted of each is looked up for those of the page alone. */
export const staffPatients = listSource<ListedPatient>({
  name: 'searchPatients',
  from: 'patient t',
  columns: `${TOLD_COLUMNS}, t.created_at,
    (select max(${STARTS}) ${VISITS} and starts_at <= clinic_now()) as last_visit_at,
    (select min(${STARTS}) ${VISITS} and starts_at > clinic_now()) as next_visit_at, ${OWED}`,
  where: 't.deleted_at is null',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    archived: value => `t.disabled = ${value}`,
    ...FLAGGED,
    ...patientSearch.filters,
    named: NAMED,
    branches: inSightOf,
  },
  derived: [...patientSearch.derived, ...Object.keys(FLAGGED), 'named', 'branches'],
})

/** A patient with the names of those whom the file refers to. */
export interface SummarizedPatient extends ToldPatient {
  branch_name: string
  branch_name_ar: string | null
  doctor_name: string | null
  doctor_name_ar: string | null
  insurer: string | null
  owed_minor: number
  unsigned_forms: number
}

const summary = sql<SummarizedPatient>(`
  select ${TOLD_COLUMNS}, branch.name as branch_name, branch.name_ar as branch_name_ar,
    doctor.display_name as doctor_name, doctor.display_name_ar as doctor_name_ar, insurer.name as insurer, ${OWED},
    (select count(*)::integer from consent_form
      where ${OF_PATIENT} and sign_required and not signed and (expires_at is null or expires_at > $3)) as unsigned_forms
  from patient t
  join branch on branch.company_id = t.company_id and branch.id = t.branch_id
  left join practitioner as doctor on doctor.company_id = t.company_id and doctor.id = t.doctor_id
  left join insurance_company as insurer on insurer.company_id = t.company_id and insurer.id = t.insurance_company_id
  where t.company_id = $1 and t.id = $2 and t.deleted_at is null`)

export type SummarizedVisit = Pick<
  TableRow<'appointment'>,
  'id' | 'starts_at' | 'ends_at' | 'status' | 'doctor_id' | 'branch_id'
>
const visitBeside = (bound: string, order: string) =>
  sql<SummarizedVisit>(`
    select id, starts_at, ends_at, status, doctor_id, branch_id from appointment
    where company_id = $1 and patient_id = $2 and status not in ('CANCELED', 'NOSHOW') and starts_at ${bound} $3
    order by ${STARTS} ${order}, id ${order} limit 1`)
const [before, after] = [visitBeside('<=', 'desc'), visitBeside('>', 'asc')]
/** What goes on, or is to, from one instant to another, at some branches or at all. */
const goingOn = sql<SummarizedVisit>(`
  select id, starts_at, ends_at, status, doctor_id, branch_id from appointment
  where company_id = $1 and patient_id = $2 and status not in ('COMPLETED', 'CANCELED', 'NOSHOW')
    and replaced_by_id is null and starts_at >= $3 and starts_at < $4 and ($5::text[] is null or branch_id = any($5))
  order by ${STARTS}, id limit 1`)

function ofToday({ now, clinic: { timeZone } }: Tx): string[] {
  const today = localDate(Date.parse(now), timeZone)
  return [today, addDays(today, 1)].map(date => new Date(startOfDay(date, timeZone)).toISOString())
}

/** What stands above everything else of a patient; a deleted one is not found. */
export async function patientSummary(tx: Tx, id: string) {
  const values = [tx.clinic.id, id, tx.now]
  const [[patient], [today], [last], [next], relations, alerts] = await Promise.all([
    tx.sql(summary(values)),
    tx.sql(goingOn([tx.clinic.id, id, ...ofToday(tx), branchesOf(tx)])),
    tx.sql(before(values)),
    tx.sql(after(values)),
    relationsOf(tx, id),
    tx.caller.holds('may:records:read') ? currentAlerts(tx, id) : [],
  ])
  return { patient: patient ?? (await refusePatient(tx, id)), today, last, next, relations, alerts }
}

/** The whole file with the name of the insurer. */
export type PatientFileRow = PatientRow & { insurer: string | null }

const file = sql<PatientFileRow>(`
  select t.*, insurer.name as insurer from patient t
  left join insurance_company as insurer on insurer.company_id = t.company_id and insurer.id = t.insurance_company_id
  where t.company_id = $1 and t.id = $2 and t.deleted_at is null`)

/** All that is said of a patient; a deleted file is not found. */
export async function staffPatientFile(tx: Tx, id: string): Promise<PatientFileRow> {
  const [patient] = await tx.sql(file([tx.clinic.id, id]))
  return patient ?? refusePatient(tx, id)
}
