import { createPatient, getPatient, listPatients, updatePatient } from '@clinic/contract/patients.ts'
import { changePatientFile } from '../domain/patients/change-patient-file.ts'
import { openPatientFile } from '../domain/patients/open-patient-file.ts'
import { patientFile, SHOWN_COLUMNS, type ShownPatient } from '../domain/patients/patient-file.ts'
import { findPatients, patientSearch } from '../domain/patients/patient-search.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentPatient } from '../present/patient.ts'

/** Ours, or the one that the clinic itself has given. */
const idsWithFileNumber = (term: string) => `
  select id from patient where company_id = $1 and deleted_at is null and (clinic_file_number = ${term}
    or file_number = (select case when ${term} ~ '^[0-9]{1,9}$' then ${term}::integer end))`

const source = listSource<ShownPatient>({
  name: 'listPatients',
  from: 'patient t',
  columns: SHOWN_COLUMNS,
  where: 't.deleted_at is null',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    ...patientSearch.filters,
    fileNumber: value => `t.id = any(array(${idsWithFileNumber(value)}))`,
  },
  derived: [...patientSearch.derived, 'fileNumber'],
})

export const patients = [
  implement(listPatients, async (tx, query) => {
    const found = await findPatients(tx, query.searchTerm, query.updatedAfter !== undefined)
    return page(tx, source, { ...query, ...found }, presentPatient(tx.clinic))
  }),
  implement(createPatient, async (tx, input) => ({
    data: presentPatient(tx.clinic)(await openPatientFile(tx, input)),
  })),
  implement(getPatient, async (tx, { id }) => ({ data: presentPatient(tx.clinic)(await patientFile(tx, id)) })),
  implement(updatePatient, async (tx, input) => ({
    data: presentPatient(tx.clinic)(await changePatientFile(tx, input)),
  })),
]
