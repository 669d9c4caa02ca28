-- What is to be known of a patient before anything else, who belongs to whom, and how a patient is reached.

ALTER TABLE patient
  ADD language text CONSTRAINT patient_language CHECK (language IN ('en', 'ar')),
  ADD no_reminders boolean NOT NULL DEFAULT false,
  ADD archive_reason text;
COMMENT ON COLUMN patient.language IS 'In which the patient is written to; null leaves it to the clinic.';
COMMENT ON COLUMN patient.no_reminders IS 'The patient asked not to be reminded of visits.';
COMMENT ON COLUMN patient.archive_reason IS 'Why the file was put away (disabled).';

CREATE TABLE patient_alert (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ALLERGY', 'CONDITION', 'MEDICATION', 'ADMIN')),
  severity text NOT NULL CHECK (severity IN ('HIGH', 'NORMAL')),
  text text NOT NULL,
  added_by text NOT NULL,
  ended_at timestamptz(3),
  ended_by text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT patient_alert_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT patient_alert_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE patient_alert IS
  'clinic: What stands above a patient''s file: allergies, conditions, medication, and what the desk must know.';
COMMENT ON COLUMN patient_alert.added_by IS 'Who wrote it, as the audit names callers.';
COMMENT ON COLUMN patient_alert.ended_at IS 'Since when it no longer holds. It is never deleted.';
COMMENT ON COLUMN patient_alert.version IS 'How often it was changed, from 1 on (record_change).';
SELECT protect_by_clinic('patient_alert', 'SELECT, INSERT, UPDATE');
SELECT hide_restricted('patient_alert');
CREATE INDEX patient_alert_of_patient ON patient_alert (company_id, patient_id, created_at DESC, id DESC);
-- Who has any, and who has a high one, is read off this alone.
CREATE INDEX patient_alert_current ON patient_alert (company_id, patient_id, severity) WHERE ended_at IS NULL;

CREATE TABLE patient_relation (
  company_id text NOT NULL,
  patient_id text NOT NULL,
  related_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('GUARDIAN', 'WARD', 'PARENT', 'CHILD', 'SPOUSE', 'SIBLING', 'OTHER')),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, patient_id, related_id),
  CONSTRAINT patient_relation_of_two CHECK (patient_id <> related_id),
  CONSTRAINT patient_relation_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT patient_relation_related_ref_patient FOREIGN KEY (company_id, related_id) REFERENCES patient
);
COMMENT ON TABLE patient_relation IS
  'clinic: Who is what to a patient: each relation stands here twice, once from either side.';
COMMENT ON COLUMN patient_relation.kind IS 'What the related patient is to the patient; a ward is whom one is the guardian of.';
SELECT protect_by_clinic('patient_relation');
SELECT hide_restricted('patient_relation');
CREATE INDEX patient_relation_related ON patient_relation (company_id, related_id);

-- Who owes something is read off the invoices that are not paid.
CREATE INDEX IF NOT EXISTS invoice_owed ON invoice (company_id, patient_id) INCLUDE (pending_minor) WHERE pending_minor > 0;
