-- The patient file.

CREATE TABLE patient (
  company_id text NOT NULL,
  id text NOT NULL,
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
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  balance_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, id),
  CONSTRAINT patient_file_number UNIQUE (company_id, file_number),
  CONSTRAINT patient_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT patient_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT patient_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company,
  CONSTRAINT patient_ref_insurance_policy FOREIGN KEY (company_id, insurance_policy_id) REFERENCES insurance_policy,
  CONSTRAINT patient_ref_policy_class FOREIGN KEY (company_id, insurance_class_id) REFERENCES policy_class
);
COMMENT ON TABLE patient IS
  'clinic: The patient file. Names and numbers are searched by folded text: one column, one trigram index.';
COMMENT ON COLUMN patient.company_id IS
  'Refers to the clinic by its branch: a reference of its own would lock the clinic''s one row, shared, with every '
  'write of the clinic.';
COMMENT ON COLUMN patient.invoiced_minor IS 'Total of the patient''s invoices, in minor units.';
COMMENT ON COLUMN patient.search_text IS 'Folded names, phones, e-mail and ids, for callers who may see them.';
COMMENT ON COLUMN patient.balance_minor IS
  'What was paid in advance and not yet used on an invoice; below zero after a refund of credit that was already '
  'used.';
SELECT protect_by_clinic('patient');
CREATE INDEX patient_search ON patient USING gin (company_id, search_text gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX patient_newest ON patient (company_id, created_at DESC, id DESC, branch_id) WHERE deleted_at IS NULL;
CREATE INDEX patient_changed ON patient (company_id, updated_at, id, branch_id) WHERE deleted_at IS NULL;
CREATE INDEX patient_of_clinic_file ON patient (company_id, clinic_file_number) WHERE deleted_at IS NULL;
-- Whose phone a message came from.
CREATE INDEX patient_of_phone ON patient (company_id, phone_number) WHERE deleted_at IS NULL;
-- One doctor's figures are added up from the records: all of them stand in the index.
CREATE INDEX patient_of_doctor ON patient (company_id, doctor_id, created_at)
  INCLUDE (branch_id) WHERE deleted_at IS NULL AND NOT is_lead AND doctor_id IS NOT NULL;
CREATE STATISTICS patient_dependencies (dependencies) ON company_id, branch_id, doctor_id FROM patient;

CREATE FUNCTION patients_like(pattern text, max_rows integer) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT id FROM patient
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern AND deleted_at IS NULL
  LIMIT max_rows
$$;
COMMENT ON FUNCTION patients_like IS
  'Ids of the clinic''s patients with the pattern in their search text, `max_rows` at most. Under row-level '
  'security LIKE cannot use an index, because LIKE might tell of rows that it was not allowed to see; here the '
  'clinic is named in the index itself. Planned anew each time: which index serves depends on how rare the pattern '
  'is.';

REVOKE ALL ON FUNCTION patients_like FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patients_like TO clinic_app;
