import { scope } from './access.ts'
import { event } from './event.ts'
import { FreeMap, Id, MaybeId, MaybeTimestamp, Nested, Nullable, OneOf, Optional, record, UpTo } from './fields.ts'
import { family, Type } from './kernel.ts'
import { inventedId } from './openapi/example-values.ts'
import { ClinicText, MaybeNote, ofTier, PersonalInParts } from './tiers.ts'

export const FORM_SUBMISSION_STATUSES = ['DRAFT', 'SUBMITTED'] as const
export type FormSubmissionStatus = (typeof FORM_SUBMISSION_STATUSES)[number]
export const FormSubmissionStatus = OneOf(FORM_SUBMISSION_STATUSES)

const FormVersion = Nested({
  id: Id,
  versionNum: Type.Integer(),
  schema: Type.Array(ofTier('clinic', Type.Unknown()), {
    description:
      'The questions, in order. Each is a form field: key, type (section, text, paragraph, number, integer, boolean, select, multiselect, scale, date, time, email, phone, teeth), label {en, ar}, help, required, min, max, minLength, maxLength, options [{value, label}], visibleWhen {key, equals}. JSON Schema: /schemas/form-fields-v1.json.',
  }),
})

/** currentVersion is null until the form is published. */
export const Form = record('form', {
  title: ClinicText,
  active: Type.Boolean(),
  multipleSubmissionsAllowed: Type.Boolean(),
  currentVersion: Nullable(FormVersion),
})

/** Answers are what the clinic asks for under this scope; those to questions of type phone or email are the patient's. */
export const FormSubmission = record('form_submission', {
  formId: Id,
  versionId: Id,
  patientId: Id,
  ref: MaybeNote,
  status: FormSubmissionStatus,
  answers: PersonalInParts('answersWithoutContacts', ofTier('record', FreeMap)),
})

export const ConsentForm = record('consent_form', {
  name: ClinicText,
  signed: Type.Boolean(),
  signRequired: Type.Boolean(),
  signedAt: MaybeTimestamp,
  witnessSigned: Type.Boolean(),
  expiresAt: MaybeTimestamp,
  templateId: MaybeId,
  patientId: Id,
  branchId: Id,
  doctorId: MaybeId,
  appointmentId: MaybeId,
})

const { listing, operation } = family('Forms', { read: scope('forms:read'), write: scope('forms:write') })

export const listForms = listing({
  id: 'listForms',
  route: 'GET /forms',
  summary: 'List forms',
  description: 'The forms that the clinic has patients fill in. Their ids are what submissions name.',
  paging: 'Plain',
  returns: Form,
})

export const listFormSubmissions = listing({
  id: 'listFormSubmissions',
  route: 'GET /form-submissions',
  summary: 'List form submissions',
  description: 'What patients answered in forms, drafts included. Filter by form, patient or status.',
  paging: 'Std',
  filters: { formId: Id, patientId: Id, status: FormSubmissionStatus },
  returns: FormSubmission,
})

export const createFormSubmission = operation({
  id: 'createFormSubmission',
  route: 'POST /form-submissions',
  summary: 'Submit a form for a patient',
  description:
    'Answers the current version of an active form: a map from the key of a field to the answer (a string, a number, true or false, or a list of them for multiselect and teeth). What is required and asked must be answered; what visibleWhen hides must not be. A second submission of the same patient is refused unless the form allows several.',
  input: { formId: Id, patientId: Id, ref: Optional(UpTo(200)), answers: FreeMap },
  returns: FormSubmission,
  status: 201,
  emits: ['form.submitted'],
  refuses: ['invalid_state_transition'],
})

export const getFormSubmission = operation({
  id: 'getFormSubmission',
  route: 'GET /form-submissions/:id',
  summary: 'Get a form submission',
  description: 'The answers of one patient to one form. Read it after form.submitted, which leaves the answers out.',
  input: { id: Id },
  returns: FormSubmission,
})

export const listConsentForms = listing({
  id: 'listConsentForms',
  route: 'GET /consent-forms',
  summary: 'List consent forms',
  description: 'What patients were asked to consent to, signed or not. Filter by signed for those still open.',
  paging: 'Std',
  filters: { branchId: Id, patientId: Id, signed: Type.Boolean() },
  returns: ConsentForm,
})

export const formSubmitted = event({
  type: 'form.submitted',
  summary: 'A form was submitted, through the API or in the clinic.',
  object: 'form_submission',
  data: { formId: Id, patientId: Id, status: FormSubmissionStatus },
})
export const formSigned = event({
  type: 'form.signed',
  summary: 'A consent form was signed; formId is its template.',
  object: 'consent_form',
  data: { branchId: Id, formId: MaybeId, patientId: Id, status: OneOf(['SIGNED']) },
  example: { formId: inventedId('consenttemplate') },
})
