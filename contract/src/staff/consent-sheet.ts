import { described, Id, MaybeInteger, MaybeText, MaybeTimestamp, OneOf, resource } from '../fields.ts'
import { ConsentForm } from '../forms.ts'
import { Type } from '../kernel.ts'
import { LastLink } from './patient-links.ts'
import { QuotationEvidence } from './quotation-sheet.ts'

/** How far a consent has come. */
export const CONSENT_STATES = ['UNSIGNED', 'OPEN', 'UNWITNESSED', 'SIGNED', 'EXPIRED', 'REVOKED'] as const
/** What may be done with a consent. */
export const CONSENT_DEEDS = ['SEND', 'WITNESS', 'REVOKE'] as const

const { object: _object, ...asToldToPlugins } = ConsentForm.properties

const entry = {
  ...asToldToPlugins,
  nameAr: described(MaybeText, 'The same in Arabic; null where there is none.'),
  state: described(
    OneOf(CONSENT_STATES),
    'UNSIGNED must be signed, OPEN need not; UNWITNESSED is signed and lacks its witness. EXPIRED and REVOKED hold no longer, signed or not.',
  ),
  signRequired: described(Type.Boolean(), 'Whether it must be signed.'),
  treatmentIds: described(Type.Array(Id), 'What it is for.'),
  witnessSigned: described(Type.Boolean(), 'Whether a member of the staff has witnessed the signature.'),
  witnessRequired: described(Type.Boolean(), 'Whether a member of the staff witnesses the signature.'),
  signerName: described(MaybeText, 'Who signed, as they wrote it; null before that.'),
  witnessSignedAt: described(MaybeTimestamp, 'When it was witnessed; null before that.'),
  witnessName: described(MaybeText, 'Who witnessed, as they wrote it; null before that.'),
  revokedAt: described(MaybeTimestamp, 'When it was ended; null where it was not.'),
  revokeReason: described(MaybeText, 'Why it was ended; null where it was not.'),
  patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
  fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
  allowed: described(Type.Array(OneOf(CONSENT_DEEDS)), 'What the member who asks may do with it as it is.'),
}

export const ConsentEntry = resource('consent_form', entry, 'consentEntry')

const { object: _signature, role: _role, ...evidence } = QuotationEvidence.properties
export const ConsentEvidence = resource(
  'signature',
  { ...evidence, role: described(OneOf(['PATIENT', 'GUARDIAN', 'WITNESS']), 'Who signed.') },
  'consentEvidence',
)

export const ConsentSheet = resource(
  'consent_form',
  {
    ...entry,
    body: described(Type.String(), 'What is agreed to, as the patient reads it.'),
    bodyAr: described(MaybeText, 'The same in Arabic; null where there is none.'),
    link: LastLink,
    evidence: described(Type.Array(ConsentEvidence), 'Who signed, and what; empty before that.'),
  },
  'consentSheet',
)
