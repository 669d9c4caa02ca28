import {
  archivePatientFile,
  createPatientFile,
  deletePatientFile,
  dismissPatientSuspect,
  listPatientSuspects,
  putPatientInsurance,
  restorePatientFile,
  unarchivePatientFile,
} from '@clinic/contract/staff/patient-files.ts'
import { insurePatient } from '../domain/insurance/insure-patient.ts'
import {
  archivePatient,
  deleteForStaff,
  restorePatient,
  unarchivePatient,
} from '../domain/patients/archive-patient-file.ts'
import { identified } from '../domain/patients/national-id.ts'
import { openForStaff } from '../domain/patients/open-for-staff.ts'
import { staffPatientFile } from '../domain/patients/staff-patients.ts'
import { dismissSuspect, filesOfSuspects, suspects } from '../domain/patients/suspects.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import { presented } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentDeleted, presentDismissed, presentPatientFile, presentSuspect } from '../present/staff-patients.ts'

/** What a use-case does to a file, and the file as it is then. */
const shown =
  <Input>(useCase: (tx: Tx, input: Input) => Promise<{ id: string }>) =>
  async (tx: Tx, input: Input) => {
    const { id } = await useCase(tx, input)
    return { data: presentPatientFile(identified(tx, await staffPatientFile(tx, id)), tx.clinic) }
  }

/** Files of patients as they are opened, put away, deleted, and suspected of being of one person. */
export const patientFilesApi = [
  implement(createPatientFile, shown(openForStaff)),
  implement(archivePatientFile, shown(archivePatient)),
  implement(unarchivePatientFile, shown(unarchivePatient)),
  implement(deletePatientFile, presented(deleteForStaff, presentDeleted)),
  implement(restorePatientFile, shown(restorePatient)),
  implement(
    putPatientInsurance,
    shown((tx, { id, ...input }) => insurePatient(tx, { ...input, patientId: id })),
  ),
  implement(listPatientSuspects, (tx, query) =>
    pageTogether(tx, suspects, query, async rows => {
      const files = await filesOfSuspects(tx, rows)
      return rows.flatMap(row => {
        const both = [files.get(row.patient_id), files.get(row.other_id)].filter(file => file !== undefined)
        return both.length === 2 ? [presentSuspect({ row, files: both }, tx.clinic)] : []
      })
    }),
  ),
  implement(dismissPatientSuspect, presented(dismissSuspect, presentDismissed)),
]
