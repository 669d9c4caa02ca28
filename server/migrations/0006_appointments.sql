-- Appointments. The two exclusion constraints make a double booking of a doctor or a room impossible, whoever books.
CREATE TABLE appointment (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text NOT NULL,
  patient_id text,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN
    ('OPEN', 'CONFIRMED', 'CHECKEDIN', 'COMPLETED', 'CANCELED', 'NOSHOW', 'INPROGRESS', 'DELAYED', 'WAITING')),
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  room text,
  title text,
  details text,
  type text,
  urgent boolean NOT NULL DEFAULT false,
  is_online boolean NOT NULL DEFAULT false,
  video_call_id text,
  video_call_created_at timestamptz(3),
  pending boolean NOT NULL DEFAULT false,
  cancel_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (ends_at > starts_at AND ends_at <= starts_at + interval '12 hours'),
  CONSTRAINT appointment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT appointment_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT appointment_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT appointment_doctor_busy EXCLUDE USING gist
    (company_id WITH =, doctor_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (status NOT IN ('CANCELED', 'NOSHOW')),
  CONSTRAINT appointment_room_busy EXCLUDE USING gist
    (company_id WITH =, branch_id WITH =, room WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (status NOT IN ('CANCELED', 'NOSHOW') AND room IS NOT NULL)
);
SELECT wall_off('appointment');
CREATE INDEX appointment_newest ON appointment (company_id, created_at DESC, id DESC);
CREATE INDEX appointment_changed ON appointment (company_id, updated_at, id);
CREATE INDEX appointment_by_start ON appointment (company_id, starts_at, id);
CREATE INDEX appointment_of_doctor ON appointment (company_id, doctor_id, starts_at);
CREATE INDEX appointment_of_patient ON appointment (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX appointment_of_branch ON appointment (company_id, branch_id, created_at DESC, id DESC);
