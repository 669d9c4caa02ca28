/** The records whose versions are counted: what changes them says which version it was made for, or is kept beside it. */
export const VERSIONED = [
  'appointment',
  'branch',
  'claim',
  'clinic',
  'consent_template',
  'day_rules',
  'encounter_draft',
  'form',
  'form_draft',
  'form_submission',
  'insurance_company',
  'insurance_policy',
  'lab_order',
  'money_setting',
  'note_template',
  'patient',
  'patient_alert',
  'policy_class',
  'practitioner',
  'practitioner_time_off',
  'procedure',
  'quotation',
  'reminder_rule',
  'retention_setting',
  'room_block',
  'task',
  'treasury',
  'treatment',
  'wait_list_entry',
] as const

export type VersionedRecord = (typeof VERSIONED)[number]

/** What a write is about: a record, or a block, which is a record of a doctor or of a room. */
export type VersionedResource = VersionedRecord | 'block'

/** Whose version a write is about. */
export interface Versioned {
  /** The record of the path; of what a clinic has once, the clinic's. */
  readonly of: VersionedResource
  /** What a field of the input is called in the record, where it is called otherwise there. */
  readonly fields?: Readonly<Record<string, string>>
  /** Whether it is made of the whole record as it was seen, whatever of it was changed since. */
  readonly whole?: true
}

export const isVersioned = (table: string): table is VersionedRecord => VERSIONED.some(one => one === table)
