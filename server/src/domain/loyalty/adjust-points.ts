import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { patientFile } from '../patients/patient-file.ts'
import { enterPoints, type PointsEntry } from './enter-points.ts'
import type { LoyaltyTransactionRow } from './loyalty-account.ts'

export interface Adjustment extends Pick<PointsEntry, 'patientId' | 'points' | 'expiresAt'> {
  reason: string
}

/** Corrects the points of a patient by hand; fires nothing, as the patient earned or redeemed none. */
export async function adjustPoints(tx: Tx, { patientId, points, ...rest }: Adjustment): Promise<LoyaltyTransactionRow> {
  if (!Number.isSafeInteger(points) || points === 0)
    refuseInput({ path: '/points', code: 'zero', message: 'must be a whole number other than 0' })
  const { branch_id } = await patientFile(tx, patientId)
  return enterPoints(tx, { ...rest, patientId, points, type: 'ADJUST', branchId: branch_id })
}
