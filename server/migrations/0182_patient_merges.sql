-- Two files of one person become one, and can be parted again for 30 days.

ALTER TABLE patient
  ADD merged_into_id text,
  ADD CONSTRAINT patient_merged CHECK (merged_into_id IS NULL OR (deleted_at IS NOT NULL AND merged_into_id <> id)),
  ADD CONSTRAINT patient_merged_ref_patient FOREIGN KEY (company_id, merged_into_id) REFERENCES patient;
COMMENT ON COLUMN patient.merged_into_id IS
  'The file that took over what was recorded here, which may have been merged itself since.';
CREATE INDEX patient_merged_into ON patient (company_id, merged_into_id) WHERE merged_into_id IS NOT NULL;

CREATE TABLE patient_merge (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  absorbed_id text NOT NULL,
  merged_by text NOT NULL,
  filled jsonb NOT NULL,
  moved integer NOT NULL,
  undone_at timestamptz(3),
  undone_by text,
  CONSTRAINT patient_merge_undone CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  CONSTRAINT patient_merge_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT patient_merge_absorbed_ref_patient FOREIGN KEY (company_id, absorbed_id) REFERENCES patient
);
COMMENT ON TABLE patient_merge IS 'clinic: Which file was merged into which other one, and whether that was undone.';
COMMENT ON COLUMN patient_merge.patient_id IS 'The file that was kept.';
COMMENT ON COLUMN patient_merge.filled IS
  'By the name of its column what was blank in the kept file and came from the other; a national id as its MAC.';
COMMENT ON COLUMN patient_merge.moved IS 'How many rows were moved.';
SELECT protect_by_clinic('patient_merge', 'SELECT, INSERT, UPDATE');
SELECT hide_restricted('patient_merge');
CREATE INDEX patient_merge_of_patient ON patient_merge (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX patient_merge_of_absorbed ON patient_merge (company_id, absorbed_id);

CREATE TABLE patient_merge_item (
  company_id text NOT NULL,
  merge_id text NOT NULL,
  table_name text NOT NULL,
  record_id text NOT NULL,
  was jsonb,
  PRIMARY KEY (company_id, merge_id, table_name, record_id),
  CONSTRAINT patient_merge_item_ref_patient_merge FOREIGN KEY (company_id, merge_id) REFERENCES patient_merge
);
COMMENT ON TABLE patient_merge_item IS 'clinic: The rows that a merge moved, to be given back if it is undone.';
COMMENT ON COLUMN patient_merge_item.record_id IS 'The row''s; of a relation the other patient''s.';
COMMENT ON COLUMN patient_merge_item.was IS 'What of the row had to change with it, as it was; null where nothing had to.';
SELECT protect_by_clinic('patient_merge_item', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION files_of_patient(company text, patient text) RETURNS text[]
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE one AS (
    SELECT patient AS id
    UNION
    SELECT absorbed.id FROM patient AS absorbed JOIN one ON absorbed.merged_into_id = one.id
    WHERE absorbed.company_id = company)
  SELECT coalesce(array_agg(id), '{}') FROM one
$$;
COMMENT ON FUNCTION files_of_patient IS
  'The file of a patient with all that were merged into it: what is never moved, as the audit, stays under their ids.';
REVOKE ALL ON FUNCTION files_of_patient FROM PUBLIC;
GRANT EXECUTE ON FUNCTION files_of_patient TO clinic_app;

-- A connection asks for a file by an id that was merged into another.
GRANT SELECT (merged_into_id) ON patient TO clinic_reader;
