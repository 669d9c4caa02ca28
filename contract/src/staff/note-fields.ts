/** The fields of a note, in the order in which they are usually written. */
export const NOTE_FIELDS = [
  'chiefComplaint',
  'symptoms',
  'clinicalNotes',
  'diagnosis',
  'testsOrdered',
  'testResults',
  'imagingOrdered',
  'imagingResults',
  'consultationNotes',
  'dischargeSummary',
] as const
export type NoteField = (typeof NOTE_FIELDS)[number]
