-- Files and x-rays of patients. What is in them lies in the file storage under company_id/id.

CREATE TABLE xray (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  patient_id text NOT NULL,
  operation_id text,
  appointment_id text,
  name text,
  type text,
  details text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT xray_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT xray_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment,
  CONSTRAINT xray_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
SELECT wall_off('xray');
CREATE INDEX xray_newest ON xray (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX xray_changed ON xray (company_id, patient_id, updated_at, id);
CREATE INDEX xray_of_operation ON xray (company_id, operation_id, created_at DESC, id DESC);

CREATE TABLE file (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
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
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT file_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT file_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment,
  CONSTRAINT file_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT file_ref_encounter FOREIGN KEY (company_id, encounter_id) REFERENCES encounter,
  CONSTRAINT file_ref_xray FOREIGN KEY (company_id, xray_id) REFERENCES xray
);
SELECT wall_off('file');
CREATE INDEX file_newest ON file (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX file_changed ON file (company_id, patient_id, updated_at, id);
CREATE INDEX file_of_operation ON file (company_id, operation_id, created_at DESC, id DESC);
CREATE INDEX file_of_xray ON file (company_id, xray_id, sort_order) WHERE xray_id IS NOT NULL;

-- Files that were announced, under the id that they will have. Swept when their time has passed, whether they came or not.
CREATE TABLE file_upload (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  patient_id text NOT NULL,
  operation_id text,
  kind text NOT NULL CHECK (kind IN ('file', 'xray')),
  name text NOT NULL,
  content_type text NOT NULL,
  size_bytes integer NOT NULL,
  -- Until then the storage takes the file.
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT file_upload_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT file_upload_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment
);
SELECT wall_off('file_upload');
SELECT open_to_dispatcher('file_upload', 'SELECT, DELETE');
CREATE INDEX file_upload_age ON file_upload (expires_at);
