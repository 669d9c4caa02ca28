import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { phoneOf } from '../patients/patient-phone.ts'

/** What may be said of a practitioner, the branches aside. */
export interface PractitionerWishes extends Partial<Omit<NewFields<'practitioner'>, 'sortOrder' | 'version'>> {
  /** The place among the others. */
  order?: number | undefined
}

const LONGEST_SLOT_MINUTES = 12 * 60

/** What is wished as columns, with phones as they are dialled from anywhere. Refuses names without a letter, and other slots. */
export function detailsOf({ clinic }: Pick<Tx, 'clinic'>, { order, ...wishes }: PractitionerWishes) {
  for (const field of ['displayName', 'role'] as const)
    if (wishes[field]?.trim() === '') refuseInput({ path: `/${field}`, code: 'required', message: 'must not be empty' })
  const { slotMinutes = 30 } = wishes
  if (!Number.isInteger(slotMinutes) || slotMinutes < 5 || slotMinutes > LONGEST_SLOT_MINUTES)
    refuseInput({ path: '/slotMinutes', code: 'range', message: `must be from 5 to ${LONGEST_SLOT_MINUTES}` })
  return columnsOf({
    ...wishes,
    sortOrder: order,
    phoneNumber: phoneOf(wishes.phoneNumber, clinic.country, 'phoneNumber'),
    phoneNumber2: phoneOf(wishes.phoneNumber2, clinic.country, 'phoneNumber2'),
  })
}
