import { permission } from '../access.ts'
import { MeasurementName } from '../encounters.ts'
import { allClearable, described, Id, Nested, Optional, Text, UpTo } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { EncounterDraft, EncounterNote } from './encounter-note.ts'

const { operation } = family('Encounters', {
  read: permission('encounters:read'),
  write: permission('encounters:write'),
  sight: 'patient',
})

const named = described(Type.Array(Text(1, 200), { maxItems: 30 }), 'In the order in which they were ordered.')
const written = UpTo(10_000)
const wanted = {
  chiefComplaint: written,
  symptoms: written,
  diagnosis: written,
  testsOrdered: named,
  imagingOrdered: named,
  testResults: written,
  imagingResults: written,
  clinicalNotes: written,
  consultationNotes: written,
  dischargeSummary: written,
}
const { testsOrdered, imagingOrdered, ...texts } = wanted

export const startEncounter = operation({
  id: 'startEncounter',
  route: 'POST /encounters',
  summary: 'Begins an encounter',
  description:
    'The visit is under way from then on, where the patient was checked in or waiting. Its doctor is the one who begins it, unless told. A visit has one encounter.',
  input: {
    patientId: Id,
    branchId: Id,
    doctorId: Optional(described(Id, 'Whose note it is; the member’s own, or else that of the visit.')),
    appointmentId: Optional(Id),
    templateId: Optional(described(Id, 'What its note asks; that of the type of the visit unless told.')),
  },
  returns: EncounterNote,
  status: 201,
  emits: ['encounter.created', 'appointment.updated'],
  refuses: ['already_exists', 'invalid_state_transition'],
})

export const getEncounterNote = operation({
  id: 'getEncounterNote',
  route: 'GET /encounters/:id',
  summary: 'An encounter with its note',
  description: 'The note as it is being written, or as it was signed; what was added since; and what was measured.',
  input: { id: Id },
  returns: EncounterNote,
})

export const saveEncounterDraft = operation({
  id: 'saveEncounterDraft',
  route: 'PUT /encounters/:id/draft',
  summary: 'Saves the note as it is being written',
  description:
    'Absent fields stay as they are; an empty text or null clears. No plugin and no assistant reads it before it is signed.',
  versioned: { of: 'encounter_draft' },
  input: {
    id: Id,
    ...allClearable(texts),
    testsOrdered: Optional(testsOrdered),
    imagingOrdered: Optional(imagingOrdered),
  },
  returns: EncounterDraft,
  refuses: ['invalid_state_transition'],
})

export const signEncounter = operation({
  id: 'signEncounter',
  route: 'POST /encounters/:id/sign',
  summary: 'Signs the note',
  description:
    'Its doctor alone does, as it was seen. It never changes after that, plugins and assistants read it from then on, and the exact document is kept with its signature.',
  versioned: { of: 'encounter_draft', whole: true },
  input: { id: Id },
  changes: ['signedAt', ...Object.keys(wanted)],
  returns: EncounterNote,
  refuses: ['invalid_state_transition', 'not_permitted'],
})

export const addEncounterAddendum = operation({
  id: 'addEncounterAddendum',
  route: 'POST /encounters/:id/addenda',
  summary: 'Adds to a note that is signed',
  description: 'Its doctor alone does. Plugins and assistants read it behind the clinical notes.',
  input: { id: Id, text: described(Text(1, 5000), 'What is added.') },
  changes: ['addenda'],
  returns: EncounterNote,
  status: 201,
  refuses: ['invalid_state_transition', 'not_permitted'],
})

export const takeVitals = operation({
  id: 'takeVitals',
  route: 'POST /encounters/:id/vitals',
  access: permission('vitals:write'),
  summary: 'Enters what was measured',
  description: 'As long as the note is not signed. Plugins are told nothing of it, and read it.',
  input: {
    id: Id,
    values: described(
      Type.Array(
        Nested({ name: MeasurementName, value: described(Type.Number(), 'In the unit of the measurement.') }),
        {
          minItems: 1,
          maxItems: 20,
        },
      ),
      'Each name once.',
    ),
  },
  changes: ['measurements'],
  returns: EncounterNote,
  status: 201,
  refuses: ['invalid_state_transition'],
})
