import type { Static } from '@clinic/contract/kernel.ts'
import type { Medication } from '@clinic/contract/medications.ts'
import type { MedicationRow } from '../domain/clinical/prescription.ts'

export const presentMedication = (row: MedicationRow): Static<typeof Medication> => ({
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
