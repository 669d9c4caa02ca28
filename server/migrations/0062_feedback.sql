-- How patients rated their visits.
CREATE TABLE feedback (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  branch_id text NOT NULL,
  patient_id text,
  appointment_id text,
  doctor_id text,
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  recommend_score integer CHECK (recommend_score BETWEEN 0 AND 10),
  comment text,
  channel text NOT NULL CHECK (channel IN ('whatsapp', 'sms', 'link', 'kiosk')),
  tags text[] NOT NULL DEFAULT '{}',
  submitted_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  -- A link that is opened again does not count twice.
  CONSTRAINT feedback_of_appointment UNIQUE (company_id, appointment_id),
  CONSTRAINT feedback_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT feedback_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT feedback_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT feedback_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner
);
SELECT wall_off('feedback');
CREATE INDEX feedback_newest ON feedback (company_id, created_at DESC, id DESC);
CREATE INDEX feedback_changed ON feedback (company_id, updated_at, id);
CREATE INDEX feedback_of_branch ON feedback (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX feedback_of_doctor ON feedback (company_id, doctor_id, created_at DESC, id DESC);
CREATE INDEX feedback_of_patient ON feedback (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX feedback_by_rating ON feedback (company_id, rating, created_at DESC, id DESC);
