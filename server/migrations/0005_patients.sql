-- The patient file. Names and numbers are searched by folded text: one column, one trigram index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE patient (
  company_id text NOT NULL REFERENCES clinic,
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
  -- Totals over the patient's invoices, in minor units.
  invoiced_minor bigint NOT NULL DEFAULT 0,
  paid_minor bigint NOT NULL DEFAULT 0,
  -- Folded names, phones, e-mail and ids, for callers who may see them.
  search_text text NOT NULL DEFAULT '',
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT patient_file_number UNIQUE (company_id, file_number),
  CONSTRAINT patient_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT patient_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner
);
SELECT wall_off('patient');
CREATE INDEX patient_newest ON patient (company_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX patient_changed ON patient (company_id, updated_at, id) WHERE deleted_at IS NULL;
-- Substring search within a clinic.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE INDEX patient_search ON patient USING gin (company_id, search_text gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX patient_of_branch ON patient (company_id, branch_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
