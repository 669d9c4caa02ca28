-- The clinic's formulary, and what was prescribed from it or without it.

CREATE TABLE medication (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  category text,
  dosage numeric,
  dispense text,
  sig text,
  -- Days.
  duration numeric,
  method text,
  strength text,
  details text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('medication');
CREATE INDEX medication_newest ON medication (company_id, created_at DESC, id DESC);
CREATE INDEX medication_changed ON medication (company_id, updated_at, id);

CREATE TABLE prescription (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text NOT NULL,
  appointment_id text,
  name text,
  details text,
  seen boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT prescription_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT prescription_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT prescription_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT prescription_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
SELECT wall_off('prescription');
CREATE INDEX prescription_newest ON prescription (company_id, created_at DESC, id DESC);
CREATE INDEX prescription_changed ON prescription (company_id, updated_at, id);
CREATE INDEX prescription_of_patient ON prescription (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX prescription_of_branch ON prescription (company_id, branch_id, created_at DESC, id DESC);

-- A copy of what the formulary said on the day, which the doctor may have changed.
CREATE TABLE medication_line (
  company_id text NOT NULL,
  id text NOT NULL,
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
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT medication_line_order UNIQUE (company_id, prescription_id, sort_order),
  CONSTRAINT medication_line_ref_prescription FOREIGN KEY (company_id, prescription_id) REFERENCES prescription ON DELETE CASCADE,
  CONSTRAINT medication_line_ref_medication FOREIGN KEY (company_id, medication_id) REFERENCES medication
);
SELECT wall_off('medication_line');
