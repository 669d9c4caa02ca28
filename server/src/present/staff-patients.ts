import { APPOINTMENT_STATUSES } from '@clinic/contract/appointments.ts'
import type { Returned } from '@clinic/contract/kernel.ts'
import { PatientAlert } from '@clinic/contract/staff/patient-alerts.ts'
import {
  type deletePatientFile,
  dismissPatientSuspect,
  type listPatientSuspects,
  SUSPECT_REASONS,
} from '@clinic/contract/staff/patient-files.ts'
import { type putPatientRelation, Relation } from '@clinic/contract/staff/patient-relations.ts'
import { type getPatientSummary, PatientFile, searchPatients } from '@clinic/contract/staff/patients.ts'
import { FoundLead as FoundLeadShown, FoundPatient, type searchClinic } from '@clinic/contract/staff/search.ts'
import type { FoundLead } from '../domain/leads/leads-meant.ts'
import type { AlertRow } from '../domain/patients/patient-alerts.ts'
import type { RelatedPatient } from '../domain/patients/patient-relations.ts'
import type {
  ListedPatient,
  PatientFileRow,
  patientSummary,
  SummarizedVisit,
} from '../domain/patients/staff-patients.ts'
import type { ListedSuspect, SuspectRow } from '../domain/patients/suspects.ts'
import type { ToldPatient } from '../domain/patients/told-patient.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { ageOn } from '../kernel/values/age.ts'
import { fullName } from '../kernel/values/full-name.ts'
import { toMajor } from '../kernel/values/money.ts'
import { maskPhone } from '../kernel/values/phones.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { localDate, todayIn } from '../kernel/values/zone.ts'

/** The date of the clinic now, by its own clock. */
const todayOf = ({ timeZone, clockOffsetMs }: ClinicFacts): string =>
  clockOffsetMs === 0 ? todayIn(timeZone) : localDate(Date.now() + clockOffsetMs, timeZone)

/** How what tells a patient apart follows from the file. */
const told = {
  name: fullName,
  age: ({ birth_date }: ToldPatient, clinic: ClinicFacts) => ageOn(todayOf(clinic), birth_date),
  phoneNumberMasked: ({ phone_number }: ToldPatient) => maskPhone(phone_number),
  archived: 'disabled',
} as const

const presentTold = presenter<ToldPatient, typeof FoundPatient>(FoundPatient, told)
const reasonOf = wordOf(SUSPECT_REASONS)

export const presentPatientEntry = presenter<ListedPatient, typeof searchPatients.returns>(searchPatients.returns, {
  ...told,
  balance: 'owed_minor',
})

export const presentPatientFile = presenter<PatientFileRow, typeof PatientFile>(PatientFile, {
  ...told,
  insurance: ({ insurer, insurance_number: number, insurance_group: group, insurance_end_date: endDate }) =>
    insurer === null ? null : { insurer, number, group, endDate },
})

export const presentSuspect: Presenter<
  { row: ListedSuspect; files: readonly ToldPatient[] },
  Returned<typeof listPatientSuspects>
> = ({ row, files }, clinic) => ({
  id: row.id,
  reasons: row.reasons.map(reasonOf),
  patients: files.map(file => presentTold(file, clinic)),
  createdAt: row.created_at,
})
export const presentDismissed = presenter<SuspectRow, typeof dismissPatientSuspect.returns>(
  dismissPatientSuspect.returns,
)
const RESTORE_MS = 30 * 86_400_000
export const presentDeleted: Presenter<{ id: string; updated_at: string }, Returned<typeof deletePatientFile>> = ({
  id,
  updated_at,
}) => ({
  id,
  patientId: id,
  restorableUntil: new Date(Date.parse(updated_at) + RESTORE_MS).toISOString(),
})

export const presentRelated = presenter<RelatedPatient, typeof Relation>(Relation, told)

type ToldAlert = AlertRow & { added_by_name: string | null }
export const presentAlert = presenter<ToldAlert, typeof PatientAlert>(PatientAlert, { addedBy: 'added_by_name' })

type Summary = Returned<typeof getPatientSummary>
const statusOf = wordOf(APPOINTMENT_STATUSES)

const visitShown = (visit: SummarizedVisit | undefined): Summary['nextVisit'] =>
  visit
    ? {
        ...{ id: visit.id, start: visit.starts_at, end: visit.ends_at, status: statusOf(visit.status) },
        ...{ doctorId: visit.doctor_id, branchId: visit.branch_id },
      }
    : null

/** Who is answerable comes first: a guardian, else a parent. */
function belonging(relations: readonly Returned<typeof putPatientRelation>['relations'][number][]) {
  const guardian = relations.find(({ kind }) => kind === 'GUARDIAN') ?? relations.find(({ kind }) => kind === 'PARENT')
  return { guardian: guardian ?? null, family: relations.filter(one => one !== guardian) }
}

type Summarized = Awaited<ReturnType<typeof patientSummary>> & { insuranceLeftMinor: number | null }

export const presentPatientSummary: Presenter<Summarized, Omit<Summary, 'alerts'>> = (
  { patient, today, last, next, relations, insuranceLeftMinor: left },
  clinic,
) => ({
  ...presentTold(patient, clinic),
  branch: { id: patient.branch_id, name: patient.branch_name, nameAr: patient.branch_name_ar },
  doctor:
    patient.doctor_id === null || patient.doctor_name === null
      ? null
      : { id: patient.doctor_id, name: patient.doctor_name, nameAr: patient.doctor_name_ar },
  insurer: patient.insurer,
  balance: toMajor(patient.owed_minor, clinic.currency),
  today: visitShown(today),
  nextVisit: visitShown(next),
  lastVisit: visitShown(last),
  insuranceLeft: left === null ? null : toMajor(left, clinic.currency),
  ...belonging(relations.map(row => presentRelated(row, clinic))),
  unsignedForms: patient.unsigned_forms,
})

const presentLead = presenter<FoundLead, typeof FoundLeadShown>(FoundLeadShown, {
  phoneNumber: 'phone',
  phoneNumberMasked: ({ phone }) => maskPhone(phone),
})

interface Meant {
  patients: readonly ToldPatient[]
  leads: readonly FoundLead[]
}
export const presentFound: Presenter<Meant, Returned<typeof searchClinic>> = ({ patients, leads }, clinic) => ({
  patients: patients.map(row => presentTold(row, clinic)),
  leads: leads.map(row => presentLead(row, clinic)),
})
