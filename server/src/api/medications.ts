import { listMedications, listReferenceMedications } from '@clinic/contract/medications.ts'
import type { MedicationRow } from '../domain/clinical/prescription.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentMedication } from '../present/medication.ts'

/** One list under two paths; cursors belong to the path they came from. */
const sourceOf = (name: string) => listSource<MedicationRow>({ name, from: 'medication t', columns: 't.*' })
const [underReference, own] = [sourceOf('listReferenceMedications'), sourceOf('listMedications')]

export const medications = [
  implement(listReferenceMedications, (tx, query) => page(tx, underReference, query, presentMedication)),
  implement(listMedications, (tx, query) => page(tx, own, query, presentMedication)),
]
