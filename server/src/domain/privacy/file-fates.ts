import { type Fate, OF_PATIENT, ofOwner } from './fate.ts'

/** The file itself, and what is written with the patient and about them. */
export const FILE_FATES: Readonly<Record<string, Fate>> = {
  patient: {
    of: 't.id = $2',
    keep: `file_number branch_id doctor_id gender is_lead disabled pending insurance_company_id insurance_percentage
      insurance_limit_minor insurance_unlimited invoiced_minor paid_minor balance_minor deleted_at restricted_at anonymise_at
      anonymised_at legal_hold language no_reminders delete_reason merged_into_id version`,
    year: 'birth_date',
    empty: `clinic_file_number last_name phone_number phone_number2 email title address nationality marital_status
      national_id national_id_sealed national_id_mac identifier_type details insurance_policy_id insurance_class_id
      insurance_number insurance_group insurance_end_date archive_reason`,
    blank: { first_name: "''", search_text: "''", name_text: "''" },
  },
  restricted_patient: { of: OF_PATIENT, keep: 'patient_id restricted_by was_deleted', blank: { reason: "''" } },
  patient_alert: {
    of: OF_PATIENT,
    keep: 'patient_id kind severity added_by ended_at ended_by version',
    blank: { text: "''" },
  },
  patient_link: {
    of: OF_PATIENT,
    keep: `kind token_hash patient_id appointment_id expires_at revoked_at subject_id
      document_id asks_birth_year used_at replaced_at failed_checks locked_until`,
    empty: 'token_sealed',
  },
  patient_relation: {
    of: '$2 in (t.patient_id, t.related_id)',
    keep: 'patient_id related_id',
    blank: { kind: "'OTHER'" },
  },
  patient_merge: {
    of: '$2 in (t.patient_id, t.absorbed_id)',
    keep: 'patient_id absorbed_id merged_by moved undone_at undone_by',
    blank: { filled: "'{}'" },
  },
  patient_merge_item: {
    of: `t.merge_id in (
      select merge.id from patient_merge as merge where merge.company_id = $1 and $2 in (merge.patient_id, merge.absorbed_id))`,
    keep: 'merge_id table_name record_id',
    empty: 'was',
  },
  patient_suspect: {
    of: '$2 in (t.patient_id, t.other_id)',
    keep: 'patient_id other_id reasons state settled_by',
  },
  record_change: {
    of: OF_PATIENT,
    keep: 'record_id version table_name patient_id caller at',
    blank: { changes: "'{}'" },
  },
  lead: {
    of: OF_PATIENT,
    keep: `reference_id contact_id branch_id stage_id sort_order deal_size_minor score due_at patient_id assigned_to_id
      lead_link_id reject_reason_id referral_source_id referral_sub_source_id staged_at journeyed_at last_interaction_at
      forgotten_at`,
    empty: 'notes',
  },
  contact: {
    of: 't.id in (select lead.contact_id from lead where lead.company_id = $1 and lead.patient_id = $2)',
    keep: '',
    empty: 'phone email',
    blank: { name: "''", search_text: "''" },
    stays: true,
  },
  communication: {
    of: OF_PATIENT,
    keep: 'channel state attempts claimed_until template_id error_code sent_at patient_id lead_id user_id lab_id',
    empty: 'subject text content_preview template_preview',
    blank: { variables: "'{}'" },
  },
  conversation: {
    of: OF_PATIENT,
    keep: `language blocked resolved unseen_count messages_count last_message_at last_activity_at last_inbound_at patient_id
      lead_id assigned_to_id`,
    empty: 'name',
    blank: { phone: "'anonymous ' || t.id" },
    stays: true,
  },
  conversation_message: {
    of: ofOwner('conversation', 'conversation_id'),
    keep: `conversation_id direction channel type template_id file_id status error_code sent_by_id communication_id sent_at
      delivered_at read_at`,
    empty: 'text template_text carrier_id',
  },
  feedback: {
    of: OF_PATIENT,
    keep: 'branch_id patient_id appointment_id doctor_id rating recommend_score channel submitted_at resolved_at',
    empty: 'comment',
    blank: { tags: "'{}'" },
  },
  task: {
    of: OF_PATIENT,
    keep: `status priority due_at completed_at sort_order assigned_to_id created_by_id patient_id lead_id appointment_id
      branch_id version`,
    empty: 'details',
    blank: { title: "''" },
  },
  loyalty_account: {
    of: OF_PATIENT,
    keep: 'patient_id points_balance lifetime_earned lifetime_redeemed expiring_points expiring_at',
  },
  loyalty_transaction: {
    of: OF_PATIENT,
    keep: 'patient_id branch_id type points balance_after remaining expires_at invoice_id payment_id',
    empty: 'reason',
  },
}
