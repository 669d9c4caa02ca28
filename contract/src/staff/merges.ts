import { permission } from '../access.ts'
import { described, Id, MaybeTimestamp, record, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('patients:manage')
const { operation } = family('Patients', { read: manage, write: manage, sight: 'patient' })

export const PatientMerge = record('patient_merge', {
  patientId: described(Id, 'The file that was kept.'),
  absorbedId: described(Id, 'The file that was merged into it.'),
  moved: described(Type.Integer(), 'How many records went with it.'),
  filled: described(Type.Array(Type.String()), 'The fields that were blank in the kept file and came from the other.'),
  undoableUntil: described(Timestamp, 'Until when it can be undone.'),
  undoneAt: described(MaybeTimestamp, 'When it was undone.'),
})

const emits = [
  ...['patient.created', 'patient.deleted', 'patient.updated', 'appointment.updated', 'invoice.updated'],
  'laborder.updated',
]

export const listPatientMerges = operation({
  id: 'listPatientMerges',
  route: 'GET /patients/:id/merges',
  summary: 'Which files were merged into a file, newest first',
  description: 'Those that were undone, too.',
  input: { id: Id },
  returns: PatientMerge,
  answer: 'all',
})

export const mergePatientFiles = operation({
  id: 'mergePatientFiles',
  route: 'POST /patients/:id/merge',
  stepUp: true,
  summary: 'Makes two files of one person one',
  description:
    'All that is about the other patient is about this one from then on, and what this file does not say comes from the other. The audit and what was signed keep the other id; disclosures and exports read both. Documents for the tax authority stay as they were submitted, points move by an adjustment. The other file counts as deleted: who asks for it is told where it went. Refused where the two have different national ids, where one is deleted, or under a legal hold.',
  input: { id: Id, absorbedId: described(Id, 'The file that is merged into this one.') },
  changes: ['patientId'],
  returns: PatientMerge,
  status: 201,
  emits: emits.filter(type => type !== 'patient.created'),
  refuses: ['merge_refused'],
})

export const undoPatientMerge = operation({
  id: 'undoPatientMerge',
  route: 'POST /merges/:id/undo',
  stepUp: true,
  summary: 'Parts two files again that were merged',
  description:
    'Within 30 days. The records that were moved go back, with what is left of the points, and what was filled is emptied where nobody has changed it. What was added since stays with the kept file.',
  input: { id: Id },
  changes: ['undoneAt'],
  returns: PatientMerge,
  emits: emits.filter(type => type !== 'patient.deleted'),
  refuses: ['undo_expired', 'merge_refused', 'invalid_state_transition'],
})
