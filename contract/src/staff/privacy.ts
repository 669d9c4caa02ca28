import { permission } from '../access.ts'
import {
  described,
  Id,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  RowVersion,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { ExportJob } from './exports.ts'

const manage = permission('privacy:manage')
const { operation, listing } = family('Privacy', { read: manage, write: manage, sight: 'patient' })

/** What becomes of a file. */
export const PRIVACY_STATES = ['OPEN', 'DELETED', 'RESTRICTED', 'ANONYMISED'] as const

export const PatientPrivacy = shape('patientPrivacy', {
  id: described(Id, 'That of the patient.'),
  patientId: Id,
  fileNumber: Type.Integer(),
  name: Type.String(),
  state: OneOf(PRIVACY_STATES),
  keptUntil: described(Timestamp, 'Until when the medical record has to be kept.'),
  restrictedAt: MaybeTimestamp,
  restrictedBy: MaybeText,
  reason: MaybeText,
  anonymiseAt: described(MaybeTimestamp, 'When a restricted file is made anonymous.'),
  anonymisedAt: MaybeTimestamp,
  legalHold: MaybeText,
  version: RowVersion,
  comingVisits: described(Type.Integer(), 'Visits that are still to come: the file is not restricted before them.'),
  openInvoices: described(
    Type.Integer(),
    'Invoices of which the patient has something to pay: the file is not restricted before that.',
  ),
})

const of = { id: Id }
const reason = described(Text(1, 500), 'Why, for those who look later.')

export const getPatientPrivacy = operation({
  id: 'getPatientPrivacy',
  route: 'GET /patients/:id/privacy',
  summary: 'What may become of a patient’s file, and what has',
  description: 'Also of a file that is restricted, which is shown by nothing else.',
  input: of,
  returns: PatientPrivacy,
  refuses: ['not_found'],
  recorded: true,
})

export const findPatientFile = operation({
  id: 'findPatientFile',
  route: 'GET /patient-files/:fileNumber',
  sight: 'clinic',
  summary: 'The file with a number, whatever has become of it',
  description: 'For those who see to erasures: a file that is deleted or restricted is found, too.',
  input: { fileNumber: described(Text(1, 10), 'As it stands on the file, in digits.') },
  returns: PatientPrivacy,
  refuses: ['not_found'],
  recorded: true,
})

export const RestrictedPatient = shape('restrictedPatient', {
  id: described(Id, 'That of the patient.'),
  patientId: Id,
  fileNumber: Type.Integer(),
  name: Type.String(),
  restrictedAt: Timestamp,
  anonymiseAt: Timestamp,
  anonymisedAt: MaybeTimestamp,
  legalHold: MaybeText,
})

export const listRestrictedPatients = listing({
  id: 'listRestrictedPatients',
  route: 'GET /restricted-patients',
  sight: 'clinic',
  summary: 'The files that are restricted, what changed last first',
  description: 'Those made anonymous already, too: of them the file number is left.',
  paging: 'Page',
  filters: { held: described(Type.Boolean(), 'Only those on which a legal hold is, or only the others.') },
  returns: RestrictedPatient,
  recorded: true,
})

export const startAccessExport = operation({
  id: 'startAccessExport',
  route: 'POST /patients/:id/access-exports',
  stepUp: true,
  status: 202,
  summary: 'Has all that is kept of a patient written out, for them to have',
  description:
    'An archive of every family of records as data, a page to read and print, who had to do with the records, and the files. It is kept for 24 hours: GET /exports/{id} tells how far it is and has the link.',
  input: {
    ...of,
    language: described(OneOf(['en', 'ar']), 'The language of the page.'),
    withFiles: described(Type.Boolean(), 'Whether the files are in it, too.'),
  },
  returns: ExportJob,
  refuses: ['not_found'],
  changes: ['kind'],
})

export const restrictPatient = operation({
  id: 'restrictPatient',
  route: 'POST /patients/:id/erasure',
  stepUp: true,
  summary: 'Erases a patient’s file, as far as the law allows it now',
  description:
    'The file and all that is about the patient’s health is hidden from plugins, assistants and staff; visits and invoices stay without free text. When nothing has to be kept any longer, the rest is made anonymous. Until then it can be lifted.',
  input: { ...of, reason, confirm: described(Text(1, 20), 'The number of the file, typed by the person who asks.') },
  returns: PatientPrivacy,
  status: 201,
  emits: ['patient.deleted'],
  refuses: ['not_found', 'confirmation_mismatch', 'in_use', 'legal_hold', 'invalid_state_transition'],
})

export const liftErasure = operation({
  id: 'liftErasure',
  route: 'DELETE /patients/:id/erasure',
  stepUp: true,
  summary: 'Opens a restricted file again',
  description: 'All is as it was, under the same ids. A file that is anonymous stays so.',
  input: of,
  returns: PatientPrivacy,
  emits: ['patient.created'],
  refuses: ['not_found', 'invalid_state_transition'],
})

export const putLegalHold = operation({
  id: 'putLegalHold',
  route: 'PUT /patients/:id/legal-hold',
  access: permission('privacy:finish'),
  stepUp: true,
  summary: 'Says that nothing of a file may be erased, or that it may again',
  description: 'As long as there is a reason, such as a lawsuit, the file is neither restricted nor made anonymous.',
  versioned: { of: 'patient', fields: { reason: 'legalHold' } },
  input: { ...of, reason: described(Nullable(Text(1, 500)), 'Why; null takes the legal hold off.') },
  returns: PatientPrivacy,
  changes: ['legalHold'],
  refuses: ['not_found', 'invalid_state_transition'],
})

export const anonymisePatient = operation({
  id: 'anonymisePatient',
  route: 'POST /patients/:id/anonymise',
  access: permission('privacy:finish'),
  stepUp: true,
  summary: 'Makes a restricted file anonymous as soon as it need not be kept, for ever',
  description:
    'Names, contacts, ids, notes, texts and files go; file number, gender, dates, codes, invoices and payments stay. It cannot be undone.',
  input: { ...of, confirm: described(Text(1, 20), 'The number of the file, typed by the person who asks.') },
  returns: PatientPrivacy,
  refuses: ['not_found', 'confirmation_mismatch', 'legal_hold', 'retention_not_over', 'invalid_state_transition'],
})
