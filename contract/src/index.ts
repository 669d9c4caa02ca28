/** The registry: what the running service promises. Everything that walks the interface starts here. */

import type { EventDeclaration, Operation } from './kernel.ts'
import * as patients from './patients.ts'

/** Families in the order of the specification; the keys name SDK methods and documentation headings. */
export const families = {
  patients: {
    list: patients.listPatients,
    create: patients.createPatient,
    get: patients.getPatient,
    update: patients.updatePatient,
  },
} satisfies Record<string, Record<string, Operation>>

export const operations: readonly Operation[] = Object.values(families).flatMap((family): Operation[] =>
  Object.values(family),
)

export const events: readonly EventDeclaration[] = [
  patients.patientCreated,
  patients.patientUpdated,
  patients.patientDeleted,
]
