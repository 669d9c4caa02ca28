import { Measurement, MeasurementName } from '../encounters.ts'
import {
  described,
  Id,
  MaybeId,
  MaybeNumber,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  RowVersion,
  resource,
  shape,
  Timestamp,
} from '../fields.ts'
import { Type } from '../kernel.ts'
import { NoteTemplate } from './note-templates.ts'

/** What may be done with an encounter. */
export const ENCOUNTER_DEEDS = ['WRITE', 'SIGN', 'ADD', 'MEASURE'] as const

/** What a note says. */
const told = {
  chiefComplaint: MaybeText,
  symptoms: MaybeText,
  diagnosis: MaybeText,
  testsOrdered: Type.Array(Type.String()),
  imagingOrdered: Type.Array(Type.String()),
  testResults: MaybeText,
  imagingResults: MaybeText,
  clinicalNotes: MaybeText,
  consultationNotes: MaybeText,
  dischargeSummary: MaybeText,
  version: RowVersion,
  savedAt: described(Timestamp, 'When the note was saved last.'),
  savedBy: described(MaybeText, 'Name of the person who saved it last; null where it is not known.'),
}

const EncounterAddendum = resource(
  'encounter_addendum',
  {
    id: Id,
    text: described(Type.String(), 'What was added.'),
    addedBy: described(MaybeText, 'Name of the person who added it.'),
    createdAt: Timestamp,
  },
  'encounterAddendum',
)

const VitalSign = shape('vitalSign', {
  name: MeasurementName,
  unit: described(Type.String(), 'In which it is measured.'),
  value: described(MaybeNumber, 'The last one of the patient, in its unit; null where it was never measured.'),
  status: described(
    Nullable(Type.Integer()),
    '-1 low, 0 normal, 1 high, 2 critical; null where it was never measured.',
  ),
  difference: described(MaybeNumber, 'Against the one before it, in its unit; null on the first.'),
  measuredAt: described(MaybeTimestamp, 'When it was measured; null where it never was.'),
  encounterId: described(MaybeId, 'At which encounter it was measured; null where it never was.'),
})

const NoteSignature = shape('noteSignature', {
  signedBy: described(MaybeText, 'Name of the person who signed, as it was then.'),
  sha256: described(Type.String(), 'SHA-256 of the document that was signed, hexadecimal.'),
  genuine: described(Type.Boolean(), 'Whether the document is to the byte what was signed.'),
})

export const EncounterNote = resource(
  'encounter',
  {
    id: Id,
    patientId: Id,
    branchId: Id,
    doctorId: MaybeId,
    appointmentId: MaybeId,
    ...told,
    template: described(Nullable(NoteTemplate), 'What its note asks; null where it began empty.'),
    signedAt: described(MaybeTimestamp, 'Since when the note stands; null while it is a draft.'),
    signature: described(
      Nullable(NoteSignature),
      'How it was signed; null of a draft, and of what is older than signatures.',
    ),
    addenda: described(Type.Array(EncounterAddendum), 'What was added after it was signed, oldest first.'),
    measurements: Type.Array(Measurement),
    vitals: described(Type.Array(VitalSign), 'The usual vital signs, and what else was ever measured of the patient.'),
    allowed: described(Type.Array(OneOf(ENCOUNTER_DEEDS)), 'What the member who asks may do with it as it is.'),
    createdAt: Timestamp,
  },
  'encounterNote',
)

export const EncounterDraft = resource('encounter', { id: Id, patientId: Id, ...told }, 'encounterDraft')
