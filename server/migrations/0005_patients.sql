-- The patient file.

CREATE TABLE patient (
  LIKE clinic_record INCLUDING INDEXES,
  file_number integer NOT NULL,
  clinic_file_number text,
  branch_id text NOT NULL,
  doctor_id text,
  first_name text NOT NULL,
  last_name text,
  phone_number text,
  phone_number2 text,
  email text,
  gender text,
  title text,
  birth_date date,
  address text,
  nationality text,
  marital_status text,
  national_id text,
  identifier_type text,
  details text,
  is_lead boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  pending boolean NOT NULL DEFAULT false,
  insurance_company_id text,
  insurance_policy_id text,
  insurance_class_id text,
  insurance_number text,
  insurance_group text,
  insurance_percentage numeric(5, 2),
  insurance_limit_minor bigint,
  insurance_unlimited boolean,
  insurance_end_date date,
  invoiced_minor bigint NOT NULL DEFAULT 0,
  paid_minor bigint NOT NULL DEFAULT 0,
  search_text text NOT NULL DEFAULT '',
  deleted_at timestamptz(3),
  balance_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT patient_file_number UNIQUE (company_id, file_number),
  CONSTRAINT patient_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT patient_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT patient_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company,
  CONSTRAINT patient_ref_insurance_policy FOREIGN KEY (company_id, insurance_policy_id) REFERENCES insurance_policy,
  CONSTRAINT patient_ref_policy_class FOREIGN KEY (company_id, insurance_class_id) REFERENCES policy_class
);
COMMENT ON TABLE patient IS
  'clinic: The patient file. Names and numbers are searched by folded text: one column, one trigram index.';
COMMENT ON COLUMN patient.invoiced_minor IS 'Total of the patient''s invoices, in minor units.';
COMMENT ON COLUMN patient.search_text IS 'Folded names, phones, e-mail and ids, for callers who may see them.';
COMMENT ON COLUMN patient.balance_minor IS
  'What was paid in advance and not yet used on an invoice; below zero after a refund of credit that was already '
  'used.';
SELECT protect_by_clinic('patient');
SELECT make_searchable('patient', 'patients_like', 'deleted_at IS NULL');
CREATE INDEX patient_newest ON patient (company_id, created_at DESC, id DESC, branch_id) WHERE deleted_at IS NULL;
CREATE INDEX patient_changed ON patient (company_id, updated_at, id, branch_id) WHERE deleted_at IS NULL;
CREATE INDEX patient_of_clinic_file ON patient (company_id, clinic_file_number) WHERE deleted_at IS NULL;
-- Whose phone a message came from.
CREATE INDEX patient_of_phone ON patient (company_id, phone_number) WHERE deleted_at IS NULL;
-- One doctor's figures are added up from the records: all of them stand in the index.
CREATE INDEX patient_of_doctor ON patient (company_id, doctor_id, created_at)
  INCLUDE (branch_id) WHERE deleted_at IS NULL AND NOT is_lead AND doctor_id IS NOT NULL;
CREATE STATISTICS patient_dependencies (dependencies) ON company_id, branch_id, doctor_id FROM patient;
