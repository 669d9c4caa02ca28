-- What came of comparing the audit with its seals, by day, and the comparisons that the clinic asks for itself.

CREATE TABLE audit_day_state (
  LIKE clinic_record INCLUDING INDEXES,
  size integer NOT NULL,
  closed boolean NOT NULL,
  state text NOT NULL DEFAULT 'SEALED' CHECK (state IN ('SEALED', 'OK', 'BROKEN')),
  verified_at timestamptz(3),
  faults jsonb NOT NULL DEFAULT '[]'
);
COMMENT ON TABLE audit_day_state IS
  'clinic: The sealed days of the audit, and what came of it when a day was last compared with its seals. The day is the '
  'id, and created_at its beginning.';
COMMENT ON COLUMN audit_day_state.size IS 'How many records of the day are sealed.';
COMMENT ON COLUMN audit_day_state.closed IS 'Whether no record of the day is added any more.';
COMMENT ON COLUMN audit_day_state.faults IS 'The first of what did not fit: the kind, and the record or the number of the seal.';
SELECT protect_by_clinic('audit_day_state', 'SELECT');
CREATE POLICY all_clinics ON audit_day_state TO clinic_sealer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON audit_day_state TO clinic_sealer;
CREATE INDEX audit_day_state_newest ON audit_day_state (company_id, created_at DESC, id DESC);
CREATE INDEX audit_day_state_broken ON audit_day_state (company_id) WHERE state = 'BROKEN';
INSERT INTO audit_day_state (company_id, id, created_at, updated_at, size, closed)
SELECT DISTINCT ON (company_id, day) company_id, day::text, day::timestamp AT TIME ZONE 'UTC', sealed_at, size, closing
FROM audit_head ORDER BY company_id, day, number DESC;

CREATE TABLE audit_verification (
  LIKE clinic_record INCLUDING INDEXES,
  state text NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  days integer NOT NULL DEFAULT 0,
  broken_days text[] NOT NULL DEFAULT '{}',
  created_by text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE audit_verification IS 'clinic: Comparisons of the whole audit with its seals that the clinic asked for.';
COMMENT ON COLUMN audit_verification.days IS 'How many days have been compared.';
COMMENT ON COLUMN audit_verification.broken_days IS 'Those of which something did not fit.';
COMMENT ON COLUMN audit_verification.created_by IS 'The member of staff who asked for it.';
SELECT protect_by_clinic('audit_verification', 'SELECT, INSERT, UPDATE');
CREATE INDEX audit_verification_newest ON audit_verification (company_id, created_at DESC, id DESC);
CREATE INDEX audit_verification_changed ON audit_verification (company_id, updated_at, id);

-- What came of comparing the audit stays, as the audit does, when a sandbox clinic begins anew.
CREATE OR REPLACE FUNCTION sandbox_tables() RETURNS TABLE (name text, keys text[], columns text[])
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT relname::text,
    ARRAY(SELECT attname::text FROM unnest(indkey::smallint[]) WITH ORDINALITY AS part (number, place)
      JOIN pg_attribute ON attrelid = kept.oid AND attnum = part.number ORDER BY place),
    ARRAY(SELECT attname::text FROM pg_attribute
      WHERE attrelid = kept.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum)
  FROM pg_class AS kept JOIN pg_index ON indrelid = kept.oid AND indisprimary
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND obj_description(kept.oid, 'pg_class') LIKE 'clinic:%'
    AND relname <> ALL (ARRAY[
      -- What stays as it is: who works there, what is installed, what was agreed, recorded, told and answered.
      'clinic', 'clinic_provider', 'clinic_notice', 'clinic_record', 'grant_version', 'outgoing_mail', 'idempotency_record',
      'installation', 'consent_receipt', 'install_request', 'install_request_asker', 'plugin_token', 'scope_use',
      'request_log', 'patient_seen', 'patients_of_day', 'security_event', 'audit_record', 'audit_head', 'audit_of_patient', 'audit_day_state',
      'audit_verification',
      'webhook_endpoint', 'webhook_secret', 'webhook_concurrency_limit', 'sandbox_run', 'sandbox_seed', 'sandbox_fault',
      'retention_setting', 'export_job',
      -- What follows from the records by itself.
      'branch_hour', 'branch_hour_delta',
      -- What goes without coming back.
      'webhook_delivery', 'webhook_delivery_done', 'webhook_recovery', 'sandbox_message'])
$$;
