-- What patients are asked and what they sign.

CREATE TABLE form (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  title text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  multiple_submissions_allowed boolean NOT NULL DEFAULT false,
  -- The number of the version that is answered now; 0 until one is published.
  current_version integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('form');
CREATE INDEX form_newest ON form (company_id, created_at DESC, id DESC);
CREATE INDEX form_changed ON form (company_id, updated_at, id);

-- Never changed: what was answered stays readable.
CREATE TABLE form_version (
  company_id text NOT NULL,
  id text NOT NULL,
  form_id text NOT NULL,
  version_num integer NOT NULL CHECK (version_num > 0),
  -- Form fields, version 1 (contract/src/form-fields.ts).
  fields jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT form_version_number UNIQUE (company_id, form_id, version_num),
  CONSTRAINT form_version_ref_form FOREIGN KEY (company_id, form_id) REFERENCES form
);
SELECT wall_off('form_version');

CREATE TABLE form_submission (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  form_id text NOT NULL,
  version_id text NOT NULL,
  patient_id text NOT NULL,
  ref text,
  status text NOT NULL CHECK (status IN ('DRAFT', 'SUBMITTED')),
  answers jsonb NOT NULL,
  -- The form allowed one submission of each patient when this one was submitted.
  only_one boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT form_submission_ref_form FOREIGN KEY (company_id, form_id) REFERENCES form,
  CONSTRAINT form_submission_ref_form_version FOREIGN KEY (company_id, version_id) REFERENCES form_version,
  CONSTRAINT form_submission_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
SELECT wall_off('form_submission');
CREATE UNIQUE INDEX form_submission_once ON form_submission (company_id, form_id, patient_id)
  WHERE only_one AND status = 'SUBMITTED';
CREATE INDEX form_submission_newest ON form_submission (company_id, created_at DESC, id DESC);
CREATE INDEX form_submission_changed ON form_submission (company_id, updated_at, id);
CREATE INDEX form_submission_of_form ON form_submission (company_id, form_id, created_at DESC, id DESC);
CREATE INDEX form_submission_of_patient ON form_submission (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX form_submission_by_status ON form_submission (company_id, status, created_at DESC, id DESC);

CREATE TABLE consent_template (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  body text NOT NULL,
  sign_required boolean NOT NULL DEFAULT true,
  -- How long a consent may be signed after it was prepared; null is without end.
  valid_days integer CHECK (valid_days > 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('consent_template');

CREATE TABLE consent_form (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  template_id text,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  name text NOT NULL,
  -- As it was read by whoever signed.
  body text NOT NULL,
  sign_required boolean NOT NULL,
  signed boolean NOT NULL DEFAULT false,
  signed_at timestamptz(3),
  signer_name text,
  witness_signed boolean NOT NULL DEFAULT false,
  witness_signed_at timestamptz(3),
  witness_name text,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (signed = (signed_at IS NOT NULL)),
  CHECK (witness_signed = (witness_signed_at IS NOT NULL)),
  CONSTRAINT consent_form_ref_consent_template FOREIGN KEY (company_id, template_id) REFERENCES consent_template,
  CONSTRAINT consent_form_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT consent_form_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT consent_form_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT consent_form_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
SELECT wall_off('consent_form');
CREATE INDEX consent_form_newest ON consent_form (company_id, created_at DESC, id DESC);
CREATE INDEX consent_form_changed ON consent_form (company_id, updated_at, id);
CREATE INDEX consent_form_of_patient ON consent_form (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX consent_form_of_branch ON consent_form (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX consent_form_by_signed ON consent_form (company_id, signed, created_at DESC, id DESC);
