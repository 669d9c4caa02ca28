-- Appointments.

CREATE TABLE appointment (
  LIKE clinic_record INCLUDING INDEXES,
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
  outcome smallint NOT NULL GENERATED ALWAYS AS
    (CASE status WHEN 'COMPLETED' THEN 1 WHEN 'CANCELED' THEN 2 WHEN 'NOSHOW' THEN 3 ELSE 0 END) STORED,
  chair_minutes smallint NOT NULL GENERATED ALWAYS AS
    (CASE WHEN status IN ('CANCELED', 'NOSHOW') OR is_online THEN 0 ELSE extract(epoch FROM ends_at - starts_at) / 60 END) STORED,
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
COMMENT ON TABLE appointment IS
  'clinic: The two exclusion constraints make a double booking of a doctor or a room impossible, whichever process '
  'books.';
COMMENT ON COLUMN appointment.outcome IS '1 completed, 2 canceled, 3 no-show, 0 anything else.';
COMMENT ON COLUMN appointment.chair_minutes IS
  'How long the patient sits in a chair of the branch: not at all for an appointment that is canceled, missed or '
  'online.';
SELECT protect_by_clinic('appointment');
CREATE INDEX appointment_of_patient ON appointment (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX appointment_newest ON appointment (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX appointment_changed ON appointment (company_id, updated_at, id, branch_id, doctor_id, status, patient_id, starts_at);
CREATE INDEX appointment_by_start ON appointment (company_id, starts_at DESC, id DESC, branch_id, status, patient_id);
CREATE INDEX appointment_of_doctor ON appointment (company_id, doctor_id, created_at DESC, id DESC, status);
CREATE INDEX appointment_of_status ON appointment (company_id, status, created_at DESC, id DESC, branch_id, patient_id);
-- A doctor's diary: what availability reads, lists of a doctor's day, and the doctor's figures.
CREATE INDEX appointment_in_diary ON appointment (company_id, doctor_id, starts_at DESC, id DESC, ends_at, status, patient_id)
  INCLUDE (outcome, chair_minutes, branch_id);
CREATE STATISTICS appointment_dependencies (dependencies) ON company_id, branch_id, doctor_id, patient_id FROM appointment;
