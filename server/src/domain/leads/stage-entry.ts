import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { LeadRow, StageRow } from './lead.ts'

const DAY_MS = 86_400_000

/** When something must have happened with a lead that enters the stage at `at`; null where there is no hurry. */
export const dueAt = ({ due_days }: Pick<StageRow, 'due_days'>, at: string): string | null =>
  due_days === null ? null : new Date(Date.parse(at) + due_days * DAY_MS).toISOString()

/** Notes in the lead's timeline that it entered a stage. */
export function noteMove(tx: Tx, { id }: Pick<LeadRow, 'id'>, from: string | null, to: string): void {
  tx.add('lead_move', {
    id: newId('lmv', Date.parse(tx.now)),
    lead_id: id,
    from_stage_id: from,
    to_stage_id: to,
    moved_by: `${tx.caller.kind} ${tx.caller.id}`,
  })
}
