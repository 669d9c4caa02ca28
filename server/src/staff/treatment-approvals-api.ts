import * as declared from '@clinic/contract/staff/treatment-approvals.ts'
import { awaitedApprovals } from '../domain/clinical/awaited-approvals.ts'
import { withSteps } from '../domain/clinical/treatment.ts'
import { approveTreatment, denyApproval, requestApproval } from '../domain/clinical/treatment-approval.ts'
import { implement } from '../kernel/implement.ts'
import { presentAwaitedApproval } from '../present/treatment-approvals.ts'
import { approvalDeeds } from './allowed-treatments.ts'
import { chartItem } from './chart-items.ts'

/** What insurers were asked about treatments, and what they answered. */
export const treatmentApprovalsApi = [
  implement(declared.listTreatmentApprovals, async (tx, input) => ({
    data: (await awaitedApprovals(tx, input)).map(row =>
      presentAwaitedApproval({ ...row, allowed: approvalDeeds(tx, row) }, tx.clinic),
    ),
  })),
  implement(declared.requestTreatmentApproval, async (tx, input) =>
    chartItem(tx, await withSteps(tx, await requestApproval(tx, input))),
  ),
  implement(declared.approveTreatment, async (tx, input) =>
    chartItem(tx, await withSteps(tx, await approveTreatment(tx, input))),
  ),
  implement(declared.denyTreatmentApproval, async (tx, input) =>
    chartItem(tx, await withSteps(tx, await denyApproval(tx, input))),
  ),
]
