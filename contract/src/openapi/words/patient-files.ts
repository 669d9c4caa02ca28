/** What is shown of a patient's file, by its documented name. */
export const FILE_RESOURCES: Readonly<Record<string, string>> = {
  patient_alert: 'What is to be known of a patient before anything is done.',
  patientRelation: 'A patient who is related to this one, and how.',
  patientRelations: 'All who are related to a patient.',
  patient_suspect: 'That two files are of two persons, as a member of staff said.',
  patientSuspect: 'Two files that may be of one person.',
  patient_merge: 'That two files of one person became one, and until when they can be parted again.',
  consentEntry: 'A text that a patient is to sign, or signed.',
  consentSheet: 'A consent with its words and signatures.',
  consentEvidence: 'How a consent was signed.',
  consent_template: 'A text that patients sign.',
  patientForm: 'What a patient was asked to sign or to fill in.',
  storyEntry: 'Something that happened with a patient.',
  threadMessage: 'A message to or from a patient.',
  deletedPatient: 'That a file was deleted, and until when it can be restored.',
}
