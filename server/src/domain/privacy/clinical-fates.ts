import { type Fate, OF_PATIENT, ofOwner } from './fate.ts'

/** What a line or treatment is called without the words of the person who wrote it. */
export const NAME_OF_PROCEDURE = `coalesce((
  select procedure.name from procedure where procedure.company_id = t.company_id and procedure.id = t.procedure_id), '')`

/** The texts of a note. */
const WRITTEN = `chief_complaint symptoms diagnosis test_results imaging_results clinical_notes consultation_notes
  discharge_summary`

/** Visits and the medical record: which procedures were done when stays, what was written goes. */
export const CLINICAL_FATES: Readonly<Record<string, Fate>> = {
  appointment: {
    of: OF_PATIENT,
    keep: `branch_id doctor_id patient_id status starts_at ends_at room urgent is_online video_call_created_at pending outcome
      chair_minutes version arrived_at seated_at finished_at procedure_ids replaced_by_id
      wants_change_at`,
    empty: 'title details type video_call_id cancel_reason',
    stays: true,
  },
  wait_list_entry: {
    of: OF_PATIENT,
    keep: `patient_id branch_id doctor_id procedure_id minutes from_date until_date weekdays parts priority state
      appointment_id version`,
    empty: 'note',
  },
  held_move: {
    of: ofOwner('appointment', 'appointment_id'),
    keep: 'appointment_id to_status held_by held_by_name held_at until state',
    empty: 'reason',
    stays: true,
  },
  quotation: {
    of: OF_PATIENT,
    keep: `patient_id branch_id doctor_id appointment_id chart treatment_ids subtotal_minor discount_minor discount_percent
      tax_minor tax_percent total_minor diagnostic_fee_minor insurance_minor completed_percent seen signed signed_at
      version group_id option_label option_place version_num whole_discount_minor valid_until sent_at withdrawn_at declined_at document_id`,
    empty: 'name diagnosis notes withdraw_reason',
  },
  quotation_line: {
    of: ofOwner('quotation', 'quotation_id'),
    keep: `quotation_id place treatment_id code tooth tooth_part quantity price_minor discount_minor tax_minor total_minor
      insurance_minor share_reason`,
    blank: { name: "''" },
    empty: 'name_ar',
  },
  treatment: {
    of: OF_PATIENT,
    keep: `patient_id branch_id doctor_id appointment_id procedure_id quotation_id invoice_id insurance_company_id code status
      chart price_minor quantity amount_minor discount_minor tax_minor total_minor paid_minor completed_percent tooth
      tooth_part child has_steps starts_at ends_at expires_at approval_required approval_requested_at approved approved_at
      version phase finding sort_order voided_at approval_denied_at`,
    empty: 'diagnosis details pre_auth denial_reason',
    blank: { name: NAME_OF_PROCEDURE },
  },
  treatment_step: {
    of: ofOwner('treatment', 'treatment_id'),
    keep: 'treatment_id status sort_order appointment_id starts_at ends_at',
    blank: { name: "''" },
  },
  inventory_adjustment: {
    of: ofOwner('treatment', 'treatment_id'),
    keep: 'inventory_item_id quantity_delta quantity_after reason treatment_id',
    empty: 'note',
  },
  prescription: {
    of: OF_PATIENT,
    keep: 'patient_id branch_id doctor_id appointment_id seen canceled_at',
    empty: 'name details cancel_reason',
  },
  medication_line: {
    of: ofOwner('prescription', 'prescription_id'),
    keep: 'prescription_id medication_id sort_order',
    empty: 'dosage dispense type sig duration method strength details',
    blank: { name: "''" },
  },
  form_submission: {
    of: OF_PATIENT,
    keep: 'form_id version_id patient_id status only_one version',
    empty: 'ref',
    blank: { answers: "'{}'", contact_keys: "'{}'" },
  },
  consent_form: {
    of: OF_PATIENT,
    keep: `template_id patient_id branch_id doctor_id appointment_id sign_required signed signed_at witness_required
      witness_signed witness_signed_at expires_at treatment_ids document_id revoked_at`,
    empty: 'signer_name witness_name name_ar body_ar revoke_reason',
    blank: { name: "''", body: "''" },
  },
  encounter: {
    of: OF_PATIENT,
    keep: 'patient_id branch_id doctor_id appointment_id last template_id signed_at signed_by_id',
    empty: `${WRITTEN} addenda`,
    blank: { tests_ordered: "'{}'", imaging_ordered: "'{}'" },
  },
  encounter_draft: {
    of: OF_PATIENT,
    keep: 'patient_id version',
    empty: WRITTEN,
    blank: { tests_ordered: "'{}'", imaging_ordered: "'{}'" },
  },
  encounter_addendum: { of: OF_PATIENT, keep: 'encounter_id patient_id added_by', blank: { text: "''" } },
  signed_document: {
    of: OF_PATIENT,
    keep: 'patient_id subject_kind subject_id version_num sha256 forgotten_at',
    empty: 'html',
    sealed: true,
  },
  signature: {
    of: OF_PATIENT,
    keep: 'patient_id subject_kind subject_id document_id sha256 kind role link_id user_id forgotten_at',
    empty: 'drawing name address user_agent',
    sealed: true,
  },
  measurement: {
    of: OF_PATIENT,
    keep: `encounter_id patient_id branch_id doctor_id value status difference overall_difference improvement
      overall_improvement duration_days overall_duration_days`,
    // There is one last of each name.
    blank: { name: "''", last: 'false' },
  },
  xray: {
    of: OF_PATIENT,
    keep: 'patient_id operation_id appointment_id',
    empty: 'name type details',
  },
  file: {
    of: OF_PATIENT,
    keep: 'patient_id operation_id appointment_id encounter_id xray_id folder_id content_type size_bytes sort_order',
    blank: { name: "''" },
  },
  file_upload: {
    of: OF_PATIENT,
    keep: 'patient_id operation_id kind content_type size_bytes expires_at confirmed_at',
    blank: { name: "''" },
  },
  lab_order: {
    of: OF_PATIENT,
    keep: `lab_id lab_item_id branch_id patient_id doctor_id appointment_id treatment_id treatment_step_id tooth child items
      due_at received_at delivered_at status version`,
    empty: 'name details shade',
  },
}
