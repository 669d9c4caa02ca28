import { pointsEarned, pointsRedeemed } from '@clinic/contract/loyalty.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { patientFile } from '../patients/patient-file.ts'
import { enterPoints, type PointsEntry } from './enter-points.ts'
import type { LoyaltyTransactionRow } from './loyalty-account.ts'

interface EarnedOrRedeemed extends Pick<PointsEntry, 'patientId' | 'paymentId' | 'expiresAt'> {
  type: 'EARN' | 'REDEEM'
  /** Above zero, also of points that are redeemed. */
  points: number
  reason?: string | null
  /** One of the patient's. */
  invoiceId?: string | null
  /** That of the invoice unless told, or of the patient's file. */
  branchId?: string | null
}

type Adjustment = Pick<PointsEntry, 'patientId' | 'points' | 'expiresAt'> & { reason: string }

/** Gives points to a patient or redeems them, and fires points.earned or points.redeemed. */
export async function recordPoints(tx: Tx, input: EarnedOrRedeemed): Promise<LoyaltyTransactionRow> {
  const { patientId, type, reason = null, invoiceId = null } = input
  const patient = await patientFile(tx, patientId)
  const invoice = invoiceId === null ? undefined : await tx.get('invoice', invoiceId)
  if (invoice && invoice.patient_id !== patientId) refuse('not_found', { resource: 'invoice' })
  const transaction = await enterPoints(tx, {
    ...input,
    points: type === 'EARN' ? input.points : -input.points,
    reason,
    branchId: input.branchId ?? invoice?.branch_id ?? patient.branch_id,
  })
  tellPoints(tx, transaction)
  return transaction
}

/** Tells of points that were earned or redeemed. */
export function tellPoints(tx: Tx, transaction: LoyaltyTransactionRow): void {
  tx.emit(transaction.type === 'EARN' ? pointsEarned : pointsRedeemed, {
    id: transaction.id,
    branchId: transaction.branch_id,
    points: transaction.points,
    balanceAfter: transaction.balance_after,
    patientId: transaction.patient_id,
  })
}

/** Corrects the points of a patient by hand; fires nothing, as the patient earned or redeemed none. */
export async function adjustPoints(tx: Tx, { patientId, points, ...rest }: Adjustment): Promise<LoyaltyTransactionRow> {
  if (!Number.isSafeInteger(points) || points === 0)
    refuseInput({ path: '/points', code: 'zero', message: 'must be a whole number other than 0' })
  const { branch_id } = await patientFile(tx, patientId)
  return enterPoints(tx, { ...rest, patientId, points, type: 'ADJUST', branchId: branch_id })
}
