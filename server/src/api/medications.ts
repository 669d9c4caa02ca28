import type { Static } from '@clinic/contract/kernel.ts'
import { listMedications, listReferenceMedications, type Medication } from '@clinic/contract/medications.ts'
import type { MedicationRow } from '../domain/clinical/prescription.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'

const present = (row: MedicationRow): Static<typeof Medication> => ({
  object: 'medication',
  id: row.id,
  name: row.name,
  category: row.category,
  dosage: row.dosage,
  dispense: row.dispense,
  sig: row.sig,
  duration: row.duration,
  method: row.method,
  strength: row.strength,
  details: row.details,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** One list under two paths; cursors belong to the path they came from. */
const sourceOf = (name: string) => listSource<MedicationRow>({ name, from: 'medication t', columns: 't.*' })
const [underReference, own] = [sourceOf('listReferenceMedications'), sourceOf('listMedications')]

export const medications = [
  implement(listReferenceMedications, (tx, query) => page(tx, underReference, query, present)),
  implement(listMedications, (tx, query) => page(tx, own, query, present)),
]
