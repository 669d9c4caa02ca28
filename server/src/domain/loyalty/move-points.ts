import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { enterPoints } from './enter-points.ts'

interface Lot {
  id: string
  remaining: number
  expires_at: string | null
}

const lotsOf = sql<Lot>(`
  select id, remaining, expires_at from loyalty_transaction
  where company_id = $1 and patient_id = $2 and remaining > 0 and (expires_at is null or expires_at > $3)
    and ($4::text[] is null or id = any($4))
  order by expires_at nulls last, created_at, id`)

interface PointsMove {
  from: string
  to: string
  branchId: string
  reason: string
  /** What was given in these transactions alone, as far as it is left; without them, all that there is. */
  of?: readonly string[]
}

/**
 * Moves points from one patient to another by ADJUST, each with the end that it had. Answers the transactions by which the
 * other got them.
 */
export async function movePoints(tx: Tx, { from, to, branchId, reason, of }: PointsMove): Promise<string[]> {
  const lots = await tx.sql(lotsOf([tx.clinic.id, from, tx.now, of ?? null]))
  const points = lots.reduce((sum, { remaining }) => sum + remaining, 0)
  if (points === 0) return []
  const entry = { type: 'ADJUST' as const, reason, branchId }
  await enterPoints(tx, { ...entry, patientId: from, points: -points, of: lots.map(({ id }) => id) })
  const given: string[] = []
  for (const { remaining, expires_at: expiresAt } of lots) {
    const { id } = await enterPoints(tx, { ...entry, patientId: to, points: remaining, expiresAt })
    given.push(id)
  }
  return given
}
