import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { StageRow } from './lead.ts'
import { lockStages } from './move-lead.ts'

const reorder = sql(`
  update lead_stage as stage set sort_order = place.number, updated_at = $3
  from unnest($2::text[]) with ordinality as place (id, number)
  where stage.company_id = $1 and stage.id = place.id and stage.sort_order <> place.number`)
const removeEmpty = sql('delete from lead_stage where company_id = $1 and id = $2 and total_leads = 0 returning id')

interface NewStage {
  name: string
  color?: string | null
  /** How many days a lead may stay before something must happen. */
  dueDays?: number | null
  /** A lead that enters is rejected. */
  requireReject?: boolean
}

/** Adds a stage at the right end of the pipeline. */
export async function addStage(tx: Tx, input: NewStage): Promise<StageRow> {
  const { name, color, dueDays: due_days, requireReject: require_reject = false } = input
  const sort_order = Math.max(0, ...(await lockStages(tx)).map(stage => stage.sort_order)) + 1
  return tx.insert('lead_stage', {
    id: newId('lst', Date.parse(tx.now)),
    name,
    color,
    sort_order,
    due_days,
    require_reject,
  })
}

/** Changes what a stage is; leads that are in it keep their due dates. */
export async function changeStage(tx: Tx, { id, ...changes }: Partial<NewStage> & { id: string }): Promise<StageRow> {
  const before = await tx.lock('lead_stage', id)
  const { name, color, dueDays, requireReject } = changes
  return changeRecord(tx, 'lead_stage', before, { name, color, due_days: dueDays, require_reject: requireReject })
}

/** Puts the stages of the pipeline into this order; it names each of them once. */
export async function orderStages(tx: Tx, ids: readonly string[]): Promise<void> {
  const stages = await lockStages(tx)
  const known = new Set(stages.map(({ id }) => id))
  if (ids.length !== stages.length || !ids.every(id => known.delete(id)))
    refuseInput({ path: '/ids', code: 'all_stages', message: 'must name every stage of the pipeline once' })
  await tx.sql(reorder([tx.clinic.id, ids, tx.now]))
}

/** Removes a stage that no lead is in. */
export async function removeStage(tx: Tx, id: string): Promise<void> {
  await tx.lock('lead_stage', id)
  const removed = await tx.sql(removeEmpty([tx.clinic.id, id]))
  if (removed.length === 0) refuse('invalid_state_transition', { from: 'in_use', to: 'removed' })
}
