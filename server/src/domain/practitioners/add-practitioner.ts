import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { assignBranches } from './assign-branches.ts'

export interface NewPractitioner extends Omit<NewFields<'practitioner'>, 'active'> {
  /** Where they work. */
  branchIds: readonly string[]
}

const LONGEST_SLOT_MINUTES = 12 * 60

/** Adds a doctor or another member of the staff, who works at these branches. */
export async function addPractitioner(
  tx: Tx,
  { branchIds, ...input }: NewPractitioner,
): Promise<TableRow<'practitioner'>> {
  const { displayName, slotMinutes = 30 } = input
  if (displayName.trim() === '') refuseInput({ path: '/displayName', code: 'required', message: 'must not be empty' })
  if (!Number.isInteger(slotMinutes) || slotMinutes < 5 || slotMinutes > LONGEST_SLOT_MINUTES)
    refuseInput({ path: '/slotMinutes', code: 'range', message: `must be from 5 to ${LONGEST_SLOT_MINUTES}` })
  const added = await tx.insert('practitioner', { ...columnsOf(input), id: newId('pra', Date.parse(tx.now)) })
  await assignBranches(tx, added.id, branchIds)
  return added
}
