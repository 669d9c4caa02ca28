import type { Tx } from '../../kernel/tx.ts'
import type { EncounterRow } from './encounter.ts'
import type { EncounterNotes } from './open-encounter.ts'

/** Changes what is given of the notes; null clears. Fires nothing: there is no event for it. */
export async function changeEncounter(
  tx: Tx,
  { id, ...notes }: EncounterNotes & { id: string },
): Promise<EncounterRow> {
  const before = await tx.lock('encounter', id)
  const or = <Value>(given: Value | undefined, otherwise: Value) => (given === undefined ? otherwise : given)
  return tx.update('encounter', id, {
    chief_complaint: or(notes.chiefComplaint, before.chief_complaint),
    symptoms: or(notes.symptoms, before.symptoms),
    diagnosis: or(notes.diagnosis, before.diagnosis),
    tests_ordered: [...or(notes.testsOrdered, before.tests_ordered)],
    imaging_ordered: [...or(notes.imagingOrdered, before.imaging_ordered)],
    test_results: or(notes.testResults, before.test_results),
    imaging_results: or(notes.imagingResults, before.imaging_results),
    clinical_notes: or(notes.clinicalNotes, before.clinical_notes),
    consultation_notes: or(notes.consultationNotes, before.consultation_notes),
    discharge_summary: or(notes.dischargeSummary, before.discharge_summary),
  })
}
