import { permission } from '../access.ts'
import { described, Id, Nested, Nullable, OneOf, Optional, resource, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

/** What a patient can be given a link to. */
export const LINK_KINDS = ['QUOTATION', 'CONSENT', 'FORM', 'FEEDBACK', 'RECEIPT'] as const
export const LINK_STATES = ['OPEN', 'USED', 'REVOKED', 'REPLACED', 'EXPIRED'] as const
export const LINK_CHANNELS = ['whatsapp', 'sms', 'email', 'none'] as const

const { operation } = family('Patient links', {
  // Each kind asks for its own.
  write: permission('quotations:write', 'records:write', 'invoices:write'),
  sight: 'patient',
})

const Kind = described(OneOf(LINK_KINDS), 'What it shows.')

/** The last link that a patient was given to something. */
export const LastLink = described(
  Nullable(
    Nested({
      id: Id,
      state: described(OneOf(LINK_STATES), 'Whether it shows something, or why not.'),
      expiresAt: described(Timestamp, 'When it ends by itself.'),
    }),
  ),
  'The last link that the patient was given to it; null before the first.',
)

const link = {
  id: Id,
  kind: Kind,
  subjectId: described(
    Id,
    'What it shows, by its kind: the first of the options of a quotation, a consent, a draft of answers, a visit, an invoice.',
  ),
  patientId: Id,
  state: described(
    OneOf(LINK_STATES),
    'OPEN while it shows something. USED once it was signed or answered by, REPLACED by a newer one or by a change of what it shows, REVOKED by the staff, EXPIRED.',
  ),
  expiresAt: described(Timestamp, 'When it ends by itself.'),
  createdAt: Timestamp,
}

export const PatientLink = resource('patient_link', link, 'patientLink')

export const createPatientLink = operation({
  id: 'createPatientLink',
  route: 'POST /patient-links',
  summary: 'Gives a patient a link, and sends it',
  description:
    'The older link to the same ends. Where the file says when the patient was born the page asks for that year first, but not on a tablet at the clinic. The address is answered once; message.sent or message.failed tells plugins what came of a message.',
  input: {
    kind: Kind,
    subjectId: Id,
    patientId: Id,
    channel: described(OneOf(LINK_CHANNELS), 'How it is sent to the patient; none where it is not.'),
    templateId: Optional(
      described(Id, 'Of whatsapp: an approved template whose last value is the link, before it clinic and patient.'),
    ),
    days: Optional(
      described(
        Type.Integer({ minimum: 1, maximum: 90 }),
        'For how many days it holds; as the clinic says unless told.',
      ),
    ),
    here: Optional(
      described(Type.Boolean(), 'Whether it is for a tablet at the clinic: it holds for 15 minutes and asks nothing.'),
    ),
  },
  returns: resource(
    'patient_link',
    { ...link, url: described(Type.String(), 'The address. It is told here alone.') },
    'newPatientLink',
  ),
  status: 201,
  refuses: ['invalid_state_transition', 'template_not_approved', 'patient_has_no_phone'],
})

export const revokePatientLink = operation({
  id: 'revokePatientLink',
  route: 'POST /patient-links/:id/revoke',
  summary: 'Ends a link',
  description: 'Who opens it is told that the clinic closed it, with its phone.',
  input: { id: Id },
  changes: ['state'],
  returns: PatientLink,
  refuses: ['invalid_state_transition'],
})
