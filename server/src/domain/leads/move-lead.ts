import { leadRejected, leadStageChanged } from '@clinic/contract/leads.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type LeadRow, leadFacts, type StageRow } from './lead.ts'

const stagesInOrder = sql<StageRow>('select * from lead_stage where company_id = $1 order by id for no key update')

/**
 * Locks the pipeline's stages, always in the order of their ids and before any lead, so that moves wait for each other
 * but never in a circle.
 */
export const lockStages = (tx: Tx): Promise<StageRow[]> => tx.sql(stagesInOrder([tx.clinic.id]))

export const stageOf = (stages: readonly StageRow[], id: string): StageRow =>
  stages.find(stage => stage.id === id) ?? refuse('not_found', { resource: 'leadStage' })

/**
 * One statement for the lead ($2, from stage $3 and place $5) and its neighbours: those behind it close the gap that it
 * leaves, those from its new place ($4, $6) on make room. Within one stage both happen, and what ends where it was stays
 * untouched.
 */
const shuffle = sql(`
  update lead as t set
    sort_order = placed.sort_order, updated_at = $7,
    stage_id = case when t.id = $2 then $4 else t.stage_id end,
    staged_at = case when t.id = $2 and $3 <> $4 then $7 else t.staged_at end,
    due_at = case when t.id = $2 and $3 <> $4 then $8 else t.due_at end,
    reject_reason_id = case when t.id = $2 and $3 <> $4 then $9 else t.reject_reason_id end
  from (
    select id, case when id = $2 then $6 else closed + (stage_id = $4 and closed >= $6)::int end as sort_order
    from (
      select id, stage_id, sort_order - (stage_id = $3 and sort_order > $5)::int as closed
      from lead
      where company_id = $1 and (stage_id = $3 and sort_order >= $5 or stage_id = $4 and sort_order >= $6)
    ) as gap
  ) as placed
  where t.company_id = $1 and t.id = placed.id and (t.id = $2 or t.sort_order <> placed.sort_order)`)

const countMove = sql(`
  update lead_stage set total_leads = total_leads + case id when $3 then 1 else -1 end, updated_at = $4
  where company_id = $1 and id in ($2, $3)`)

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

interface LeadMove {
  /** As it is now, locked after the stages. */
  lead: LeadRow
  to: StageRow
  /** Place in the stage, from 1; the last unless told. */
  position?: number
  /** Why, for a stage that rejects. */
  rejectReasonId?: string | null
}

/**
 * Puts a lead to another place: order, counters, due date and timeline follow. Fires lead.stage_changed when it is another
 * stage, and lead.rejected besides when that one rejects. The caller has locked the stages.
 */
export async function placeLead(tx: Tx, { lead, to, position, rejectReasonId = null }: LeadMove): Promise<LeadRow> {
  const moves = lead.stage_id !== to.id
  const last = to.total_leads + (moves ? 1 : 0)
  const place = Math.min(Math.max(position ?? last, 1), last)
  if (!moves && place === lead.sort_order) return lead
  const due = moves ? dueAt(to, tx.now) : lead.due_at
  const reason = moves ? rejectReasonId : lead.reject_reason_id
  const { clinic, now } = tx
  await tx.sql(shuffle([clinic.id, lead.id, lead.stage_id, to.id, lead.sort_order, place, now, due, reason]))
  const moved = { ...lead, sort_order: place, updated_at: now }
  if (!moves) return moved
  noteMove(tx, lead, lead.stage_id, to.id)
  await tx.sql(countMove([clinic.id, lead.stage_id, to.id, now]))
  const entered = { ...moved, stage_id: to.id, staged_at: now, due_at: due, reject_reason_id: reason }
  const before = { stageId: lead.stage_id }
  tx.emit(leadStageChanged, leadFacts(entered), before)
  if (to.require_reject) tx.emit(leadRejected, leadFacts(entered), before)
  return entered
}

/** Moves a lead on the board: to a stage, and there to a place, the last unless told. */
export async function moveLead(
  tx: Tx,
  { id, stageId, ...rest }: { id: string; stageId: string; position?: number; rejectReasonId?: string },
): Promise<LeadRow> {
  const stages = await lockStages(tx)
  const lead = await tx.lock('lead', id)
  return placeLead(tx, { lead, to: stageOf(stages, stageId), ...rest })
}
