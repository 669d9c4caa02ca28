import { randomInt } from 'node:crypto'
import { changePatientFile } from '../../patients/change-patient-file.ts'
import { deletePatientFile } from '../../patients/delete-patient-file.ts'
import { openPatientFile } from '../../patients/open-patient-file.ts'
import { inventedPhone } from '../fitting.ts'
import { aPatient, aWorkplace, newPatient } from '../people.ts'
import { triggers } from '../trigger.ts'

export const patientTriggers = triggers({
  'patient.created': async (tx, set) =>
    openPatientFile(tx, {
      ...{ firstName: 'Sandbox', lastName: 'Patient (invented)', phoneNumber: inventedPhone() },
      ...set,
      branchId: set.branchId ?? (await aWorkplace(tx)).branchId,
    }),
  'patient.updated': async (tx, set) =>
    changePatientFile(tx, {
      address: `${randomInt(1, 1_000_000)} Invented Street`,
      ...set,
      id: await aPatient(tx, set.id),
    }),
  'patient.deleted': async (tx, { id }) => deletePatientFile(tx, { id: id ?? (await newPatient(tx)).id }),
})
