import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { StageRow } from './lead.ts'
import { lockStages } from './move-lead.ts'

export interface NewStage {
  name: string
  color?: string | null
  /** How many days a lead may stay before something must happen. */
  dueDays?: number | null
  /** A lead that enters is rejected. */
  requireReject?: boolean
}

/** Adds a stage at the right end of the pipeline. */
export async function addStage(tx: Tx, { name, color, dueDays, requireReject }: NewStage): Promise<StageRow> {
  const places = (await lockStages(tx)).map(stage => stage.sort_order)
  return tx.insert('lead_stage', {
    id: newId('lst', Date.parse(tx.now)),
    name,
    color: color ?? null,
    sort_order: Math.max(0, ...places) + 1,
    due_days: dueDays ?? null,
    require_reject: requireReject ?? false,
  })
}
