import {
  getPatientFile,
  getPatientSummary,
  searchPatients,
  updatePatientFile,
} from '@clinic/contract/staff/patients.ts'
import { searchClinic } from '@clinic/contract/staff/search.ts'
import { leadsMeant } from '../domain/leads/leads-meant.ts'
import { changePatientFile } from '../domain/patients/change-patient-file.ts'
import { identified } from '../domain/patients/national-id.ts'
import { branchesOf } from '../domain/patients/patient-sight.ts'
import { patientSummary, staffPatientFile, staffPatients } from '../domain/patients/staff-patients.ts'
import { meantBySearch, patientsMeant } from '../domain/patients/staff-search.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import {
  presentFound,
  presentPatientEntry,
  presentPatientFile,
  presentPatientSummary,
} from '../present/staff-patients.ts'

/** Patients as the staff find and read them. */
export const patientsApi = [
  implement(searchPatients, async (tx, { q, archived = false, ...query }) => {
    const branches = branchesOf(tx)
    const found = { ...(await meantBySearch(tx, q)), ...(branches && { branches }) }
    return page(tx, staffPatients, { ...query, q, archived, ...found }, presentPatientEntry)
  }),
  implement(getPatientFile, async (tx, { id }) => ({
    data: presentPatientFile(identified(tx, await staffPatientFile(tx, id)), tx.clinic),
  })),
  implement(updatePatientFile, async (tx, input) => {
    await changePatientFile(tx, input)
    return { data: presentPatientFile(identified(tx, await staffPatientFile(tx, input.id)), tx.clinic) }
  }),
  implement(getPatientSummary, async (tx, { id }) => ({
    data: presentPatientSummary(await patientSummary(tx, id), tx.clinic),
  })),
  implement(searchClinic, async (tx, { q }) => {
    const [patients, leads] = await Promise.all([patientsMeant(tx, q), leadsMeant(tx, q)])
    return { data: presentFound({ patients, leads }, tx.clinic) }
  }),
]
