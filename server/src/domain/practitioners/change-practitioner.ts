import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { requireNoneComing } from '../scheduling/coming-visits.ts'
import { holdDiary } from '../scheduling/diaries.ts'
import { branchesOf, moveBranches } from './assign-branches.ts'
import { lockPractitioner, type PractitionerRow } from './clinic-practitioners.ts'
import { detailsOf, type PractitionerWishes } from './practitioner-details.ts'

interface Wishes extends PractitionerWishes {
  id: string
  /** Where they work. */
  branchIds?: readonly string[] | undefined
}

/** Changes a practitioner; what visits to come need of them stays. */
export async function changePractitioner(tx: Tx, { id, branchIds, ...wishes }: Wishes): Promise<PractitionerRow> {
  const before = await lockPractitioner(tx, id)
  const details = detailsOf(tx, wishes)
  await requireUnneeded(tx, before, { ...wishes, branchIds })
  const parts = branchIds && (await moveBranches(tx, id, branchIds))
  return changeRecord(tx, 'practitioner', before, details, parts)
}

/** Who sees patients no more, or no more at a branch, has none to come there. */
async function requireUnneeded(
  tx: Tx,
  before: PractitionerRow,
  { active, isDoctor, branchIds }: Pick<Wishes, 'active' | 'isDoctor' | 'branchIds'>,
): Promise<void> {
  const leaves = (before.active && active === false) || (before.is_doctor && isDoctor === false)
  const kept = new Set(branchIds)
  const left = branchIds ? (await branchesOf(tx, before.id)).filter(branch => !kept.has(branch)) : []
  if (!leaves && left.length === 0) return
  // Who books them meanwhile waits, and reads them as they are then.
  await holdDiary(tx, { doctor_id: before.id, branch_id: null, room: null })
  await requireNoneComing(tx, { doctorId: before.id, branchIds: leaves ? null : left })
}
