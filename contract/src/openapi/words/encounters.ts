import { CLINICAL } from './clinical.ts'

/** What notes of visits are made of, by its documented name. */
export const ENCOUNTER_RESOURCES: Readonly<Record<string, string>> = {
  encounterNote: 'An encounter with its note, as those see it who write it.',
  encounterDraft: 'The note of an encounter, as it was saved.',
  encounterAddendum: 'What was added to a note after it was signed.',
  noteSignature: 'How a note was signed.',
  writtenPrescription: 'A prescription, as those see it who prescribe.',
  prescriptionSheet: 'A prescription as it is printed.',
  labOrderEntry: 'Work ordered from a lab, with whose it is and what may be done with it.',
  orderableLab: 'A lab that work is ordered from, with what it makes.',
  orderableWork: 'Something that a lab makes.',
  stockItem: 'Something in the stock of a branch.',
  procedureSupplies: 'What a procedure takes from the stock.',
  vitalSign: 'What is measured of a patient, with the last value.',
  note_template: 'What notes of a kind of visit ask, and what stands in them to begin with.',
}

/** The fields of a note mean what they mean to plugins. */
const encounter = CLINICAL.encounter ?? {}
export const ENCOUNTERS = {
  encounterNote: encounter,
  encounterDraft: encounter,
  saveEncounterDraft: encounter,
  writtenPrescription: CLINICAL.prescription ?? {},
  prescriptionSheet: CLINICAL.prescription ?? {},
  labOrderEntry: CLINICAL.lab_order ?? {},
  orderableLab: CLINICAL.lab ?? {},
  orderableWork: CLINICAL.lab_item ?? {},
  vitalSign: { name: 'What is measured.' },
  values: { name: 'What was measured.' },
  note_template: { visitType: 'Notes of visits of this type begin with it; null of one that is chosen alone.' },
}
