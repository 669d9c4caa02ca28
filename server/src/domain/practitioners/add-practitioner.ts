import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { moveBranches } from './assign-branches.ts'
import type { PractitionerRow } from './clinic-practitioners.ts'
import { detailsOf, type PractitionerWishes } from './practitioner-details.ts'

export interface NewPractitioner extends PractitionerWishes {
  displayName: string
  role: string
  /** Where they work. */
  branchIds?: readonly string[] | undefined
}

/** Adds a doctor or another member of the staff, who works at these branches. */
export async function addPractitioner(
  tx: Tx,
  { branchIds = [], ...wishes }: NewPractitioner,
): Promise<PractitionerRow> {
  const { displayName: display_name, role } = wishes
  const details = { ...detailsOf(tx, wishes), display_name, role }
  const added = await tx.insert('practitioner', { ...details, id: newId('pra', Date.parse(tx.now)) })
  await moveBranches(tx, added.id, branchIds)
  return added
}
