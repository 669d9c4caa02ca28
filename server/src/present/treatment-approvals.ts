import type { TREATMENT_DEEDS } from '@clinic/contract/staff/chart-item.ts'
import { AWAITED, AwaitedApproval } from '@clinic/contract/staff/treatment-approvals.ts'
import type { AwaitedApproval as AwaitedRow } from '../domain/clinical/awaited-approvals.ts'
import { approvalOf } from '../domain/clinical/treatment-approval.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { patientName } from './patient-name.ts'

interface Shown extends AwaitedRow {
  allowed: (typeof TREATMENT_DEEDS)[number][]
}

const awaited = wordOf(AWAITED)

/** A treatment that waits for an insurer, with what the member who asks may do about it. */
export const presentAwaitedApproval = presenter<Shown, typeof AwaitedApproval>(AwaitedApproval, {
  ...amounts('total'),
  patientName,
  insuranceCompanyId: 'insurer_id',
  approval: row => awaited(approvalOf(row)),
  requestedAt: 'approval_requested_at',
})
