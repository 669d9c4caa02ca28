import { NOTE_FIELDS, type NoteField } from '@clinic/contract/staff/note-fields.ts'
import type { Input, Returned } from '../../lib/api.ts'

export type Note = Returned<'getEncounterNote'>
/** A note as it is typed: of what is ordered, a line for each. */
export type Texts = Readonly<Record<NoteField, string>>
export type Typed = Partial<Texts>
type Told = Pick<Note, NoteField>

export const LISTS: readonly NoteField[] = ['testsOrdered', 'imagingOrdered']

/** Of which visit it is what is prescribed and ordered beside the note. */
export const aboutOf = ({ patientId, branchId, appointmentId }: Note) => ({
  ...{ patientId, branchId },
  ...(appointmentId !== null && { appointmentId }),
})

const textOf = (value: string | readonly string[] | null): string =>
  typeof value === 'string' ? value : (value ?? []).join('\n')

export const textsOf = (note: Told): Texts => ({
  chiefComplaint: textOf(note.chiefComplaint),
  symptoms: textOf(note.symptoms),
  clinicalNotes: textOf(note.clinicalNotes),
  diagnosis: textOf(note.diagnosis),
  testsOrdered: textOf(note.testsOrdered),
  testResults: textOf(note.testResults),
  imagingOrdered: textOf(note.imagingOrdered),
  imagingResults: textOf(note.imagingResults),
  consultationNotes: textOf(note.consultationNotes),
  dischargeSummary: textOf(note.dischargeSummary),
})

/** The fields of which something is said, in their usual order. */
export const fieldsIn = (typed: Typed): NoteField[] => NOTE_FIELDS.filter(field => typed[field] !== undefined)

/** Those of the fields alone. */
export const pick = (texts: Typed, fields: readonly NoteField[]): Typed =>
  Object.fromEntries(fields.flatMap(field => (texts[field] === undefined ? [] : [[field, texts[field]]])))

export const without = (texts: Typed, fields: readonly NoteField[]): Typed =>
  pick(
    texts,
    fieldsIn(texts).filter(field => !fields.includes(field)),
  )

const linesOf = (text: string): string[] => text.split('\n').flatMap(line => line.trim() || [])

/** What is typed as it is sent. */
export const inputOf = (id: string, typed: Typed): Input<'saveEncounterDraft'> => ({
  id,
  ...Object.fromEntries(
    fieldsIn(typed).map(field => {
      const text = typed[field] ?? ''
      return [field, LISTS.includes(field) ? linesOf(text) : text || null]
    }),
  ),
})
