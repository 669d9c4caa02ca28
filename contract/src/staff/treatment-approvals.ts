import { permission } from '../access.ts'
import { described, Id, Optional, Text } from '../fields.ts'
import { family } from '../kernel.ts'
import { ChartItem } from './chart-item.ts'

const { operation } = family('Chart', { write: permission('approvals:write'), sight: 'patient' })

export const requestTreatmentApproval = operation({
  id: 'requestTreatmentApproval',
  route: 'POST /treatments/:id/request-approval',
  summary: 'Says that the insurer was asked about a treatment',
  description: 'Of what is still to be done, once; again where the insurer said no, which is forgotten then.',
  input: { id: Id, insuranceCompanyId: Optional(described(Id, 'Who is asked; as the treatment says unless told.')) },
  changes: ['approval', 'approvalRequired'],
  returns: ChartItem,
  emits: ['treatment.approval_requested'],
  refuses: ['invalid_state_transition'],
})

export const approveTreatment = operation({
  id: 'approveTreatment',
  route: 'POST /treatments/:id/approve',
  summary: 'Says that the insurer approved a treatment',
  description: 'Of what it was asked about.',
  input: { id: Id, preAuth: described(Text(1, 100), 'The number of the approval.') },
  changes: ['approval', 'approved'],
  returns: ChartItem,
  emits: ['treatment.approved'],
  refuses: ['invalid_state_transition'],
})

export const denyTreatmentApproval = operation({
  id: 'denyTreatmentApproval',
  route: 'POST /treatments/:id/deny',
  summary: 'Says that the insurer did not approve a treatment',
  description: 'Of what it was asked about. It may be asked again; plugins are told nothing of it.',
  input: { id: Id, reason: described(Text(1, 200), 'Why, as the insurer says.') },
  changes: ['approval', 'denialReason'],
  returns: ChartItem,
  refuses: ['invalid_state_transition'],
})
