import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import type { LabRow } from './lab.ts'

export interface NewLab {
  name: string
  /** Its telephone, in any spelling. */
  number?: string | null
  email?: string | null
  details?: string | null
}

/** Adds a laboratory that the clinic orders from. */
export async function addLab(tx: Tx, { name, number, email, details }: NewLab): Promise<LabRow> {
  return tx.add('lab', {
    id: newId('lab', Date.parse(tx.now)),
    name,
    number: phoneOf(number, tx.clinic.country, 'number'),
    email: email ?? null,
    details: details ?? null,
    disabled: false,
  })
}
