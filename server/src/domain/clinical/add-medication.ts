import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { MedicationRow } from './prescription.ts'

export interface NewMedication {
  name: string
  category?: string | null
  dosage?: number | null
  dispense?: string | null
  sig?: string | null
  /** Days. */
  duration?: number | null
  method?: string | null
  strength?: string | null
  details?: string | null
}

/** Adds a medication to the clinic's formulary. */
export async function addMedication(tx: Tx, input: NewMedication): Promise<MedicationRow> {
  return tx.add('medication', {
    id: newId('med', Date.parse(tx.now)),
    name: input.name,
    category: input.category ?? null,
    dosage: input.dosage ?? null,
    dispense: input.dispense ?? null,
    sig: input.sig ?? null,
    duration: input.duration ?? null,
    method: input.method ?? null,
    strength: input.strength ?? null,
    details: input.details ?? null,
  })
}
