// The tables of schema.sql. Written by npm run db:dump.
export type Json = unknown

export interface AccountEventTable {
  id: Defaulted<number>
  user_id: string
  at: string
  kind: string
  address: string | null
}

export interface AppointmentTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  branch_id: string
  doctor_id: string
  patient_id: string | null
  status: Defaulted<string>
  starts_at: string
  ends_at: string
  room: string | null
  title: string | null
  details: string | null
  type: string | null
  urgent: Defaulted<boolean>
  is_online: Defaulted<boolean>
  video_call_id: string | null
  video_call_created_at: string | null
  pending: Defaulted<boolean>
  cancel_reason: string | null
  outcome: Computed<number>
  chair_minutes: Computed<number>
  version: Defaulted<number>
  arrived_at: string | null
  seated_at: string | null
  finished_at: string | null
  procedure_ids: Defaulted<string[]>
  replaced_by_id: string | null
  wants_change_at: string | null
}

export interface AuditDayStateTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  size: number
  closed: boolean
  state: Defaulted<string>
  verified_at: string | null
  faults: Defaulted<Json>
}

export interface AuditHeadTable {
  company_id: string
  number: number
  day: string
  size: number
  root: Buffer
  previous: Buffer | null
  sealed_at: string
  sealed_to: string
  closing: boolean
  imported: boolean
  key_id: string
  signature: Buffer
  leaves: Buffer
  peaks: Buffer
}

export interface AuditKeyTable {
  id: string
  public_key: Buffer
  created_at: Defaulted<string>
}

export interface AuditOfPatientTable {
  company_id: string
  patient_id: string
  day: string
  caller: string
  records: number
  operations: string[]
  first_at: string
  last_at: string
}

export interface AuditRecordTable {
  company_id: Defaulted<string>
  at: Defaulted<string>
  request_id: string
  caller: string
  token_id: string | null
  operation: string
  resource_ids: string[]
  patient_ids: string[]
  field_scopes: string[]
  address: string | null
  details: Json | null
  id: Defaulted<number>
  changed_fields: string[] | null
  search_fields: string[] | null
  result_count: number | null
  code: string | null
  times: Defaulted<number>
  recorded_at: Defaulted<string>
}

export interface AuditVerificationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  state: string
  progress: Defaulted<number>
  days: Defaulted<number>
  broken_days: Defaulted<string[]>
  created_by: string
}

export interface BackfillTable {
  name: string
  table_name: string
  declared_at: Defaulted<string>
  reached: string[] | null
  looked: Defaulted<number>
  mended: Defaulted<number>
  moved_at: Defaulted<string>
  done_at: string | null
}

export interface BackupRunTable {
  id: Computed<number>
  kind: string
  name: string
  finished_at: string
  faults: Defaulted<number>
}

export interface BranchTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  name_ar: string | null
  address: string | null
  location: string | null
  phones: Defaulted<string[]>
  rooms: Defaulted<string[]>
  specialities: Defaulted<string[]>
  appointment_types: Defaulted<string[]>
  opens: string[]
  closes: string[]
  closed_days: Defaulted<number[]>
  holidays: Defaulted<number[]>
  first_day_of_week: Defaulted<number>
  active: Defaulted<boolean>
  version: Defaulted<number>
  breaks: Defaulted<Json>
  holiday_names: Defaulted<Json>
}

export interface BranchHourTable {
  company_id: string
  hour: string
  branch_id: string
  invoiced: Defaulted<number>
  outstanding: Defaulted<number>
  collected: Defaulted<number>
  refunded: Defaulted<number>
  new_patients: Defaulted<number>
  new_leads: Defaulted<number>
  converted: Defaulted<number>
  appointments: Defaulted<number>
  completed: Defaulted<number>
  canceled: Defaulted<number>
  noshow: Defaulted<number>
  chair_minutes: Defaulted<number>
}

export interface BranchHourDeltaTable {
  company_id: string
  hour: string
  branch_id: string
  invoiced: Defaulted<number>
  outstanding: Defaulted<number>
  collected: Defaulted<number>
  refunded: Defaulted<number>
  new_patients: Defaulted<number>
  new_leads: Defaulted<number>
  converted: Defaulted<number>
  appointments: Defaulted<number>
  completed: Defaulted<number>
  canceled: Defaulted<number>
  noshow: Defaulted<number>
  chair_minutes: Defaulted<number>
  id: Defaulted<number>
}

export interface BranchPeriodTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  branch_id: string
  name: string
  first_date: string
  last_date: string
  opens: string[]
  closes: string[]
  breaks: Defaulted<Json>
}

export interface CellTable {
  name: string
  joined_at: Defaulted<string>
}

export interface CellNewsTable {
  company_id: string
  id: string
  at: Defaulted<string>
  kind: string
  content: Json
  key: string | null
}

export interface ClaimTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference_id: number
  name: string | null
  status: string
  branch_id: string
  insurance_company_id: string
  start_date: string
  end_date: string
  total_minor: number
  invoice_count: number
  partial_payment_percent: number
  prompt_payment_percent: number
  partial_payment_minor: number
  prompt_payment_minor: number
  net_partial_minor: Computed<number>
  rejected_minor: Defaulted<number>
  received_minor: Defaulted<number>
  remaining_minor: Computed<number>
  reviewed_at: string | null
  partially_claimed_at: string | null
  fully_claimed_at: string | null
  version: Defaulted<number>
  reference: string | null
  follow_up_on: string | null
}

export interface ClaimItemTable {
  company_id: string
  claim_id: string
  invoice_id: string
  claimed_minor: number
  received_minor: Defaulted<number>
  rejected_minor: Defaulted<number>
  code: string | null
  disposition: string | null
}

export interface ClaimNoteTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  claim_id: string
  note: string
  follow_up_on: string
  made_by: string
  made_by_name: string
}

export interface ClinicTable {
  company_id: string
  name: string
  name_ar: string | null
  logo_url: string | null
  country: string
  currency: string
  time_zone: string
  locale: string
  tax_percent: Defaulted<number>
  charts: Defaulted<string[]>
  branding_color: string | null
  vat_number: string | null
  vat_name: string | null
  crn_number: string | null
  commercial_name: string | null
  registration_city: string | null
  registration_valid: Defaulted<boolean>
  second_factor_required: Defaulted<boolean>
  sandbox: Defaulted<boolean>
  active: Defaulted<boolean>
  created_at: Defaulted<string>
  updated_at: Defaulted<string>
  plugin_mode: Computed<string>
  e_invoice_provider: string | null
  assistants_enabled: Defaulted<boolean>
  assistant_mode: Defaulted<string>
  assistants_allowed: Defaulted<string[]>
  assistants_blocked: Defaulted<string[]>
  assistant_patient_contacts: Defaulted<boolean>
  assistant_max_days: Defaulted<number>
  muted_alarms: Defaulted<string[]>
  plugins_stopped_at: string | null
  plugins_stopped_by: string | null
  plugins_stop_reason: string | null
  clock_offset_ms: Defaulted<number>
  resets: Defaulted<number>
  plugins_move_time: Defaulted<boolean>
  version: Defaulted<number>
  clock: Defaulted<number>
  cell: Defaulted<string | null>
}

export interface ClinicCounterTable {
  company_id: string
  name: string
  value: number
}

export interface ClinicLogoTable {
  company_id: string
  name: string
  content_type: string
  image: Buffer
}

export interface ClinicMoveTable {
  company_id: string
  source: string
  target: string
  started_at: Defaulted<string>
  grace: string
  switched_at: string | null
  arrived_at: string | null
  files_from: string | null
}

export interface ClinicNoticeTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  kind: string
  data: Json
  read_at: string | null
}

export interface ClinicProviderTable {
  company_id: string
  kind: string
  provider: string
  active: boolean
  sealed_settings: Buffer
  created_at: string
  updated_at: string
}

export interface ClinicRecordTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
}

export interface CommunicationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  channel: string
  state: string
  attempts: Defaulted<number>
  claimed_until: string | null
  template_id: string | null
  variables: Defaulted<string[]>
  subject: string | null
  text: string | null
  content_preview: string | null
  error_code: string | null
  sent_at: string | null
  patient_id: string | null
  lead_id: string | null
  user_id: string | null
  lab_id: string | null
  template_preview: string | null
}

export interface ConsentFormTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  template_id: string | null
  patient_id: string
  branch_id: string
  doctor_id: string | null
  appointment_id: string | null
  name: string
  body: string
  sign_required: boolean
  signed: Defaulted<boolean>
  signed_at: string | null
  signer_name: string | null
  witness_signed: Defaulted<boolean>
  witness_signed_at: string | null
  witness_name: string | null
  expires_at: string | null
  name_ar: string | null
  body_ar: string | null
  witness_required: Defaulted<boolean>
  treatment_ids: Defaulted<string[]>
  document_id: string | null
  revoked_at: string | null
  revoke_reason: string | null
}

export interface ConsentReceiptTable {
  company_id: string
  id: string
  installation_id: string
  plugin_version_id: string
  manifest_hash: string
  text_shown: Json
  granted_scopes: string[]
  granted_events: string[]
  allowed_ip_ranges: string[]
  given_by: string
  given_at: string
  giver_name: string | null
  giver_role: string | null
  session_id: string | null
  address: string | null
  language: string | null
  second_factor_at: string | null
}

export interface ConsentTemplateTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  body: string
  sign_required: Defaulted<boolean>
  valid_days: number | null
  name_ar: string | null
  body_ar: string | null
  witness_required: Defaulted<boolean>
  version: Defaulted<number>
}

export interface ContactTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  phone: string | null
  email: string | null
  search_text: Defaulted<string>
}

export interface ConversationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  phone: string
  name: string | null
  language: string | null
  blocked: Defaulted<boolean>
  resolved: Defaulted<boolean>
  unseen_count: Defaulted<number>
  messages_count: Defaulted<number>
  last_message_at: string | null
  last_activity_at: string | null
  last_inbound_at: string | null
  patient_id: string | null
  lead_id: string | null
  assigned_to_id: string | null
}

export interface ConversationMessageTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  conversation_id: string
  direction: string
  channel: string
  type: string
  text: string | null
  template_id: string | null
  file_id: string | null
  status: string
  error_code: string | null
  sent_by_id: string | null
  communication_id: string | null
  carrier_id: string | null
  sent_at: string | null
  delivered_at: string | null
  read_at: string | null
  template_text: string | null
}

export interface CreditNoteTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference_id: number
  invoice_id: string
  reason: string | null
  subtotal_minor: number
  discount_minor: number
  tax_minor: number
  total_minor: number
  insurance_minor: number
  to_credit_minor: number
  refunded_minor: number
  bill_again: boolean
  made_by: string
}

export interface CreditNoteLineTable {
  company_id: string
  id: string
  credit_note_id: string
  line_id: string
  quantity: number | null
  net_minor: number
}

export interface DayCloseTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  treasury_id: string
  date: string
  opening_minor: number
  expected_minor: number
  counted_minor: number
  denominations: Json | null
  reason: string | null
  closed_by: string
  closed_by_name: string
}

export interface DayRulesTable {
  company_id: string
  grid_minutes: number
  hold_seconds: number
  wait_amber_minutes: number
  wait_red_minutes: number
  late_after_minutes: number
  cancel_reasons: string[]
  cancel_reason_required: boolean
  quiet_from: string | null
  quiet_until: string | null
  updated_at: string
  version: Defaulted<number>
}

export interface DeviceLoginTable {
  id: string
  device_hash: Buffer
  user_hash: Buffer
  client_name: string
  address: string
  created_at: string
  expires_at: string
  state: Defaulted<string>
  wait_seconds: Defaulted<number>
  polled_at: string | null
  found_by: string | null
  company_id: string | null
  approved_by: string | null
  second_factor: Defaulted<boolean>
  key_name: string | null
  rights: string[] | null
}

export interface DiscountApprovalTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  percent: number
  reason: string
  status: string
  asked_by: string
  decided_by: string | null
  decided_at: string | null
  expires_at: string
  used_at: string | null
}

export interface EinvoiceChainTable {
  company_id: string
  last_icv: number
  last_hash: string
}

export interface EinvoiceSubmissionTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  invoice_id: string | null
  claim_id: string | null
  provider: string
  transaction_type: string
  status: string
  attempt_number: number
  submission_time: string | null
  clearance_time: string | null
  status_changed_at: string
  info_messages: Defaulted<string[]>
  warning_messages: Defaulted<string[]>
  error_messages: Defaulted<string[]>
  icv: number | null
  document_uuid: string | null
  previous_hash: string | null
  document_hash: string | null
  qr: string | null
  document_xml: string | null
  document_sealed: Buffer | null
  document_forgotten_at: string | null
  credit_note_id: string | null
  tries: Defaulted<number>
  last_failure: string | null
  given_up_at: string | null
}

export interface EncounterTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  branch_id: string
  doctor_id: string | null
  appointment_id: string | null
  chief_complaint: string | null
  symptoms: string | null
  diagnosis: string | null
  tests_ordered: Defaulted<string[]>
  imaging_ordered: Defaulted<string[]>
  test_results: string | null
  imaging_results: string | null
  clinical_notes: string | null
  consultation_notes: string | null
  discharge_summary: string | null
  last: boolean
  template_id: string | null
  signed_at: string | null
  signed_by_id: string | null
  addenda: string | null
}

export interface EncounterAddendumTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  encounter_id: string
  patient_id: string
  text: string
  added_by: string
}

export interface EncounterDraftTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  chief_complaint: string | null
  symptoms: string | null
  diagnosis: string | null
  tests_ordered: Defaulted<string[]>
  imaging_ordered: Defaulted<string[]>
  test_results: string | null
  imaging_results: string | null
  clinical_notes: string | null
  consultation_notes: string | null
  discharge_summary: string | null
  version: Defaulted<number>
}

export interface EndedConnectionTable {
  company_id: string
  id: string
  user_id: string
  client_id: string
  scope: string
  connected_at: string
  ended_at: string
}

export interface EventTable {
  company_id: string
  id: string
  type: string
  created_at: string
  data: Json
  previous_attributes: Json | null
  installation_id: string | null
  test: Defaulted<boolean>
}

export interface ExpenseTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference_id: number
  name: string
  category: string | null
  supplier: string | null
  total_minor: number
  tax_minor: number
  tax_percent: number
  paid_minor: number
  treasury_id: string | null
  branch_id: string
  date: string
  reverses_id: string | null
}

export interface ExpensePaymentTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  expense_id: string
  treasury_id: string | null
  amount_minor: number
  date: string
}

export interface ExportJobTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  kind: string
  state: string
  progress: Defaulted<number>
  params: Json
  patient_id: string | null
  file_name: string
  content_type: string
  size_bytes: number | null
  keep_seconds: number
  expires_at: string | null
  created_by: string
}

export interface FeedbackTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  branch_id: string
  patient_id: string | null
  appointment_id: string | null
  doctor_id: string | null
  rating: number
  recommend_score: number | null
  comment: string | null
  channel: string
  tags: Defaulted<string[]>
  submitted_at: string
  resolved_at: string | null
}

export interface FileTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  operation_id: string | null
  appointment_id: string | null
  encounter_id: string | null
  xray_id: string | null
  folder_id: string | null
  name: string
  content_type: string
  size_bytes: number
  sort_order: number
}

export interface FileUploadTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  operation_id: string | null
  kind: string
  name: string
  content_type: string
  size_bytes: number
  expires_at: string
  confirmed_at: string | null
}

export interface FormTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  title: string
  active: Defaulted<boolean>
  multiple_submissions_allowed: Defaulted<boolean>
  current_version: Defaulted<number>
  version: Defaulted<number>
}

export interface FormDraftTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  fields: Json
  version: Defaulted<number>
}

export interface FormSubmissionTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  form_id: string
  version_id: string
  patient_id: string
  ref: string | null
  status: string
  answers: Json
  only_one: boolean
  contact_keys: string[]
  version: Defaulted<number>
}

export interface FormVersionTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  form_id: string
  version_num: number
  fields: Json
}

export interface GrantVersionTable {
  company_id: string
  version: number
}

export interface HeldMoveTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  appointment_id: string
  to_status: string
  reason: string | null
  held_by: string
  held_by_name: string
  held_at: string
  until: string
  state: Defaulted<string>
}

export interface IdempotencyRecordTable {
  company_id: string
  installation_id: string
  key: string
  request_hash: Buffer
  status: number
  body: Buffer
  sealed: boolean
  created_at: string
  field_scopes: string[]
}

export interface IncomeTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference_id: number
  name: string
  category: string | null
  amount_minor: number
  payment_id: string | null
  treasury_id: string | null
  branch_id: string
  date: string
  reverses_id: string | null
}

export interface InstallLinkTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  plugin_id: string
  token_hash: Buffer
  clinics: number
  used: Defaulted<number>
  created_by: string
  expires_at: string
  ended_at: string | null
}

export interface InstallLinkClinicTable {
  plugin_id: string
  company_id: string
  link_id: string
  opened_by: string
  opened_at: string
}

export interface InstallRequestTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  plugin_id: string
  state: string
  expires_at: string
  answered_by: string | null
}

export interface InstallRequestAskerTable {
  company_id: string
  request_id: string
  user_id: string
  name: string
  role: string
  note: string | null
  asked_at: string
}

export interface InstallationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  plugin_id: string
  plugin_version_id: string
  mode: string
  status: string
  granted_scopes: string[]
  granted_events: string[]
  settings: Defaulted<Json>
  sealed_settings: Buffer | null
  installed_at: string
  uninstalled_at: string | null
  pending_version_id: string | null
  allowed_ip_ranges: Defaulted<string[]>
  stop_reason: string | null
  stopped_by: string | null
  declined_version_id: string | null
  patients_per_day: number | null
  stopped_at: string | null
  held_at: string | null
  ids_shared_until: string | null
  keys_handed_over: Defaulted<boolean>
}

export interface InsuranceCompanyTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  number: string | null
  email: string | null
  tax_number: string | null
  insurance_limit_minor: number | null
  insurance_unlimited: Defaulted<boolean>
  insurance_percentage: number | null
  approval_required: Defaulted<boolean>
  insurance_start_month: number | null
  tax_percent: number | null
  total_policies: Defaulted<number>
  force_policy_select: Defaulted<boolean>
  disabled: Defaulted<boolean>
  city: string | null
  country_code: string | null
  search_text: string
  version: Defaulted<number>
}

export interface InsurancePolicyTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  insurance_company_id: string
  policy_number: string | null
  holder_name: string | null
  coverage_type: string | null
  relationship: string | null
  status: string | null
  sponsor_number: string | null
  inception: string | null
  due_at: string | null
  disabled: Defaulted<boolean>
  version: Defaulted<number>
}

export interface InventoryAdjustmentTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  inventory_item_id: string
  quantity_delta: number
  quantity_after: number
  reason: string
  note: string | null
  treatment_id: string | null
}

export interface InventoryItemTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  branch_id: string
  name: string
  sku: string | null
  barcode: string | null
  unit: string | null
  quantity: number
  reorder_level: number | null
  low_stock: Computed<boolean>
  unit_cost_minor: number | null
  supplier: string | null
  expires_at: string | null
  disabled: Defaulted<boolean>
  search_text: string
}

export interface InventoryOrderTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference_id: number
  branch_id: string
  status: string
  supplier: string | null
  total_minor: number
  tax_minor: number
  ordered_at: string
  expected_at: string | null
  received_at: string | null
}

export interface InventoryOrderItemTable {
  company_id: string
  order_id: string
  inventory_item_id: string
  sort_order: number
  name: string
  quantity: number
  received_quantity: Defaulted<number>
  unit_cost_minor: number
}

export interface InvitationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  email: string
  role: string
  practitioner_id: string | null
  invited_by: string
  token_hash: Buffer
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
  all_branches: Defaulted<boolean>
}

export interface InvoiceTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference_id: number
  branch_id: string
  patient_id: string
  doctor_id: string | null
  appointment_id: string | null
  created_from_appointment_id: string | null
  insurance_company_id: string | null
  claim_id: string | null
  chart: string | null
  e_invoice_status: string | null
  balance_invoice: Defaulted<boolean>
  subtotal_minor: number
  discount_minor: number
  discount_percent: number
  tax_minor: number
  tax_percent: number
  total_minor: number
  insurance_minor: number
  paid_minor: Defaulted<number>
  pending_minor: Computed<number>
  whole_discount_minor: number | null
  whole_discount_percent: number | null
  released_at: string | null
  voided_at: string | null
  void_reason: string | null
  credited_minor: Defaulted<number>
  made_by: string | null
  discount_reason: string | null
  points_used: Defaulted<number>
  points_minor: Defaulted<number>
}

export interface InvoiceLineTable {
  company_id: string
  id: string
  invoice_id: string
  sort_order: number
  procedure_id: string | null
  treatment_id: string | null
  name: string
  code: string | null
  quantity: number
  unit_minor: number
  discount_minor: number | null
  discount_percent: number | null
  tax_percent: number
  insurance_minor: Defaulted<number>
  name_ar: string | null
}

export interface JobRunnerTable {
  id: string
  seen_at: string
}

export interface KnownDeviceTable {
  user_id: string
  browser: string
  network: string
  last_seen_at: string
}

export interface LabTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  number: string | null
  email: string | null
  details: string | null
  disabled: Defaulted<boolean>
}

export interface LabItemTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  lab_id: string
  name: string
  price_minor: number
  details: string | null
}

export interface LabOrderTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  lab_id: string
  lab_item_id: string | null
  branch_id: string
  patient_id: string
  doctor_id: string | null
  appointment_id: string | null
  treatment_id: string | null
  treatment_step_id: string | null
  name: string | null
  details: string | null
  tooth: Defaulted<number[]>
  shade: string | null
  child: Defaulted<boolean>
  items: number
  due_at: string | null
  received_at: string | null
  delivered_at: string | null
  status: Computed<string>
  version: Defaulted<number>
}

export interface LeadTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference_id: number
  contact_id: string
  branch_id: string
  stage_id: string
  sort_order: number
  deal_size_minor: number | null
  score: number | null
  due_at: string | null
  patient_id: string | null
  assigned_to_id: string | null
  lead_link_id: string | null
  reject_reason_id: string | null
  referral_source_id: string | null
  referral_sub_source_id: string | null
  notes: string | null
  staged_at: string
  journeyed_at: string | null
  last_interaction_at: string | null
  forgotten_at: string | null
}

export interface LeadLinkTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
}

export interface LeadMoveTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  lead_id: string
  from_stage_id: string | null
  to_stage_id: string
  moved_by: string
}

export interface LeadRejectReasonTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
}

export interface LeadStageTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  color: string | null
  sort_order: number
  due_days: number | null
  require_reject: Defaulted<boolean>
  total_leads: Defaulted<number>
}

export interface LoyaltyAccountTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  points_balance: number
  lifetime_earned: number
  lifetime_redeemed: number
  expiring_points: number
  expiring_at: string | null
}

export interface LoyaltyTransactionTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  branch_id: string | null
  type: string
  points: number
  balance_after: number
  remaining: number
  expires_at: string | null
  reason: string | null
  invoice_id: string | null
  payment_id: string | null
}

export interface MeasurementTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  encounter_id: string
  patient_id: string
  branch_id: string
  doctor_id: string | null
  name: string
  value: number
  status: number
  difference: number | null
  overall_difference: number | null
  improvement: number | null
  overall_improvement: number | null
  duration_days: number | null
  overall_duration_days: number | null
  last: boolean
}

export interface MedicationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  category: string | null
  dosage: number | null
  dispense: string | null
  sig: string | null
  duration: number | null
  method: string | null
  strength: string | null
  details: string | null
}

export interface MedicationLineTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  prescription_id: string
  medication_id: string | null
  name: string
  dosage: number | null
  dispense: string | null
  type: string | null
  sig: string | null
  duration: number | null
  method: string | null
  strength: string | null
  details: string | null
  sort_order: number
}

export interface MembershipTable {
  company_id: string
  user_id: string
  role: string
  practitioner_id: string | null
  active: Defaulted<boolean>
  created_at: string
  updated_at: string
  last_seen_at: string | null
  all_branches: Defaulted<boolean>
}

export interface MessageTemplateTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  language: string
  category: string
  status: string
  body: string
  variable_count: number
  carrier_id: string | null
}

export interface MoneySettingTable {
  company_id: string
  discount_limits: Json
  earn_per_unit: number
  point_value_minor: number
  redeem_max_percent: number
  quotation_days: number
  link_days: number
  updated_at: string
  version: Defaulted<number>
}

export interface MoveMarkTable {
  company_id: string
  mark: string
}

export interface MovedLinkTable {
  company_id: string
  key: string
  ends_at: string
}

export interface MovingClinicTable {
  company_id: string
  stage: string
  until: string | null
}

export interface NoteTemplateTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  visit_type: string | null
  fields: Json
  version: Defaulted<number>
}

export interface OauthAuthorizationCodeTable {
  code_hash: Buffer
  grant_id: string
  client_id: string
  company_id: string
  redirect_uri: string
  code_challenge: string
  expires_at: string
  consumed_at: string | null
}

export interface OauthAuthorizationRequestTable {
  request_hash: Buffer
  browser_hash: Buffer
  client_id: string
  redirect_uri: string
  state: string | null
  scope: string
  resource: string
  code_challenge: string
  created_at: string
  expires_at: string
  user_id: string | null
  company_id: string | null
  decided_at: string | null
}

export interface OauthClientTable {
  client_id: string
  kind: string
  name: string
  redirect_uris: string[]
  grant_types: string[]
  created_at: string
  read_at: string | null
  fresh_until: string | null
  first_consent_at: string | null
  last_used_at: string | null
}

export interface OauthEventTable {
  id: Defaulted<number>
  at: Defaulted<string>
  kind: string
  client_id: string | null
  user_id: string | null
  company_id: string | null
  grant_id: string | null
  scope: string | null
  request_id: string
  address: string | null
  detail: string | null
}

export interface OauthGrantTable {
  id: string
  client_id: string
  user_id: string
  company_id: string
  scope: string
  resource: string
  second_factor: boolean
  created_at: string
  absolute_end: string
  last_used_at: string | null
  declined: Defaulted<string>
  authenticated_at: string | null
  redirect_uri: string | null
}

export interface OauthTokenTable {
  token_hash: Buffer
  type: string
  grant_id: string
  client_id: string
  company_id: string
  user_id: string
  scope: string
  parent_hash: Buffer | null
  rotated_at: string | null
  created_at: string
  expires_at: string
  given_again_at: string | null
  sealed_successor: Buffer | null
}

export interface OnlinePaymentTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  invoice_id: string
  branch_id: string
  amount_minor: number
  extra_fees_minor: Defaulted<number>
  provider: string
  status: string
  link_token: string
  checkout_attempt: Defaulted<number>
  checkout_until: string | null
  checkout_reference: string | null
  checkout_url: string | null
  checkout_expires_at: string | null
  paid_at: string | null
  payment_id: string | null
  closed_at: string | null
  closed_reason: string | null
  expires_at: string | null
  close_note: string | null
  sent_at: string | null
  refund_asked_at: string | null
  refund_failed_at: string | null
  refund_reason: string | null
}

export interface OutgoingMailTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  audience: string
  template: string
  data: Json
  sent_at: string | null
  attempts: Defaulted<number>
  due_at: Defaulted<string>
  sent_to: Defaulted<string[]>
  error_code: string | null
  user_id: string | null
  address: string | null
}

export interface PasswordResetTable {
  id: string
  user_id: string | null
  token_hash: Buffer
  created_at: string
  expires_at: string
  used_at: string | null
}

export interface PatientTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  file_number: number
  clinic_file_number: string | null
  branch_id: string
  doctor_id: string | null
  first_name: string
  last_name: string | null
  phone_number: string | null
  phone_number2: string | null
  email: string | null
  gender: string | null
  title: string | null
  birth_date: string | null
  address: string | null
  nationality: string | null
  marital_status: string | null
  national_id: string | null
  identifier_type: string | null
  details: string | null
  is_lead: Defaulted<boolean>
  disabled: Defaulted<boolean>
  pending: Defaulted<boolean>
  insurance_company_id: string | null
  insurance_policy_id: string | null
  insurance_class_id: string | null
  insurance_number: string | null
  insurance_group: string | null
  insurance_percentage: number | null
  insurance_limit_minor: number | null
  insurance_unlimited: boolean | null
  insurance_end_date: string | null
  invoiced_minor: Defaulted<number>
  paid_minor: Defaulted<number>
  search_text: Defaulted<string>
  deleted_at: string | null
  balance_minor: Defaulted<number>
  national_id_sealed: Buffer | null
  national_id_mac: string | null
  name_text: Defaulted<string>
  restricted_at: string | null
  anonymise_at: string | null
  anonymised_at: string | null
  legal_hold: string | null
  version: Defaulted<number>
  language: string | null
  no_reminders: Defaulted<boolean>
  archive_reason: string | null
  delete_reason: string | null
  merged_into_id: string | null
}

export interface PatientAlertTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  kind: string
  severity: string
  text: string
  added_by: string
  ended_at: string | null
  ended_by: string | null
  version: Defaulted<number>
}

export interface PatientLinkTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  kind: string
  token_hash: string
  patient_id: string
  appointment_id: string | null
  expires_at: string
  revoked_at: string | null
  subject_id: string | null
  document_id: string | null
  asks_birth_year: Defaulted<boolean>
  used_at: string | null
  replaced_at: string | null
  failed_checks: Defaulted<number>
  locked_until: string | null
  token_sealed: Buffer | null
}

export interface PatientMergeTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  absorbed_id: string
  merged_by: string
  filled: Json
  moved: number
  undone_at: string | null
  undone_by: string | null
}

export interface PatientMergeItemTable {
  company_id: string
  merge_id: string
  table_name: string
  record_id: string
  was: Json | null
}

export interface PatientRelationTable {
  company_id: string
  patient_id: string
  related_id: string
  kind: string
  created_at: string
}

export interface PatientSeenTable {
  company_id: string
  installation_id: string
  day: string
  patient_id: string
}

export interface PatientSuspectTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  other_id: string
  reasons: string[]
  state: Defaulted<string>
  settled_by: string | null
}

export interface PatientsOfDayTable {
  company_id: string
  installation_id: string
  day: string
  patients: Defaulted<number>
  first_copy: number | null
}

export interface PaymentTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  type: string
  amount_minor: number
  applied_minor: number
  balance_minor: number
  tax_minor: number
  invoice_id: string | null
  patient_id: string
  branch_id: string
  doctor_id: string | null
  appointment_id: string | null
  insurance_company_id: string | null
  treasury_id: string | null
  chart: string | null
  reference: string | null
  claimed_at: string | null
  refunded_at: string | null
  refund_reason: string | null
  split_from_id: string | null
  taken_by: string | null
  received_minor: number | null
  earned_points: Defaulted<number>
}

export interface PeriodShiftTable {
  company_id: string
  period_id: string
  practitioner_id: string
  weekday: number
  start_minute: number
  end_minute: number
}

export interface PlatformRoleTable {
  user_id: string
  role: string
  given_by: string
  given_at: string
}

export interface PluginTable {
  id: string
  slug: string
  created_at: string
  publisher_id: string | null
  visibility: Defaulted<string>
  category: string | null
  setup_url: string | null
  icon: Buffer | null
  icon_type: string | null
  icon_name: Computed<string | null>
}

export interface PluginExamTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  version_id: string
  manifest_hash: string
  installation_id: string
  endpoint_id: string | null
  url: string
  state: string
  begun_at: string | null
  ended_at: string | null
  probes: Json
  receipt: Json | null
  created_by: string
}

export interface PluginReviewTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  version_id: string
  submitted_by: string
  decision: string | null
  reason_en: string | null
  reason_ar: string | null
  decided_by: string | null
  decided_at: string | null
}

export interface PluginStopTable {
  plugin_id: string
  side: string
  reason: string | null
  stopped_by: string
  stopped_at: string
  ended_by: string | null
}

export interface PluginTokenTable {
  company_id: string
  id: string
  installation_id: string
  token_hash: Buffer
  hint: string
  allowed_ip_ranges: Defaulted<string[]>
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  name: string | null
  created_by: string | null
  last_used_at: string | null
  last_address: string | null
  warned_days: number | null
}

export interface PluginVersionTable {
  id: string
  plugin_id: string
  version: string
  manifest: Json
  manifest_hash: string
  published_at: string | null
  state: Defaulted<string>
  notes: string | null
  uploaded_at: Defaulted<string>
  exam_id: string | null
  examined_at: string | null
}

export interface PolicyClassTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  insurance_policy_id: string
  name: string
  max_limit_minor: number | null
  insurance_limit_minor: number | null
  insurance_unlimited: Defaulted<boolean>
  insurance_percentage: number | null
  approval_required: Defaulted<boolean>
  disabled: Defaulted<boolean>
  version: Defaulted<number>
}

export interface PractitionerTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  display_name: string
  display_name_ar: string | null
  role: string
  is_doctor: Defaulted<boolean>
  specialty: string | null
  color: string | null
  sort_order: Defaulted<number>
  active: Defaulted<boolean>
  phone_number: string | null
  phone_number2: string | null
  email: string | null
  slot_minutes: Defaulted<number>
  takes_leads: Defaulted<boolean>
  version: Defaulted<number>
}

export interface PractitionerBranchTable {
  company_id: string
  practitioner_id: string
  branch_id: string
}

export interface PractitionerShiftTable {
  company_id: string
  practitioner_id: string
  branch_id: string
  weekday: number
  start_minute: number
  end_minute: number
}

export interface PractitionerTimeOffTable {
  company_id: string
  id: string
  practitioner_id: string
  starts_at: string
  ends_at: string
  created_at: string
  kind: Defaulted<string>
  note: string | null
  canceled_at: string | null
  updated_at: string
  version: Defaulted<number>
}

export interface PrescriptionTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  branch_id: string
  doctor_id: string
  appointment_id: string | null
  name: string | null
  details: string | null
  seen: Defaulted<boolean>
  canceled_at: string | null
  cancel_reason: string | null
}

export interface ProcedureTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  code: string | null
  price_minor: number
  group_id: string | null
  chart: string | null
  sort_order: Defaulted<number>
  active: Defaulted<boolean>
  search_text: Defaulted<string>
  version: Defaulted<number>
  name_ar: string | null
  duration_minutes: number | null
  color: string | null
  consent_template_id: string | null
  approval_required: Defaulted<boolean>
  covered: Defaulted<boolean>
  per_tooth: Defaulted<boolean>
}

export interface ProcedureGroupTable {
  company_id: string
  id: string
  name: string
  sort_order: Defaulted<number>
}

export interface ProcedureSupplyTable {
  company_id: string
  procedure_id: string
  inventory_item_id: string
  quantity: number
}

export interface PublisherTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  name_ar: string | null
  website: string
  support_email: string
  verified_host: string | null
}

export interface PublisherInvitationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  email: string
  invited_by: string
}

export interface PublisherKeyTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  rights: string[]
  key_hash: Buffer
  hint: string
  created_by: string
  second_factor: boolean
  expires_at: string
  last_used_at: string | null
  revoked_at: string | null
  idle_days: number | null
}

export interface PublisherMemberTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  email: string
  user_id: string | null
  role: string
  invited_at: string | null
}

export interface PublisherRegistrationTable {
  id: string
  email: string | null
  name: string
  token_hash: Buffer
  created_at: string
  expires_at: string
  used_at: string | null
}

export interface QuotationTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  branch_id: string
  doctor_id: string | null
  appointment_id: string | null
  name: string | null
  diagnosis: string | null
  chart: string | null
  treatment_ids: Defaulted<string[]>
  subtotal_minor: number
  discount_minor: number
  discount_percent: number
  tax_minor: number
  tax_percent: number
  total_minor: number
  diagnostic_fee_minor: number
  insurance_minor: number
  completed_percent: Defaulted<number>
  seen: Defaulted<boolean>
  signed: Defaulted<boolean>
  signed_at: string | null
  version: Defaulted<number>
  group_id: string | null
  option_label: string | null
  option_place: Defaulted<number>
  version_num: Defaulted<number>
  notes: string | null
  whole_discount_minor: Defaulted<number>
  valid_until: string | null
  sent_at: string | null
  withdrawn_at: string | null
  withdraw_reason: string | null
  declined_at: string | null
  document_id: string | null
}

export interface QuotationLineTable {
  company_id: string
  quotation_id: string
  place: number
  treatment_id: string | null
  name: string
  code: string | null
  tooth: number[]
  tooth_part: string[]
  quantity: number
  price_minor: number
  discount_minor: number
  tax_minor: number
  total_minor: number
  insurance_minor: number
  share_reason: string | null
  name_ar: string | null
}

export interface RateBucketTable {
  bucket: string
  tokens: number
  updated_at: string
}

export interface RecordChangeTable {
  company_id: string
  record_id: string
  version: number
  table_name: string
  patient_id: string | null
  caller: string
  at: string
  changes: Json
}

export interface ReferralSourceTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
}

export interface ReferralSubSourceTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  source_id: string
  name: string
}

export interface ReminderTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  rule_id: string
  appointment_id: string
  starts_at: string
  due_at: string
  state: string
  communication_id: string | null
}

export interface ReminderRuleTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  channel: string
  template_name: string | null
  variables: Defaulted<string[]>
  text: string | null
  text_ar: string | null
  minutes_before: number | null
  days_before: number | null
  at_time: string | null
  branch_ids: Defaulted<string[]>
  statuses: string[]
  active: Defaulted<boolean>
  version: Defaulted<number>
}

export interface RemittanceTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  insurance_company_id: string
  treasury_id: string
  reference: string
  date: string
  total_minor: number
  made_by: string
  made_by_name: string
}

export interface RemittanceLineTable {
  company_id: string
  remittance_id: string
  invoice_id: string
  claim_id: string
  received_minor: number
  rejected_minor: number
  code: string | null
  disposition: string | null
  payment_id: string | null
}

export interface RequestLogTable {
  company_id: string
  installation_id: string
  at: string
  id: string
  token_id: string
  operation: string
  record_id: string | null
  status: number
  code: string | null
  duration_ms: number
  idempotency_key: string | null
  replayed: boolean
  address: string
  parameters: string[]
  invalid_fields: string[]
  not_logged: number
  has_more: Defaulted<boolean>
}

export interface RestrictedPatientTable {
  company_id: string
  patient_id: string
  reason: string
  restricted_by: string
  was_deleted: boolean
}

export interface RetentionTable {
  single: Defaulted<boolean>
  event_days: Defaulted<number>
  delivery_days: Defaulted<number>
  audit_months: Defaulted<number>
  audit_guarded_at: Defaulted<string>
}

export interface RetentionSettingTable {
  company_id: string
  medical_years: number
  money_years: number
  lost_lead_months: number
  conversation_months: number
  updated_at: string
  version: Defaulted<number>
}

export interface RoomBlockTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  branch_id: string
  room: string
  starts_at: string
  ends_at: string
  kind: string
  note: string | null
  canceled_at: string | null
  version: Defaulted<number>
}

export interface SandboxFaultTable {
  company_id: string
  installation_id: string
  until: string
  latency_ms: number
  rate_limited: number
  failed: number
  unavailable: number
  dropped_before: number
  dropped_after: number
  duplicated: number
  shuffled: boolean
  delayed_seconds: number
  compress_retries: number
  writes_only: Defaulted<boolean>
  page_limit: Defaulted<number>
}

export interface SandboxMessageTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  reference: string
  channel: string
  recipient: string
  sealed_body: Buffer
}

export interface SandboxRunTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  kind: string
  state: Defaulted<string>
  from_at: string
  to_at: string
  reached_at: string
  done: Defaulted<number>
  events: Defaulted<number>
  jobs: Defaulted<number>
  failed_jobs: Defaulted<number>
}

export interface SandboxSeedTable {
  company_id: string
  table_name: string
  key: string
  data: Json
}

export interface SchemaMigrationTable {
  name: string
  sha256: string
  applied_at: Defaulted<string>
  additive: Defaulted<boolean>
  since: string | null
}

export interface ScopeUseTable {
  company_id: string
  installation_id: string
  scope: string
  day: string
  requests: number
  patients: number
  last_at: string
}

export interface SecurityEventTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  kind: string
  level: string
  subject: string
  data: Json
  times: Defaulted<number>
  last_at: string
  acknowledged_at: string | null
  acknowledged_by: string | null
  note: string | null
  open: Computed<boolean>
}

export interface SetupCodeTable {
  company_id: string
  code_hash: Buffer
  installation_id: string
  created_at: string
  expires_at: string
  claimed_at: string | null
}

export interface SightingTable {
  key: string
  what: string
  at: string
}

export interface SignatureTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  subject_kind: string
  subject_id: string
  document_id: string
  sha256: string
  kind: string
  drawing: Buffer | null
  name: string | null
  role: string
  address: string | null
  user_agent: string | null
  link_id: string | null
  user_id: string | null
  forgotten_at: string | null
}

export interface SignedDocumentTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  subject_kind: string
  subject_id: string
  version_num: number
  html: string | null
  sha256: string
  forgotten_at: string | null
}

export interface StaffLoginFailureTable {
  key: string
  failures: number
  last_at: string
}

export interface StaffMailTable {
  id: string
  kind: string
  subject_id: string
  created_at: string
  attempts: Defaulted<number>
  due_at: string
  done_at: string | null
  error_code: string | null
}

export interface StaffRecoveryCodeTable {
  user_id: string
  code_hash: Buffer
  used_at: string | null
}

export interface StaffSessionTable {
  token_hash: Buffer
  id: string
  user_id: string
  state: string
  second_factor_at: string | null
  company_id: string | null
  address: string
  created_at: string
  last_seen_at: string
  idle_end: string
  absolute_end: string
  user_agent: string | null
  confirmed_at: Defaulted<string>
}

export interface StaffUserTable {
  id: string
  email: string
  name: string
  name_ar: string | null
  password_hash: string
  totp_secret: Buffer | null
  totp_last_step: Defaulted<number>
  active: Defaulted<boolean>
  created_at: string
  updated_at: string
  language: string | null
  totp_enrolled_at: string | null
  totp_pending: Buffer | null
  density: string | null
  digits: Defaulted<string>
  shortcuts: Defaulted<boolean>
}

export interface SuspectSearchTable {
  company_id: string
  searched_to: string
  searched_id: string
}

export interface TakenNewsTable {
  id: string
  at: Defaulted<string>
}

export interface TaskTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  title: string
  details: string | null
  status: string
  priority: string
  due_at: string | null
  completed_at: string | null
  sort_order: number
  assigned_to_id: string | null
  created_by_id: string | null
  patient_id: string | null
  lead_id: string | null
  appointment_id: string | null
  branch_id: string | null
  version: Defaulted<number>
}

export interface ThisCellTable {
  name: string
  one: Defaulted<boolean>
}

export interface TreasuryTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  name: string
  type: string
  branch_id: string | null
  is_default: Defaulted<boolean>
  active: Defaulted<boolean>
  version: Defaulted<number>
  closed_through: string | null
}

export interface TreasuryMovementTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  treasury_id: string
  business_date: string
  amount_minor: number
  source_kind: string
  source_id: string
}

export interface TreasuryTransferTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  from_id: string
  to_id: string
  amount_minor: number
  fee_id: string | null
  date: string
  note: string | null
  made_by: string
}

export interface TreatmentTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  branch_id: string
  doctor_id: string | null
  appointment_id: string | null
  procedure_id: string | null
  quotation_id: string | null
  invoice_id: string | null
  insurance_company_id: string | null
  name: string
  code: string | null
  status: string
  chart: string | null
  diagnosis: string | null
  details: string | null
  price_minor: number
  quantity: number
  amount_minor: number
  discount_minor: number
  tax_minor: number
  total_minor: number
  paid_minor: Defaulted<number>
  completed_percent: Defaulted<number>
  tooth: Defaulted<number[]>
  tooth_part: Defaulted<string[]>
  child: Defaulted<boolean>
  has_steps: Defaulted<boolean>
  starts_at: string | null
  ends_at: string | null
  expires_at: string | null
  approval_required: Defaulted<boolean>
  approval_requested_at: string | null
  approved: Defaulted<boolean>
  approved_at: string | null
  pre_auth: string | null
  version: Defaulted<number>
  phase: string | null
  finding: string | null
  sort_order: Defaulted<number>
  voided_at: string | null
  approval_denied_at: string | null
  denial_reason: string | null
}

export interface TreatmentStepTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  treatment_id: string
  name: string
  status: string
  sort_order: number
  appointment_id: string | null
  starts_at: string | null
  ends_at: string | null
}

export interface WaitListEntryTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  branch_id: string
  doctor_id: string | null
  procedure_id: string | null
  minutes: number
  from_date: string | null
  until_date: string | null
  weekdays: Defaulted<number[]>
  parts: Defaulted<string[]>
  priority: Defaulted<string>
  note: string | null
  state: Defaulted<string>
  appointment_id: string | null
  version: Defaulted<number>
}

export interface WebhookAttemptTable {
  company_id: string
  delivery_id: string
  number: number
  at: string
  status: number | null
  error_class: string | null
  connect_ms: number | null
  tls_ms: number | null
  first_byte_ms: number | null
  response: Buffer | null
}

export interface WebhookConcurrencyLimitTable {
  company_id: string
  endpoint_id: string
  concurrency_limit: number
  failures: number
}

export interface WebhookDeliveryTable {
  company_id: string
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_at: string
  origin: string
  state: Defaulted<string>
  priority: Defaulted<number>
  due_at: string
  attempts: Defaulted<number>
  fencing_token: Defaulted<number>
  claimed_by: string | null
  response_status: number | null
  error_class: string | null
  duration_ms: number | null
  last_attempt_at: string | null
  failures: Defaulted<Json>
  created_at: string
  data: string | null
  previous_attributes: string | null
  traceparent: string | null
}

export interface WebhookDeliveryDoneTable {
  id: string
  company_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_at: string
  origin: string
  status: string
  attempts: number
  response_status: number | null
  error_class: string | null
  duration_ms: number | null
  last_attempt_at: string | null
  failures: Defaulted<Json>
  created_at: string
  finished_at: string
}

export interface WebhookEndpointTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  installation_id: string
  url: string
  events: string[]
  mode: string
  active: Defaulted<boolean>
  disabled_reason: string | null
  consecutive_failures: Defaulted<number>
}

export interface WebhookRecoveryTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  endpoint_id: string
  since: string
  until: string
  event_types: string[] | null
  wanted: string[]
  status: Defaulted<string>
  deliveries: Defaulted<number>
  position_at: string
  position_id: Defaulted<string>
}

export interface WebhookSecretTable {
  company_id: string
  endpoint_id: string
  id: string
  sealed: Buffer
  expires_at: string | null
  created_at: string
}

export interface WebhookWorkerTable {
  id: string
  lease_until: string
}

export interface WithheldTextTable {
  company_id: string
  table_name: string
  record_id: string
  patient_id: string
  texts: Json
}

export interface XrayTable {
  company_id: string
  id: string
  created_at: string
  updated_at: string
  patient_id: string
  operation_id: string | null
  appointment_id: string | null
  name: string | null
  type: string | null
  details: string | null
}

export interface Database {
  account_event: AccountEventTable
  appointment: AppointmentTable
  audit_day_state: AuditDayStateTable
  audit_head: AuditHeadTable
  audit_key: AuditKeyTable
  audit_of_patient: AuditOfPatientTable
  audit_record: AuditRecordTable
  audit_verification: AuditVerificationTable
  backfill: BackfillTable
  backup_run: BackupRunTable
  branch: BranchTable
  branch_hour: BranchHourTable
  branch_hour_delta: BranchHourDeltaTable
  branch_period: BranchPeriodTable
  cell: CellTable
  cell_news: CellNewsTable
  claim: ClaimTable
  claim_item: ClaimItemTable
  claim_note: ClaimNoteTable
  clinic: ClinicTable
  clinic_counter: ClinicCounterTable
  clinic_logo: ClinicLogoTable
  clinic_move: ClinicMoveTable
  clinic_notice: ClinicNoticeTable
  clinic_provider: ClinicProviderTable
  clinic_record: ClinicRecordTable
  communication: CommunicationTable
  consent_form: ConsentFormTable
  consent_receipt: ConsentReceiptTable
  consent_template: ConsentTemplateTable
  contact: ContactTable
  conversation: ConversationTable
  conversation_message: ConversationMessageTable
  credit_note: CreditNoteTable
  credit_note_line: CreditNoteLineTable
  day_close: DayCloseTable
  day_rules: DayRulesTable
  device_login: DeviceLoginTable
  discount_approval: DiscountApprovalTable
  einvoice_chain: EinvoiceChainTable
  einvoice_submission: EinvoiceSubmissionTable
  encounter: EncounterTable
  encounter_addendum: EncounterAddendumTable
  encounter_draft: EncounterDraftTable
  ended_connection: EndedConnectionTable
  event: EventTable
  expense: ExpenseTable
  expense_payment: ExpensePaymentTable
  export_job: ExportJobTable
  feedback: FeedbackTable
  file: FileTable
  file_upload: FileUploadTable
  form: FormTable
  form_draft: FormDraftTable
  form_submission: FormSubmissionTable
  form_version: FormVersionTable
  grant_version: GrantVersionTable
  held_move: HeldMoveTable
  idempotency_record: IdempotencyRecordTable
  income: IncomeTable
  install_link: InstallLinkTable
  install_link_clinic: InstallLinkClinicTable
  install_request: InstallRequestTable
  install_request_asker: InstallRequestAskerTable
  installation: InstallationTable
  insurance_company: InsuranceCompanyTable
  insurance_policy: InsurancePolicyTable
  inventory_adjustment: InventoryAdjustmentTable
  inventory_item: InventoryItemTable
  inventory_order: InventoryOrderTable
  inventory_order_item: InventoryOrderItemTable
  invitation: InvitationTable
  invoice: InvoiceTable
  invoice_line: InvoiceLineTable
  job_runner: JobRunnerTable
  known_device: KnownDeviceTable
  lab: LabTable
  lab_item: LabItemTable
  lab_order: LabOrderTable
  lead: LeadTable
  lead_link: LeadLinkTable
  lead_move: LeadMoveTable
  lead_reject_reason: LeadRejectReasonTable
  lead_stage: LeadStageTable
  loyalty_account: LoyaltyAccountTable
  loyalty_transaction: LoyaltyTransactionTable
  measurement: MeasurementTable
  medication: MedicationTable
  medication_line: MedicationLineTable
  membership: MembershipTable
  message_template: MessageTemplateTable
  money_setting: MoneySettingTable
  move_mark: MoveMarkTable
  moved_link: MovedLinkTable
  moving_clinic: MovingClinicTable
  note_template: NoteTemplateTable
  oauth_authorization_code: OauthAuthorizationCodeTable
  oauth_authorization_request: OauthAuthorizationRequestTable
  oauth_client: OauthClientTable
  oauth_event: OauthEventTable
  oauth_grant: OauthGrantTable
  oauth_token: OauthTokenTable
  online_payment: OnlinePaymentTable
  outgoing_mail: OutgoingMailTable
  password_reset: PasswordResetTable
  patient: PatientTable
  patient_alert: PatientAlertTable
  patient_link: PatientLinkTable
  patient_merge: PatientMergeTable
  patient_merge_item: PatientMergeItemTable
  patient_relation: PatientRelationTable
  patient_seen: PatientSeenTable
  patient_suspect: PatientSuspectTable
  patients_of_day: PatientsOfDayTable
  payment: PaymentTable
  period_shift: PeriodShiftTable
  platform_role: PlatformRoleTable
  plugin: PluginTable
  plugin_exam: PluginExamTable
  plugin_review: PluginReviewTable
  plugin_stop: PluginStopTable
  plugin_token: PluginTokenTable
  plugin_version: PluginVersionTable
  policy_class: PolicyClassTable
  practitioner: PractitionerTable
  practitioner_branch: PractitionerBranchTable
  practitioner_shift: PractitionerShiftTable
  practitioner_time_off: PractitionerTimeOffTable
  prescription: PrescriptionTable
  procedure: ProcedureTable
  procedure_group: ProcedureGroupTable
  procedure_supply: ProcedureSupplyTable
  publisher: PublisherTable
  publisher_invitation: PublisherInvitationTable
  publisher_key: PublisherKeyTable
  publisher_member: PublisherMemberTable
  publisher_registration: PublisherRegistrationTable
  quotation: QuotationTable
  quotation_line: QuotationLineTable
  rate_bucket: RateBucketTable
  record_change: RecordChangeTable
  referral_source: ReferralSourceTable
  referral_sub_source: ReferralSubSourceTable
  reminder: ReminderTable
  reminder_rule: ReminderRuleTable
  remittance: RemittanceTable
  remittance_line: RemittanceLineTable
  request_log: RequestLogTable
  restricted_patient: RestrictedPatientTable
  retention: RetentionTable
  retention_setting: RetentionSettingTable
  room_block: RoomBlockTable
  sandbox_fault: SandboxFaultTable
  sandbox_message: SandboxMessageTable
  sandbox_run: SandboxRunTable
  sandbox_seed: SandboxSeedTable
  schema_migration: SchemaMigrationTable
  scope_use: ScopeUseTable
  security_event: SecurityEventTable
  setup_code: SetupCodeTable
  sighting: SightingTable
  signature: SignatureTable
  signed_document: SignedDocumentTable
  staff_login_failure: StaffLoginFailureTable
  staff_mail: StaffMailTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_session: StaffSessionTable
  staff_user: StaffUserTable
  suspect_search: SuspectSearchTable
  taken_news: TakenNewsTable
  task: TaskTable
  this_cell: ThisCellTable
  treasury: TreasuryTable
  treasury_movement: TreasuryMovementTable
  treasury_transfer: TreasuryTransferTable
  treatment: TreatmentTable
  treatment_step: TreatmentStepTable
  wait_list_entry: WaitListEntryTable
  webhook_attempt: WebhookAttemptTable
  webhook_concurrency_limit: WebhookConcurrencyLimitTable
  webhook_delivery: WebhookDeliveryTable
  webhook_delivery_done: WebhookDeliveryDoneTable
  webhook_endpoint: WebhookEndpointTable
  webhook_recovery: WebhookRecoveryTable
  webhook_secret: WebhookSecretTable
  webhook_worker: WebhookWorkerTable
  withheld_text: WithheldTextTable
  xray: XrayTable
}

/** A column that a new row may leave out: the database fills it. */
interface Defaulted<Value> {
  defaulted: Value
}

/** A column that the database computes: it is never written. */
interface Computed<Value> {
  computed: Value
}

type ValueOf<Column> = Column extends Defaulted<infer Value> | Computed<infer Value> ? Value : Column
type Written<Name, Column> = Column extends Computed<unknown> ? never : Name
type Needed<Name, Column> = null extends Column
  ? never
  : Column extends Defaulted<unknown>
    ? never
    : Written<Name, Column>

/** A row as it is read. */
export type TableRow<Table extends keyof Database> = {
  [Name in keyof Database[Table]]: ValueOf<Database[Table][Name]>
}

/** Values of some columns, to be written. */
export type RowChanges<Table extends keyof Database> = {
  [Name in keyof Database[Table] as Written<Name, Database[Table][Name]>]?: ValueOf<Database[Table][Name]>
}

/** A row to be added: what is null or has a default may be left out. */
export type NewRow<Table extends keyof Database> = RowChanges<Table> & {
  [Name in keyof Database[Table] as Needed<Name, Database[Table][Name]>]: ValueOf<Database[Table][Name]>
}
