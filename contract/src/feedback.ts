import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeText, MaybeTimestamp, Nullable, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

export const FEEDBACK_CHANNELS = ['whatsapp', 'sms', 'link', 'kiosk'] as const

const Rating = Type.Integer({ minimum: 1, maximum: 5 })

export const Feedback = resource('feedback', {
  id: Id,
  rating: Rating,
  recommendScore: Nullable(Type.Integer({ minimum: 0, maximum: 10 })),
  comment: MaybeText,
  channel: OneOf(FEEDBACK_CHANNELS),
  tags: Type.Array(Type.String()),
  resolved: Type.Boolean(),
  resolvedAt: MaybeTimestamp,
  patientId: MaybeId,
  appointmentId: MaybeId,
  doctorId: MaybeId,
  branchId: Id,
  submittedAt: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Feedback', access: scope('feedback:read') } as const

export const listFeedback = listing({
  ...shared,
  id: 'listFeedback',
  route: 'GET /feedback',
  summary: 'List feedback',
  paging: 'Std',
  filters: {
    branchId: Optional(Id),
    doctorId: Optional(Id),
    patientId: Optional(Id),
    rating: Optional(Rating),
  },
  returns: Feedback,
})

export const getFeedback = operation({
  ...shared,
  id: 'getFeedback',
  route: 'GET /feedback/:id',
  summary: 'Get one piece of feedback',
  input: { id: Id },
  returns: Feedback,
})

export const feedbackSubmitted = event({
  type: 'feedback.submitted',
  summary: 'A patient gave feedback; the comment is read through the API.',
  object: 'feedback',
  data: { branchId: Id, rating: Rating },
  example: { id: exampleIds.feedback, branchId: exampleIds.branch, rating: 5 },
})
