import { permission } from '../access.ts'
import { Feedback } from '../feedback.ts'
import { described, Id, MaybeInteger, MaybeText, resource } from '../fields.ts'
import { family } from '../kernel.ts'

const { listing } = family('Feedback', { read: permission('records:read'), sight: 'branch' })

const { object: _object, ...asToldToPlugins } = Feedback.properties

export const FeedbackEntry = resource(
  'feedback',
  {
    ...asToldToPlugins,
    patientName: described(MaybeText, 'First and last name of the patient; null where it is not known whose it is.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file; null likewise.'),
  },
  'feedbackEntry',
)

export const listClinicFeedback = listing({
  id: 'listClinicFeedback',
  route: 'GET /feedback',
  summary: 'What patients said of their visits',
  description: 'Ratings and comments on visits at the branches in sight, newest first.',
  paging: 'Dated',
  filters: { branchId: Id, doctorId: Id, patientId: Id, rating: Feedback.properties.rating },
  returns: FeedbackEntry,
})
