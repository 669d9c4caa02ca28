import { scope } from './access.ts'
import { event } from './event.ts'
import { Id, MaybeId, MaybeTimestamp, Nullable, OneOf, record, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeNote, Note } from './tiers.ts'

export const FEEDBACK_CHANNELS = ['whatsapp', 'sms', 'link', 'kiosk'] as const

const Rating = Type.Integer({ minimum: 1, maximum: 5 })

/** What patients say of the clinic is what this scope is asked for. */
export const Feedback = record('feedback', {
  rating: Rating,
  recommendScore: Nullable(Type.Integer({ minimum: 0, maximum: 10 })),
  comment: MaybeNote,
  channel: OneOf(FEEDBACK_CHANNELS),
  tags: Type.Array(Note),
  resolved: Type.Boolean(),
  resolvedAt: MaybeTimestamp,
  patientId: MaybeId,
  appointmentId: MaybeId,
  doctorId: MaybeId,
  branchId: Id,
  submittedAt: Timestamp,
})

const { listing, operation } = family('Feedback', { read: scope('feedback:read') })

export const listFeedback = listing({
  id: 'listFeedback',
  route: 'GET /feedback',
  summary: 'List feedback',
  description: 'Ratings and comments of patients, such as those of one doctor or one branch.',
  paging: 'Std',
  filters: { branchId: Id, doctorId: Id, patientId: Id, rating: Rating },
  returns: Feedback,
})

export const getFeedback = operation({
  id: 'getFeedback',
  route: 'GET /feedback/:id',
  summary: 'Get one piece of feedback',
  description:
    'The rating and the comment of one patient. Read it after feedback.submitted, which leaves the comment out.',
  input: { id: Id },
  returns: Feedback,
})

export const feedbackSubmitted = event({
  type: 'feedback.submitted',
  summary: 'A patient gave feedback; the comment is read through the API.',
  object: 'feedback',
  data: { branchId: Id, rating: Rating },
})
