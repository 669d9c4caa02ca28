import { permission } from '../access.ts'
import {
  described,
  Id,
  MaybeInteger,
  MaybeText,
  Nullable,
  Optional,
  RowVersion,
  record,
  Text,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { ConsentEntry, ConsentSheet } from './consent-sheet.ts'

const { operation } = family('Forms', {
  read: permission('records:read'),
  write: permission('records:write'),
  sight: 'patient',
})
const ofClinic = { access: permission('settings:manage'), sight: 'clinic' } as const

const words = {
  name: described(Text(1, 200), 'What it is called.'),
  nameAr: described(UpTo(200), 'The same in Arabic.'),
  body: described(Text(1, 50_000), 'What is agreed to: plain text, with an empty line between paragraphs.'),
  bodyAr: described(UpTo(50_000), 'The same in Arabic; without it the text is read as it is in both languages.'),
  signRequired: described(Type.Boolean(), 'Whether it must be signed; true unless told.'),
  witnessRequired: described(
    Type.Boolean(),
    'Whether a member of the staff witnesses the signature; false unless told.',
  ),
  validDays: described(
    Type.Integer({ minimum: 1, maximum: 3650 }),
    'For how many days a consent is good after it was prepared, signed or not.',
  ),
}

export const ConsentTemplate = record('consent_template', {
  name: words.name,
  nameAr: MaybeText,
  body: words.body,
  bodyAr: described(MaybeText, 'The same in Arabic; null where there is none.'),
  signRequired: described(Type.Boolean(), 'Whether it must be signed.'),
  witnessRequired: described(Type.Boolean(), 'Whether a member of the staff witnesses the signature.'),
  validDays: described(MaybeInteger, 'For how many days a consent is good after it was prepared; null is without end.'),
  version: RowVersion,
})

export const listConsentTemplates = operation({
  id: 'listConsentTemplates',
  route: 'GET /consent-templates',
  summary: 'What patients can be asked to sign',
  description: 'By name.',
  sight: 'clinic',
  returns: ConsentTemplate,
  answer: 'all',
})

export const addConsentTemplate = operation({
  id: 'addConsentTemplate',
  route: 'POST /consent-templates',
  summary: 'Adds a text that patients sign',
  description: 'In English or Arabic or both; the patient reads it in the language of the page.',
  ...ofClinic,
  input: {
    ...{ name: words.name, nameAr: Optional(words.nameAr), body: words.body, bodyAr: Optional(words.bodyAr) },
    ...{ signRequired: Optional(words.signRequired), witnessRequired: Optional(words.witnessRequired) },
    validDays: Optional(words.validDays),
  },
  returns: ConsentTemplate,
  status: 201,
})

export const updateConsentTemplate = operation({
  id: 'updateConsentTemplate',
  route: 'PATCH /consent-templates/:id',
  summary: 'Changes a text that patients sign',
  description: 'Absent fields stay as they are, and so do consents that were prepared: each has the words of its day.',
  ...ofClinic,
  versioned: { of: 'consent_template' },
  input: {
    id: Id,
    name: Optional(words.name),
    nameAr: Optional(Nullable(words.nameAr)),
    body: Optional(words.body),
    bodyAr: Optional(Nullable(words.bodyAr)),
    signRequired: Optional(words.signRequired),
    witnessRequired: Optional(words.witnessRequired),
    validDays: Optional(Nullable(words.validDays)),
  },
  returns: ConsentTemplate,
})

export const listWaitingConsents = operation({
  id: 'listWaitingConsents',
  route: 'GET /consent-forms',
  summary: 'What waits for a signature',
  description:
    'Of the patients in sight, oldest first, 500 at most: what must be signed and is not, and what is signed and lacks its witness.',
  input: { branchId: Optional(Id) },
  returns: ConsentEntry,
  answer: 'all',
})

export const getClinicConsent = operation({
  id: 'getClinicConsent',
  route: 'GET /consent-forms/:id',
  summary: 'A consent with its words and signatures',
  description: 'As the patient reads it, with the last link to it and who signed what.',
  input: { id: Id },
  returns: ConsentSheet,
})

export const prepareConsent = operation({
  id: 'prepareConsent',
  route: 'POST /consent-forms',
  summary: 'Puts a text before a patient to be signed',
  description:
    'With the words of the template as they are now. The patient signs it by a link (POST /patient-links), which fires form.signed.',
  input: {
    templateId: Id,
    patientId: Id,
    branchId: Id,
    doctorId: Optional(described(Id, 'Who treats; that of the visit unless told.')),
    appointmentId: Optional(Id),
    treatmentIds: Optional(
      described(Type.Array(Id, { maxItems: 50 }), 'What it is for: treatments of the patient, which it names.'),
    ),
  },
  returns: ConsentSheet,
  status: 201,
})

export const witnessConsent = operation({
  id: 'witnessConsent',
  route: 'POST /consent-forms/:id/witness',
  summary: 'Witnesses a signature',
  description:
    'Once, of what the patient has signed. The doctor who treats the patient is no witness. No event is fired.',
  input: { id: Id, signature: described(Text(1, 200), 'The full name of the person who witnesses, as they write it.') },
  changes: ['witnessSigned', 'witnessSignedAt', 'witnessName'],
  returns: ConsentSheet,
  refuses: ['invalid_state_transition'],
})

export const revokeConsent = operation({
  id: 'revokeConsent',
  route: 'POST /consent-forms/:id/revoke',
  summary: 'Ends a consent',
  description: 'It holds no longer and can no longer be signed; that it was signed stays.',
  access: permission('consents:revoke'),
  stepUp: true,
  input: { id: Id, reason: described(Text(1, 200), 'Why; it is kept beside it.') },
  changes: ['revokedAt', 'revokeReason', 'expiresAt'],
  returns: ConsentSheet,
  refuses: ['invalid_state_transition'],
})
