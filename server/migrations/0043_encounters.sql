-- Visits as the doctor wrote them down, and what was measured in them.

CREATE TABLE encounter (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
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
  -- The patient's newest.
  last boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT encounter_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT encounter_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT encounter_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT encounter_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
SELECT wall_off('encounter');
CREATE UNIQUE INDEX encounter_last ON encounter (company_id, patient_id) WHERE last;
CREATE INDEX encounter_newest ON encounter (company_id, created_at DESC, id DESC);
CREATE INDEX encounter_changed ON encounter (company_id, updated_at, id);
CREATE INDEX encounter_of_patient ON encounter (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX encounter_of_branch ON encounter (company_id, branch_id, created_at DESC, id DESC);

CREATE TABLE measurement (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  encounter_id text NOT NULL,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  name text NOT NULL,
  value double precision NOT NULL,
  -- -1 low, 0 normal, 1 high, 2 critical.
  status smallint NOT NULL CHECK (status BETWEEN -1 AND 2),
  -- Against the previous value of the same name, and against the first; null on the first itself.
  difference double precision,
  overall_difference double precision,
  improvement double precision,
  overall_improvement double precision,
  duration_days integer,
  overall_duration_days integer,
  -- The patient's newest of the name.
  last boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT measurement_ref_encounter FOREIGN KEY (company_id, encounter_id) REFERENCES encounter,
  CONSTRAINT measurement_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
SELECT wall_off('measurement');
CREATE UNIQUE INDEX measurement_last ON measurement (company_id, patient_id, name) WHERE last;
CREATE INDEX measurement_of_patient ON measurement (company_id, patient_id, name, created_at, id);
CREATE INDEX measurement_of_encounter ON measurement (company_id, encounter_id, created_at, id);
