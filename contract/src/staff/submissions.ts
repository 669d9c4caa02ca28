import { permission } from '../access.ts'
import { described, FreeMap, Id, MaybeInteger, MaybeText, OneOf, Optional, RowVersion, resource } from '../fields.ts'
import { FormFieldSchema } from '../form-fields.ts'
import { FormSubmission } from '../forms.ts'
import { family, Type } from '../kernel.ts'
import { LastLink } from './patient-links.ts'

/** What may be done with a patient's answers. */
export const SUBMISSION_DEEDS = ['ANSWER', 'SEND'] as const

const { operation } = family('Forms', {
  read: permission('records:read'),
  write: permission('records:write'),
  sight: 'patient',
})

const answers = described(
  FreeMap,
  'By the keys of the questions: a string, a number, true or false, or a list of them.',
)
const submit = described(
  Type.Boolean(),
  'Whether it is the last of it: then what is asked and required must be answered. A draft unless told.',
)

const { object: _object, answers: _answers, ...asToldToPlugins } = FormSubmission.properties

/** What a patient answered, with the questions of the version that it is of. */
export const FormSheet = resource(
  'form_submission',
  {
    ...asToldToPlugins,
    answers,
    title: described(Type.String(), 'What the form is called.'),
    fields: described(Type.Array(FormFieldSchema), 'The questions that are answered.'),
    patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
    link: LastLink,
    allowed: described(Type.Array(OneOf(SUBMISSION_DEEDS)), 'What the member who asks may do with it as it is.'),
    version: RowVersion,
  },
  'formSheet',
)

export const getFormSheet = operation({
  id: 'getFormSheet',
  route: 'GET /form-submissions/:id',
  summary: 'What a patient answered',
  description: 'With the questions of the version that was answered, and the last link to it.',
  input: { id: Id },
  returns: FormSheet,
})

export const enterForm = operation({
  id: 'enterForm',
  route: 'POST /form-submissions',
  summary: 'Enters the answers of a patient',
  description: 'To the version that is filled in now: as a draft, or submitted, which fires form.submitted.',
  input: { formId: Id, patientId: Id, answers, submit: Optional(submit) },
  returns: FormSheet,
  status: 201,
  emits: ['form.submitted'],
  refuses: ['invalid_state_transition'],
})

export const changeAnswers = operation({
  id: 'changeAnswers',
  route: 'PATCH /form-submissions/:id',
  summary: 'Changes the answers of a draft, or submits it',
  description: 'The answers stand in place of those before. What was submitted stays as it is.',
  versioned: { of: 'form_submission' },
  input: { id: Id, answers, submit: Optional(submit) },
  changes: ['answers', 'status'],
  returns: FormSheet,
  emits: ['form.submitted'],
  refuses: ['invalid_state_transition'],
})
