/** Tables of a clinic that say nothing of a patient but ids and dates, which stay as they are; and why, of each group. */
export const KEPT_TABLES: Readonly<Record<string, readonly string[]>> = {
  'the records of the audit name patients by ids alone, and are never changed': [
    ...['audit_day_state', 'audit_head', 'audit_of_patient', 'audit_record', 'audit_verification', 'patient_seen'],
    'patients_of_day',
  ],
  'the clinic, its people and what it offers': [
    ...['branch', 'branch_period', 'clinic', 'clinic_counter', 'clinic_notice', 'clinic_provider', 'clinic_record'],
    ...['consent_template', 'day_rules', 'money_setting', 'clinic_logo', 'period_shift', 'room_block'],
    ...[
      'note_template',
      'form',
      'form_draft',
      'form_version',
      'lab',
      'lab_item',
      'medication',
      'message_template',
      'outgoing_mail',
      'practitioner',
    ],
    ...[
      'practitioner_branch',
      'practitioner_shift',
      'practitioner_time_off',
      'procedure',
      'procedure_group',
      'procedure_supply',
    ],
    ...['reminder', 'reminder_rule', 'retention_setting', 'security_event', 'suspect_search', 'treasury'],
  ],
  'where leads come from and how they move, by ids': [
    ...['lead_link', 'lead_move', 'lead_reject_reason', 'lead_stage', 'referral_source', 'referral_sub_source'],
  ],
  'insurers, and what they cover for all whom they insure': ['insurance_company', 'insurance_policy', 'policy_class'],
  'money and stock of the clinic as a whole': [
    ...[
      'branch_hour',
      'branch_hour_delta',
      'claim',
      'claim_item',
      'remittance',
      'remittance_line',
      'credit_note_line',
      'day_close',
      'einvoice_chain',
      'expense',
      'expense_payment',
      'income',
    ],
    ...['inventory_item', 'treasury_movement', 'treasury_transfer'],
    ...['inventory_order', 'inventory_order_item'],
  ],
  'plugins, what they were told and asked: ids, dates and states': [
    ...['consent_receipt', 'event', 'grant_version', 'install_request', 'install_request_asker', 'installation'],
    ...['plugin_token', 'request_log', 'scope_use', 'webhook_concurrency_limit', 'webhook_delivery'],
    ...['webhook_delivery_done', 'webhook_endpoint', 'webhook_recovery', 'webhook_secret'],
  ],
  'sealed answers, messages and exports that are deleted within a few days': [
    ...['export_job', 'idempotency_record', 'sandbox_message', 'setup_code', 'webhook_attempt'],
  ],
  'what a sandbox clinic of invented records does, and what it began with': [
    ...['sandbox_fault', 'sandbox_run', 'sandbox_seed'],
  ],
  'what is withheld of a restricted file goes with the rest': ['withheld_text'],
}
