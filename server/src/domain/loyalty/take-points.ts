import type { Tx } from '../../kernel/tx.ts'
import { enterPoints, type PointsEntry } from './enter-points.ts'
import { expireDue } from './expire-points.ts'
import { holdAccount } from './loyalty-account.ts'

/** Takes points away by ADJUST, as far as there are any: what the patient has used meanwhile is gone. */
export async function takePoints(tx: Tx, { points, ...entry }: Omit<PointsEntry, 'type'>): Promise<void> {
  const [account] = await expireDue(tx, [await holdAccount(tx, entry.patientId)])
  const taken = Math.min(points, account?.points_balance ?? 0)
  if (taken > 0) await enterPoints(tx, { ...entry, type: 'ADJUST', points: -taken })
}
