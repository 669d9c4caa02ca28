import type { Input } from '@clinic/contract/kernel.ts'
import type { updateLead } from '@clinic/contract/leads.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { minorOf } from '../billing/minor-of.ts'
import { type Lead, type LeadRow, leadFile, type StageRow } from './lead.ts'
import { lockStages, placeLead, stageOf } from './move-lead.ts'

type Changes = Input<typeof updateLead>

/**
 * Changes what is given and differs. Another stage is a move through the pipeline, to its last place; a reject reason is
 * for a lead whose stage, after the change, rejects.
 */
export async function changeLead(tx: Tx, input: Changes): Promise<Lead> {
  const { id, stageId, rejectReasonId } = input
  const stages = stageId === undefined && rejectReasonId === undefined ? undefined : await lockStages(tx)
  const before = await tx.lock('lead', id)
  const to = stages && stageOf(stages, stageId ?? before.stage_id)
  if (rejectReasonId !== undefined) requireRejecting(to)
  const moves = to !== undefined && to.id !== before.stage_id
  const changes = changedFields(tx, before, moves ? { ...input, rejectReasonId: undefined } : input)
  const lead = Object.keys(changes).length > 0 ? await tx.update('lead', id, changes) : before
  if (moves) await placeLead(tx, { lead, to, rejectReasonId })
  return leadFile(tx, id)
}

function requireRejecting(stage: StageRow | undefined): void {
  if (stage?.require_reject) return
  const message = 'is accepted only for a stage that rejects'
  refuseInput({ path: '/rejectReasonId', code: 'only_for_rejecting_stage', message })
}

const COLUMNS = {
  assignedToId: 'assigned_to_id',
  score: 'score',
  dealSizeMinor: 'deal_size_minor',
  rejectReasonId: 'reject_reason_id',
} as const satisfies Record<string, keyof LeadRow>
const FIELDS = ['assignedToId', 'score', 'dealSizeMinor', 'rejectReasonId'] as const

function changedFields({ clinic }: Tx, before: LeadRow, { dealSize, ...input }: Changes) {
  const wanted = {
    ...input,
    dealSizeMinor: dealSize === undefined ? undefined : minorOf(clinic, dealSize, '/dealSize'),
  }
  const changed = FIELDS.filter(field => wanted[field] !== undefined && wanted[field] !== before[COLUMNS[field]])
  return Object.fromEntries(changed.map(field => [COLUMNS[field], wanted[field]]))
}
