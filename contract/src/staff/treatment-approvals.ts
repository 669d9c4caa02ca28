import { permission } from '../access.ts'
import {
  amountOf,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  Money,
  OneOf,
  Optional,
  resource,
  Text,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Treatment } from '../treatments.ts'
import { ChartItem, TREATMENT_DEEDS } from './chart-item.ts'

const mine = permission('approvals:write')
const { operation } = family('Chart', { read: mine, write: mine, sight: 'patient' })

/** Where a treatment stands with the insurer as long as it waits for its approval. */
export const AWAITED = ['NONE', 'REQUESTED', 'DENIED'] as const

const { id, patientId, branchId, doctorId, name, code, tooth, status, createdAt, updatedAt } = Treatment.properties

export const AwaitedApproval = resource(
  'treatment',
  {
    ...{ id, patientId },
    patientName: described(MaybeText, 'First and last name of the patient.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file.'),
    ...{ branchId, doctorId, name, code, tooth, status },
    total: amountOf(Money, 'What it comes to'),
    insuranceCompanyId: described(
      MaybeId,
      'Who is asked: as the treatment says, else the insurer of the patient; null where there is none.',
    ),
    insurer: described(MaybeText, 'What the insurer is called; null where none is known.'),
    approval: described(OneOf(AWAITED), 'Where it stands with the insurer.'),
    requestedAt: described(MaybeTimestamp, 'When the insurer was last asked; null where it was not.'),
    denialReason: described(MaybeText, 'Why the insurer said no; null where it did not.'),
    allowed: described(Type.Array(OneOf(TREATMENT_DEEDS)), 'What the member who asks may do about the approval.'),
    ...{ createdAt, updatedAt },
  },
  'awaitedApproval',
)

export const listTreatmentApprovals = operation({
  id: 'listTreatmentApprovals',
  route: 'GET /treatment-approvals',
  summary: 'Treatments that wait for the approval of an insurer',
  description:
    'Of the patients in sight, oldest first, 200 at most: what is still to be done, which the insurer of the patient has to approve and was not asked about; what it was asked about and has not answered; and what is still to be done to which it said no.',
  input: {
    approval: Optional(described(OneOf(AWAITED), 'Only those that stand there with the insurer.')),
    insuranceCompanyId: Optional(described(Id, 'Only those of this insurer.')),
  },
  returns: AwaitedApproval,
  answer: 'all',
})

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
