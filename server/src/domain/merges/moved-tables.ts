/**
 * What becomes of the rows that refer to a patient when the file is merged into another. Every table with a foreign key to
 * patients stands in one of the two lists, or a test fails.
 */

/** Their rows go with the patient, by `patient_id`. */
export const MOVED = [
  'communication',
  'consent_form',
  'conversation',
  'discount_approval',
  'encounter',
  'encounter_addendum',
  'feedback',
  'file',
  'file_upload',
  'form_submission',
  'invoice',
  'lead',
  'measurement',
  'patient_link',
  'payment',
  'prescription',
  'xray',
] as const
/** The same, of records whose versions are counted: each is changed as a person would. */
export const CHANGED = [
  'appointment',
  'encounter_draft',
  'lab_order',
  'patient_alert',
  'quotation',
  'task',
  'treatment',
  'wait_list_entry',
] as const

/** Their rows keep the id, or are seen to apart from the others. */
export const STAYING: Readonly<Record<string, string>> = {
  patient: 'merged_into_id says where the rows went',
  patient_relation: 'a relation is said anew of the kept file',
  patient_suspect: 'two files that are one are suspected no more',
  patient_merge: 'it is how the files became one',
  loyalty_account: 'points move by ADJUST',
  loyalty_transaction: 'points move by ADJUST, what was entered stays as it was',
  record_change: 'history is never changed',
  signed_document: 'what was signed is never changed',
  signature: 'what was signed is never changed',
  restricted_patient: 'a deleted file is not merged',
  withheld_text: 'a deleted file is not merged',
}
