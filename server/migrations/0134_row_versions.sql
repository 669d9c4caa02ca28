-- Which version of a record a person saw who changes it, and what became of it since: two who change the same at the same
-- time hear of each other.

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY[
    'appointment', 'branch', 'clinic', 'patient', 'practitioner', 'procedure', 'retention_setting', 'task'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ADD version integer NOT NULL DEFAULT 1', target);
    EXECUTE format('COMMENT ON COLUMN %I.version IS %L', target,
      'How often it was changed, from 1 on; what follows from other records does not count (record_change).');
  END LOOP;
END $$;

CREATE TABLE record_change (
  company_id text NOT NULL,
  record_id text NOT NULL,
  version integer NOT NULL,
  table_name text NOT NULL,
  patient_id text,
  caller text NOT NULL,
  at timestamptz(3) NOT NULL,
  changes jsonb NOT NULL,
  PRIMARY KEY (company_id, record_id, version),
  CONSTRAINT record_change_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE record_change IS
  'clinic: What a record was before each of its versions but the first, and since then. Kept for 24 months.';
COMMENT ON COLUMN record_change.record_id IS
  'The record''s; of what a clinic has once, the clinic''s, with the name of the table behind it where that is another.';
COMMENT ON COLUMN record_change.version IS 'The one that the change made.';
COMMENT ON COLUMN record_change.patient_id IS
  'Whom the record is about after the change: it is hidden and made anonymous with them.';
COMMENT ON COLUMN record_change.caller IS 'Who changed it, as the audit names callers.';
COMMENT ON COLUMN record_change.changes IS
  'By the name of its column what it was and what it is, sealed where the column is; not what follows from others.';
SELECT protect_by_clinic('record_change');
SELECT hide_restricted('record_change');
CREATE INDEX record_change_at ON record_change (company_id, at);
CREATE INDEX record_change_of_patient ON record_change (company_id, patient_id, at) WHERE patient_id IS NOT NULL;
