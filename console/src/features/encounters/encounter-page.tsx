import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { PatientFacts } from '../patients/patient-facts.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { PrescriptionsSection } from '../prescriptions/prescriptions-section.tsx'
import { Addenda } from './addenda.tsx'
import { aboutOf, type Note } from './note.ts'
import { NoteForm } from './note-form.tsx'
import { SignedNote } from './signed-note.tsx'
import { encounters } from './texts.ts'
import { Vitals } from './vitals.tsx'

/** The note of a visit: what is to be known of the patient, what is measured, what is written and signed. */
export function EncounterPage() {
  const t = useTexts(encounters)
  const id = useRoomParam('id')
  const note = useRead('getEncounterNote', { id })
  const state = note.data && (
    <span className="tag" data-tone={note.data.signedAt === null ? 'warn' : undefined}>
      {note.data.signedAt === null ? t.draft : t.signed}
    </span>
  )
  return (
    <Room title={t.title} state={state}>
      <Loaded query={note} rows={3} height={160}>
        {found => <Written key={found.id} note={found} />}
      </Loaded>
    </Room>
  )
}

function Written({ note }: { note: Note }) {
  const patient = useRead('getPatientSummary', { id: note.patientId })
  return (
    <Stack gap="lg">
      <Loaded query={patient} rows={1} height={120}>
        {known => (
          <Stack gap="md">
            <div>
              <PatientLink patient={known} />
            </div>
            <PatientFacts patient={known} />
          </Stack>
        )}
      </Loaded>
      {note.signedAt === null ? <NoteForm note={note} /> : <SignedNote note={note} />}
      {note.signedAt !== null && <Addenda note={note} />}
      <Vitals note={note} />
      <PrescriptionsSection patientId={note.patientId} about={aboutOf(note)} />
    </Stack>
  )
}
