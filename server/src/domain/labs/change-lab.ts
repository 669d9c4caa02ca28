import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import type { NewLab } from './add-lab.ts'
import type { LabRow } from './lab.ts'

export interface LabChanges extends Partial<NewLab> {
  id: string
  /** Nothing new is ordered from it; its orders stay. */
  disabled?: boolean
}

/** Changes what is given and differs. */
export async function changeLab(tx: Tx, { id, number, ...wishes }: LabChanges): Promise<LabRow> {
  const before = await tx.lock('lab', id)
  const phone = number === undefined ? undefined : phoneOf(number, tx.clinic.country, 'number')
  const changes = differences(before, { ...wishes, number: phone })
  return isEmpty(changes) ? before : tx.update('lab', id, changes)
}
