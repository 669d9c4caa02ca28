import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type Insured, type Share, sharesOf } from './shares.ts'

/** What is to be borne, in minor units. */
export interface LineToInsure {
  procedureId: string | null
  totalMinor: number
  /** Whether the insurer approved the treatment. */
  isApproved: boolean
}

interface Procedure {
  id: string
  covered: boolean
  approval_required: boolean
}

const procedures = sql<Procedure>(
  'select id, covered, approval_required from procedure where company_id = $1 and id = any($2)',
)

/**
 * What an insurer bears, line by line. What is on no price list is not covered: no insurer knows it. For who has no insurer
 * nothing is asked.
 */
export async function sharesOfLines(
  tx: Tx,
  insured: Insured | undefined,
  lines: readonly LineToInsure[],
): Promise<Share[]> {
  const ids = insured ? lines.flatMap(({ procedureId }) => procedureId ?? []) : []
  const rows = ids.length === 0 ? [] : await tx.sql(procedures([tx.clinic.id, ids]))
  const byId = new Map(rows.map(row => [row.id, row]))
  const looked = lines.map(({ procedureId, totalMinor, isApproved }) => {
    const procedure = byId.get(procedureId ?? '')
    return {
      ...{ totalMinor, isApproved },
      isCovered: procedure?.covered ?? false,
      needsApproval: procedure?.approval_required ?? false,
    }
  })
  return sharesOf(insured, looked)
}
