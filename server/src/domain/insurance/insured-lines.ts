import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InsuredLine } from './shares.ts'

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

/** Lines as an insurer looks at them. What is on no price list is not covered: no insurer knows it. */
export async function insuredLines(tx: Tx, lines: readonly LineToInsure[]): Promise<InsuredLine[]> {
  const ids = lines.flatMap(({ procedureId }) => procedureId ?? [])
  const rows = ids.length === 0 ? [] : await tx.sql(procedures([tx.clinic.id, ids]))
  const byId = new Map(rows.map(row => [row.id, row]))
  return lines.map(({ procedureId, totalMinor, isApproved }) => {
    const procedure = byId.get(procedureId ?? '')
    return {
      ...{ totalMinor, isApproved },
      isCovered: procedure?.covered ?? false,
      needsApproval: procedure?.approval_required ?? false,
    }
  })
}
