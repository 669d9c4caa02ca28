import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { patientFile } from '../patients/patient-file.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import { type Discounted, discountLimit, isWithin, percentOfAll, refuseDiscount } from './discount-limit.ts'
import { requirePercent } from './percentage.ts'

export type ApprovalRow = TableRow<'discount_approval'>

/** How long a discount that was asked for can be decided, and one that was approved be used. */
const VALID_MS = 15 * 60_000
const later = ({ now }: Tx): string => new Date(Date.parse(now) + VALID_MS).toISOString()

interface Asked {
  patientId: string
  percent: number
  reason: string
}

/** Asks for a discount above what the member may give. It gives nothing by itself. */
export async function askForDiscount(tx: Tx, { patientId, percent, reason }: Asked): Promise<ApprovalRow> {
  requirePercent(percent, '/percent')
  await patientFile(tx, patientId)
  return tx.add('discount_approval', {
    ...{ id: idOfRequest(tx, 'dap'), patient_id: patientId, percent, reason, status: 'ASKED', asked_by: tx.caller.id },
    ...{ decided_by: null, decided_at: null, expires_at: later(tx), used_at: null },
  })
}

/** Where it stands: what was neither decided nor used in time has expired. */
export function approvalState({ status, expires_at }: ApprovalRow, now: string): string {
  const isWaiting = status === 'ASKED' || status === 'APPROVED'
  return isWaiting && Date.parse(expires_at) <= Date.parse(now) ? 'EXPIRED' : status
}

/** Approves it: it can be given once, within a quarter of an hour. Only what the member may give is approved. */
export async function approveDiscount(tx: Tx, { id }: { id: string }): Promise<ApprovalRow> {
  const before = await tx.lock('discount_approval', id)
  const state = approvalState(before, tx.now)
  if (state !== 'ASKED') refuse('invalid_state_transition', { from: state, to: 'APPROVED' })
  if (before.percent > (await discountLimit(tx))) await refuseDiscount(tx, before.percent)
  const decided = { decided_by: tx.caller.id, decided_at: tx.now, expires_at: later(tx) }
  return tx.update('discount_approval', id, { status: 'APPROVED', ...decided })
}

/** Declines it, also where it was approved and is not used yet. */
export async function declineDiscount(tx: Tx, { id }: { id: string }): Promise<ApprovalRow> {
  const state = approvalState(await tx.lock('discount_approval', id), tx.now)
  if (state !== 'ASKED' && state !== 'APPROVED') refuse('invalid_state_transition', { from: state, to: 'DECLINED' })
  return tx.update('discount_approval', id, { status: 'DECLINED', decided_by: tx.caller.id, decided_at: tx.now })
}

/** Those who want the same one queue, and only the first finds it approved. */
const use = sql<{ id: string }>(`
  update discount_approval set status = 'USED', used_at = $4, updated_at = $4
  where company_id = $1 and id = $2 and patient_id = $3 and status = 'APPROVED' and expires_at > $4 and percent >= $5
  returning id`)

interface Given {
  patientId: string
  approvalId?: string | undefined
  /** What is given together. */
  discounts: readonly Discounted[]
}

/**
 * Refuses discounts that the member may give neither by their role nor by the approval. The approval is used up, where it is
 * needed.
 */
export async function requireApproved(tx: Tx, { patientId, approvalId, discounts }: Given): Promise<void> {
  const approval = approvalId === undefined ? undefined : await tx.get('discount_approval', approvalId)
  const areWithin = (percent: number) => discounts.every(one => isWithin(one, percent))
  if (areWithin(await discountLimit(tx))) return
  if (approval && areWithin(approval.percent)) {
    const used = await tx.sql(use([tx.clinic.id, approval.id, patientId, tx.now, approval.percent]))
    if (used.length > 0) return
  }
  await refuseDiscount(tx, percentOfAll(discounts))
}

/** An approval with its patient, and the names of those who asked and decided. */
export interface NamedApproval extends ApprovalRow {
  first_name: string | null
  last_name: string | null
  file_number: number | null
  asked_by_name: string | null
  decided_by_name: string | null
}

const NAMED = `
  select t.*, patient.first_name, patient.last_name, patient.file_number, asker.name as asked_by_name,
    decider.name as decided_by_name
  from discount_approval t
  left join patient on patient.company_id = t.company_id and patient.id = t.patient_id
  left join people_of_clinic($1) as asker on asker.user_id = t.asked_by
  left join people_of_clinic($1) as decider on decider.user_id = t.decided_by
  where t.company_id = $1`
const one = sql<NamedApproval>(`${NAMED} and t.id = $2`)
const open = sql<NamedApproval>(`
  ${NAMED} and t.status in ('ASKED', 'APPROVED') and t.expires_at > $2
    and ($3::text[] is null or ${inSightOf('$3', 'patient')})
  order by t.created_at, t.id limit 200`)

export async function readApproval(tx: Tx, id: string): Promise<NamedApproval> {
  const [row] = await tx.sql(one([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'discount_approval' })
}

/** Those that wait to be decided or used, of patients in sight of these branches, or of all. */
export const openApprovals = (tx: Tx, branches: readonly string[] | null): Promise<NamedApproval[]> =>
  tx.sql(open([tx.clinic.id, tx.now, branches]))

/** Of some approvals those of patients in sight of these branches; a patient who left the sight is told apart. */
export const approvalsInSight = sql<{ id: string }>(`
  select t.id from discount_approval t join patient on patient.company_id = t.company_id and patient.id = t.patient_id
  where t.company_id = $1 and t.id = any($2) and ${inSightOf('$3', 'patient')} and $4::timestamptz is not null`)
