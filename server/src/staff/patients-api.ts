import {
  getPatientFile,
  getPatientSummary,
  searchPatients,
  updatePatientFile,
} from '@clinic/contract/staff/patients.ts'
import { searchClinic } from '@clinic/contract/staff/search.ts'
import { insuredAs } from '../domain/insurance/insured.ts'
import { leadsMeant } from '../domain/leads/leads-meant.ts'
import { changePatientFile } from '../domain/patients/change-patient-file.ts'
import { identified } from '../domain/patients/national-id.ts'
import { wholePatientFile } from '../domain/patients/patient-file.ts'
import { flagged } from '../domain/patients/patient-flags.ts'
import { patientSummary, staffPatientFile, staffPatients } from '../domain/patients/staff-patients.ts'
import { meantBySearch, patientsMeant } from '../domain/patients/staff-search.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import {
  presentFound,
  presentPatientEntry,
  presentPatientFile,
  presentPatientSummary,
} from '../present/staff-patients.ts'
import { shownAlerts } from './shown-alerts.ts'

async function shownSummary(tx: Tx, id: string) {
  const summary = await patientSummary(tx, id)
  const [alerts, insuranceLeftMinor] = await Promise.all([
    shownAlerts(tx, summary.alerts),
    insuranceLeftOf(tx, summary.patient),
  ])
  return { ...presentPatientSummary({ ...summary, insuranceLeftMinor }, tx.clinic), alerts }
}

async function insuranceLeftOf(tx: Tx, { id, insurer }: { id: string; insurer: string | null }) {
  if (insurer === null || !tx.caller.holds('may:balances:read')) return null
  return (await insuredAs(tx, await wholePatientFile(tx, id)))?.leftMinor ?? null
}

/** Patients as the staff find and read them. */
export const patientsApi = [
  implement(searchPatients, async (tx, { q, flag, archived = false, ...query }) => {
    const branches = branchesOf(tx)
    const [meant, ofFlag] = await Promise.all([meantBySearch(tx, q), flagged(tx, flag)])
    const found = { ...meant, ...ofFlag, ...(branches && { branches }) }
    return page(tx, staffPatients, { ...query, q, flag, archived, ...found }, presentPatientEntry)
  }),
  implement(getPatientFile, async (tx, { id }) => ({
    data: presentPatientFile(identified(tx, await staffPatientFile(tx, id)), tx.clinic),
  })),
  implement(updatePatientFile, async (tx, input) => {
    await changePatientFile(tx, input)
    return { data: presentPatientFile(identified(tx, await staffPatientFile(tx, input.id)), tx.clinic) }
  }),
  implement(getPatientSummary, async (tx, { id }) => ({
    data: await shownSummary(tx, id),
  })),
  implement(searchClinic, async (tx, { q }) => {
    const [patients, leads] = await Promise.all([patientsMeant(tx, q), leadsMeant(tx, q)])
    return { data: presentFound({ patients, leads }, tx.clinic) }
  }),
]
