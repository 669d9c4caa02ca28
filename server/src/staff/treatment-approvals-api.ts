import * as declared from '@clinic/contract/staff/treatment-approvals.ts'
import { withSteps } from '../domain/clinical/treatment.ts'
import { approveTreatment, denyApproval, requestApproval } from '../domain/clinical/treatment-approval.ts'
import { implement } from '../kernel/implement.ts'
import { chartItem } from './chart-items.ts'

/** What insurers were asked about treatments, and what they answered. */
export const treatmentApprovalsApi = [
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
