-- What is done on patients: treatments and their offers, prescriptions, forms and consents, encounters, files and
-- x-rays.

CREATE TABLE quotation (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  name text,
  diagnosis text,
  chart text,
  treatment_ids text[] NOT NULL DEFAULT '{}',
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  discount_percent numeric(9, 6) NOT NULL,
  tax_minor bigint NOT NULL,
  tax_percent numeric(5, 2) NOT NULL,
  total_minor bigint NOT NULL,
  diagnostic_fee_minor bigint NOT NULL,
  insurance_minor bigint NOT NULL,
  completed_percent numeric(5, 2) NOT NULL DEFAULT 0,
  seen boolean NOT NULL DEFAULT false,
  signed boolean NOT NULL DEFAULT false,
  signed_at timestamptz(3),
  CHECK (signed = (signed_at IS NOT NULL)),
  CHECK (total_minor = subtotal_minor - discount_minor + tax_minor),
  CONSTRAINT quotation_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT quotation_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT quotation_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT quotation_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE quotation IS 'clinic: Treatments offered to a patient, with the price of the whole.';
COMMENT ON COLUMN quotation.treatment_ids IS 'The treatments as they were offered, in the order of the offer.';
COMMENT ON COLUMN quotation.diagnostic_fee_minor IS 'Within the subtotal.';
COMMENT ON COLUMN quotation.insurance_minor IS 'Within the total.';
SELECT protect_by_clinic('quotation');
CREATE INDEX quotation_newest ON quotation (company_id, created_at DESC, id DESC, patient_id, branch_id, signed);
CREATE INDEX quotation_changed ON quotation (company_id, updated_at, id, branch_id, patient_id, signed, created_at);
CREATE INDEX quotation_of_patient ON quotation (company_id, patient_id, created_at DESC, id DESC, branch_id, signed);
CREATE INDEX quotation_by_signed ON quotation (company_id, signed, created_at DESC, id DESC, branch_id, patient_id);
CREATE STATISTICS quotation_dependencies (dependencies) ON company_id, branch_id, patient_id FROM quotation;

CREATE TABLE treatment (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  procedure_id text,
  quotation_id text,
  invoice_id text,
  insurance_company_id text,
  name text NOT NULL,
  code text,
  status text NOT NULL CHECK (status IN ('EXISTING', 'PLANNED', 'COMPLETED', 'IN_PROGRESS', 'REJECTED', 'CONDITION')),
  chart text,
  diagnosis text,
  details text,
  price_minor bigint NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 100),
  amount_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  paid_minor bigint NOT NULL DEFAULT 0,
  completed_percent numeric(5, 2) NOT NULL DEFAULT 0,
  tooth integer[] NOT NULL DEFAULT '{}',
  tooth_part text[] NOT NULL DEFAULT '{}',
  child boolean NOT NULL DEFAULT false,
  has_steps boolean NOT NULL DEFAULT false,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  expires_at timestamptz(3),
  approval_required boolean NOT NULL DEFAULT false,
  approval_requested_at timestamptz(3),
  approved boolean NOT NULL DEFAULT false,
  approved_at timestamptz(3),
  pre_auth text,
  CHECK (amount_minor = price_minor * quantity),
  CHECK (total_minor = amount_minor - discount_minor + tax_minor),
  CHECK (approved = (approved_at IS NOT NULL)),
  CONSTRAINT treatment_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT treatment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT treatment_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT treatment_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT treatment_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure,
  CONSTRAINT treatment_ref_quotation FOREIGN KEY (company_id, quotation_id) REFERENCES quotation,
  CONSTRAINT treatment_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company
);
COMMENT ON TABLE treatment IS 'clinic: What is planned for or done on a patient, and what it costs.';
COMMENT ON COLUMN treatment.quotation_id IS 'The quotation that offered it last.';
COMMENT ON COLUMN treatment.price_minor IS 'total = price * quantity - discount + tax, in minor units.';
COMMENT ON COLUMN treatment.tooth IS 'FDI numbers.';
SELECT protect_by_clinic('treatment');
CREATE INDEX treatment_of_patient ON treatment (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX treatment_of_quotation ON treatment (company_id, quotation_id) WHERE quotation_id IS NOT NULL;
CREATE INDEX treatment_newest ON treatment
  (company_id, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status, approval_required, approved);
CREATE INDEX treatment_changed ON treatment
  (company_id, updated_at, id, branch_id, patient_id, doctor_id, status, approval_required, approved, created_at);
CREATE INDEX treatment_of_doctor ON treatment
  (company_id, doctor_id, created_at DESC, id DESC, branch_id, status, approval_required, approved);
CREATE INDEX treatment_by_status ON treatment
  (company_id, status, created_at DESC, id DESC, branch_id, patient_id, doctor_id, approval_required, approved);
CREATE INDEX treatment_by_approval ON treatment
  (company_id, approval_required, approved, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status);
CREATE INDEX treatment_by_approved ON treatment
  (company_id, approved, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status, approval_required);
CREATE STATISTICS treatment_dependencies (dependencies) ON company_id, branch_id, doctor_id, patient_id FROM treatment;

CREATE TABLE treatment_step (
  LIKE clinic_record INCLUDING INDEXES,
  treatment_id text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('EXISTING', 'PLANNED', 'COMPLETED', 'IN_PROGRESS', 'REJECTED', 'CONDITION')),
  sort_order integer NOT NULL,
  appointment_id text,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  CONSTRAINT treatment_step_order UNIQUE (company_id, treatment_id, sort_order),
  CONSTRAINT treatment_step_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment ON DELETE CASCADE,
  CONSTRAINT treatment_step_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE treatment_step IS 'clinic: The sessions of a treatment.';
SELECT protect_by_clinic('treatment_step');

CREATE TABLE medication (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  category text,
  dosage numeric,
  dispense text,
  sig text,
  duration numeric,
  method text,
  strength text,
  details text,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE medication IS 'clinic: The clinic''s formulary.';
COMMENT ON COLUMN medication.duration IS 'Days.';
SELECT protect_by_clinic('medication');
CREATE INDEX medication_newest ON medication (company_id, created_at DESC, id DESC);
CREATE INDEX medication_changed ON medication (company_id, updated_at, id);

CREATE TABLE prescription (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text NOT NULL,
  appointment_id text,
  name text,
  details text,
  seen boolean NOT NULL DEFAULT false,
  CONSTRAINT prescription_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT prescription_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT prescription_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT prescription_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE prescription IS 'clinic: What a doctor prescribed in one go.';
SELECT protect_by_clinic('prescription');
CREATE INDEX prescription_of_patient ON prescription (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX prescription_newest ON prescription (company_id, created_at DESC, id DESC, patient_id, branch_id);
CREATE INDEX prescription_changed ON prescription (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE STATISTICS prescription_dependencies (dependencies) ON company_id, branch_id, patient_id FROM prescription;

CREATE TABLE medication_line (
  LIKE clinic_record INCLUDING INDEXES,
  prescription_id text NOT NULL,
  medication_id text,
  name text NOT NULL,
  dosage numeric,
  dispense text,
  type text,
  sig text,
  duration numeric,
  method text,
  strength text,
  details text,
  sort_order integer NOT NULL,
  CONSTRAINT medication_line_order UNIQUE (company_id, prescription_id, sort_order),
  CONSTRAINT medication_line_ref_prescription FOREIGN KEY (company_id, prescription_id) REFERENCES prescription ON DELETE CASCADE,
  CONSTRAINT medication_line_ref_medication FOREIGN KEY (company_id, medication_id) REFERENCES medication
);
COMMENT ON TABLE medication_line IS
  'clinic: A copy of what the formulary said on the day, which the doctor may have changed.';
SELECT protect_by_clinic('medication_line');

CREATE TABLE form (
  LIKE clinic_record INCLUDING INDEXES,
  title text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  multiple_submissions_allowed boolean NOT NULL DEFAULT false,
  current_version integer NOT NULL DEFAULT 0,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE form IS 'clinic: What patients are asked.';
COMMENT ON COLUMN form.current_version IS 'The number of the version that is answered now; 0 until one is published.';
SELECT protect_by_clinic('form');
CREATE INDEX form_newest ON form (company_id, created_at DESC, id DESC);
CREATE INDEX form_changed ON form (company_id, updated_at, id);

CREATE TABLE form_version (
  LIKE clinic_record INCLUDING INDEXES,
  form_id text NOT NULL,
  version_num integer NOT NULL CHECK (version_num > 0),
  fields jsonb NOT NULL,
  CONSTRAINT form_version_number UNIQUE (company_id, form_id, version_num),
  CONSTRAINT form_version_ref_form FOREIGN KEY (company_id, form_id) REFERENCES form
);
COMMENT ON TABLE form_version IS 'clinic: Never changed: what was answered stays readable.';
COMMENT ON COLUMN form_version.fields IS 'Form fields, version 1 (contract/src/form-fields.ts).';
SELECT protect_by_clinic('form_version');

CREATE TABLE form_submission (
  LIKE clinic_record INCLUDING INDEXES,
  form_id text NOT NULL,
  version_id text NOT NULL,
  patient_id text NOT NULL,
  ref text,
  status text NOT NULL CHECK (status IN ('DRAFT', 'SUBMITTED')),
  answers jsonb NOT NULL,
  only_one boolean NOT NULL,
  CONSTRAINT form_submission_ref_form FOREIGN KEY (company_id, form_id) REFERENCES form,
  CONSTRAINT form_submission_ref_form_version FOREIGN KEY (company_id, version_id) REFERENCES form_version,
  CONSTRAINT form_submission_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE form_submission IS 'clinic: A patient''s answers to a version of a form.';
COMMENT ON COLUMN form_submission.only_one IS
  'The form allowed one submission of each patient when this one was submitted.';
SELECT protect_by_clinic('form_submission');
CREATE UNIQUE INDEX form_submission_once ON form_submission (company_id, form_id, patient_id)
  WHERE only_one AND status = 'SUBMITTED';
CREATE INDEX form_submission_of_patient ON form_submission (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX form_submission_newest ON form_submission (company_id, created_at DESC, id DESC, patient_id, form_id, status);
CREATE INDEX form_submission_changed ON form_submission
  (company_id, updated_at, id, form_id, patient_id, status, created_at);
CREATE INDEX form_submission_of_form ON form_submission
  (company_id, form_id, created_at DESC, id DESC, status, patient_id);
CREATE INDEX form_submission_by_status ON form_submission
  (company_id, status, created_at DESC, id DESC, form_id, patient_id);
CREATE STATISTICS form_submission_dependencies (dependencies) ON company_id, form_id, patient_id FROM form_submission;

CREATE TABLE consent_template (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  body text NOT NULL,
  sign_required boolean NOT NULL DEFAULT true,
  valid_days integer CHECK (valid_days > 0),
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE consent_template IS 'clinic: The text that a consent is made from.';
COMMENT ON COLUMN consent_template.valid_days IS
  'How long a consent may be signed after it was prepared; null is without end.';
SELECT protect_by_clinic('consent_template');

CREATE TABLE consent_form (
  LIKE clinic_record INCLUDING INDEXES,
  template_id text,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  name text NOT NULL,
  body text NOT NULL,
  sign_required boolean NOT NULL,
  signed boolean NOT NULL DEFAULT false,
  signed_at timestamptz(3),
  signer_name text,
  witness_signed boolean NOT NULL DEFAULT false,
  witness_signed_at timestamptz(3),
  witness_name text,
  expires_at timestamptz(3),
  CHECK (signed = (signed_at IS NOT NULL)),
  CHECK (witness_signed = (witness_signed_at IS NOT NULL)),
  CONSTRAINT consent_form_ref_consent_template FOREIGN KEY (company_id, template_id) REFERENCES consent_template,
  CONSTRAINT consent_form_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT consent_form_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT consent_form_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT consent_form_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE consent_form IS 'clinic: What a patient signs.';
COMMENT ON COLUMN consent_form.body IS 'As the person who signed read it.';
SELECT protect_by_clinic('consent_form');
CREATE INDEX consent_form_of_patient ON consent_form (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX consent_form_newest ON consent_form (company_id, created_at DESC, id DESC, patient_id, branch_id, signed);
CREATE INDEX consent_form_changed ON consent_form (company_id, updated_at, id, branch_id, patient_id, signed, created_at);
CREATE INDEX consent_form_by_signed ON consent_form (company_id, signed, created_at DESC, id DESC, branch_id, patient_id);
CREATE STATISTICS consent_form_dependencies (dependencies) ON company_id, branch_id, patient_id FROM consent_form;

CREATE TABLE encounter (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  chief_complaint text,
  symptoms text,
  diagnosis text,
  tests_ordered text[] NOT NULL DEFAULT '{}',
  imaging_ordered text[] NOT NULL DEFAULT '{}',
  test_results text,
  imaging_results text,
  clinical_notes text,
  consultation_notes text,
  discharge_summary text,
  last boolean NOT NULL,
  CONSTRAINT encounter_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT encounter_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT encounter_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT encounter_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE encounter IS 'clinic: A visit as the doctor wrote it down.';
COMMENT ON COLUMN encounter.last IS 'The patient''s newest.';
SELECT protect_by_clinic('encounter');
CREATE UNIQUE INDEX encounter_last ON encounter (company_id, patient_id) WHERE last;
CREATE INDEX encounter_of_patient ON encounter (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX encounter_newest ON encounter (company_id, created_at DESC, id DESC, patient_id, branch_id);
CREATE INDEX encounter_changed ON encounter (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE STATISTICS encounter_dependencies (dependencies) ON company_id, branch_id, patient_id FROM encounter;

CREATE TABLE measurement (
  LIKE clinic_record INCLUDING INDEXES,
  encounter_id text NOT NULL,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  name text NOT NULL,
  value double precision NOT NULL,
  status smallint NOT NULL CHECK (status BETWEEN -1 AND 2),
  difference double precision,
  overall_difference double precision,
  improvement double precision,
  overall_improvement double precision,
  duration_days integer,
  overall_duration_days integer,
  last boolean NOT NULL,
  CONSTRAINT measurement_ref_encounter FOREIGN KEY (company_id, encounter_id) REFERENCES encounter,
  CONSTRAINT measurement_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE measurement IS 'clinic: What was measured in an encounter.';
COMMENT ON COLUMN measurement.status IS '-1 low, 0 normal, 1 high, 2 critical.';
COMMENT ON COLUMN measurement.difference IS 'Against the previous value of the same name; null on the first.';
COMMENT ON COLUMN measurement.overall_difference IS 'Against the first value of the same name; null on the first.';
COMMENT ON COLUMN measurement.last IS 'The patient''s newest of the name.';
SELECT protect_by_clinic('measurement');
CREATE UNIQUE INDEX measurement_last ON measurement (company_id, patient_id, name) WHERE last;
CREATE INDEX measurement_of_patient ON measurement (company_id, patient_id, name, created_at, id);
CREATE INDEX measurement_of_encounter ON measurement (company_id, encounter_id, created_at, id);

CREATE TABLE xray (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  operation_id text,
  appointment_id text,
  name text,
  type text,
  details text,
  CONSTRAINT xray_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT xray_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment,
  CONSTRAINT xray_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE xray IS 'clinic: An x-ray examination; its images are files.';
SELECT protect_by_clinic('xray');
CREATE INDEX xray_newest ON xray (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX xray_changed ON xray (company_id, patient_id, updated_at, id);
CREATE INDEX xray_of_operation ON xray (company_id, operation_id, created_at DESC, id DESC);
CREATE STATISTICS xray_dependencies (dependencies) ON company_id, patient_id, operation_id FROM xray;

CREATE TABLE file (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  operation_id text,
  appointment_id text,
  encounter_id text,
  xray_id text,
  folder_id text,
  name text NOT NULL,
  content_type text NOT NULL,
  size_bytes integer NOT NULL,
  sort_order integer NOT NULL,
  CONSTRAINT file_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT file_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment,
  CONSTRAINT file_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT file_ref_encounter FOREIGN KEY (company_id, encounter_id) REFERENCES encounter,
  CONSTRAINT file_ref_xray FOREIGN KEY (company_id, xray_id) REFERENCES xray
);
COMMENT ON TABLE file IS 'clinic: A file of a patient. Its content lies in the file storage under company_id/id.';
SELECT protect_by_clinic('file');
CREATE INDEX file_newest ON file (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX file_changed ON file (company_id, patient_id, updated_at, id);
CREATE INDEX file_of_operation ON file (company_id, operation_id, created_at DESC, id DESC);
CREATE INDEX file_of_xray ON file (company_id, xray_id, sort_order) WHERE xray_id IS NOT NULL;
CREATE STATISTICS file_dependencies (dependencies) ON company_id, patient_id, operation_id FROM file;

CREATE TABLE file_upload (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  operation_id text,
  kind text NOT NULL CHECK (kind IN ('file', 'xray')),
  name text NOT NULL,
  content_type text NOT NULL,
  size_bytes integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  CONSTRAINT file_upload_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT file_upload_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment
);
COMMENT ON TABLE file_upload IS
  'clinic: Files that were announced, under the id that they will have. Swept when their time has passed, whether '
  'they came or not.';
COMMENT ON COLUMN file_upload.expires_at IS 'Until then the storage takes the file.';
SELECT protect_by_clinic('file_upload');
SELECT allow_dispatcher('file_upload', 'SELECT (company_id, id, confirmed_at, expires_at), DELETE');
CREATE INDEX file_upload_age ON file_upload (expires_at);
