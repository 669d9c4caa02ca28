-- Files that may be of one person: found as one is opened, and among those that were changed.

ALTER TABLE patient ADD delete_reason text;
COMMENT ON COLUMN patient.delete_reason IS 'Why the file was deleted, as a word of a list.';

CREATE TABLE patient_suspect (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  other_id text NOT NULL,
  reasons text[] NOT NULL CHECK (reasons <@ '{NATIONAL_ID,PHONE_AND_NAME,NAME_AND_BIRTH_DATE}'),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'DISMISSED', 'MERGED')),
  settled_by text,
  CONSTRAINT patient_suspect_of_two CHECK (patient_id < other_id),
  CONSTRAINT patient_suspect_once UNIQUE (company_id, patient_id, other_id),
  CONSTRAINT patient_suspect_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT patient_suspect_other_ref_patient FOREIGN KEY (company_id, other_id) REFERENCES patient
);
COMMENT ON TABLE patient_suspect IS 'clinic: Two files that may be of one person, each two once: what was dismissed stays so.';
COMMENT ON COLUMN patient_suspect.reasons IS 'What is the same in both.';
SELECT protect_by_clinic('patient_suspect', 'SELECT, INSERT, UPDATE');
SELECT hide_restricted('patient_suspect');
CREATE INDEX patient_suspect_open ON patient_suspect (company_id, created_at DESC, id DESC) WHERE state = 'OPEN';
CREATE INDEX patient_suspect_of_other ON patient_suspect (company_id, other_id) WHERE state = 'OPEN';

CREATE TABLE suspect_search (
  company_id text PRIMARY KEY REFERENCES clinic,
  searched_to timestamptz(3) NOT NULL,
  searched_id text NOT NULL
);
COMMENT ON TABLE suspect_search IS 'clinic: Up to which change of a file suspects were looked for.';
COMMENT ON COLUMN suspect_search.searched_id IS 'The file that was looked at last, of those changed at that instant.';
SELECT protect_by_clinic('suspect_search', 'SELECT, INSERT, UPDATE');

CREATE INDEX patient_of_name_and_birth ON patient (company_id, name_text, birth_date)
  WHERE deleted_at IS NULL AND birth_date IS NOT NULL;
