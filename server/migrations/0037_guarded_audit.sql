-- The audit can be added to and is otherwise left alone: records lie by when the database took them in, none is changed
-- or removed, and old ones end by month, after 72 months at the soonest, by a login that can do nothing else.

-- Roles belong to the whole cluster, so another database may have made them before, or be making them now.
DO $$
DECLARE
  group_name text;
BEGIN
  FOREACH group_name IN ARRAY ARRAY['clinic_sealer', 'clinic_retention'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = group_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', group_name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION guard_from_change(target regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s
    FOR EACH ROW EXECUTE FUNCTION refuse_change()', target);
  EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $$;
COMMENT ON FUNCTION guard_from_change IS
  'Rows of the table are added and neither changed nor removed, by its owner neither: a slip is refused. An owner who '
  'means to can take the triggers off; against that stand the seals.';

-- Only the table as a whole has a partition key. Old records were taken in when they happened, as far as is known.
CREATE TABLE audit_record_guarded (
  LIKE audit_record INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS,
  recorded_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  CONSTRAINT audit_record_at_check
  CHECK (at BETWEEN recorded_at - interval '15 minutes' AND recorded_at + interval '1 minute')
) PARTITION BY RANGE (recorded_at);
CREATE TABLE audit_record_guarded_default PARTITION OF audit_record_guarded DEFAULT;
INSERT INTO audit_record_guarded
  (company_id, at, recorded_at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
    details, id, changed_fields, search_fields, result_count, code, times)
SELECT company_id, at, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
  details, id, changed_fields, search_fields, result_count, code, times
FROM audit_record;
DROP TABLE audit_record;
ALTER TABLE audit_record_guarded RENAME TO audit_record;
ALTER TABLE audit_record_guarded_default RENAME TO audit_record_default;
ALTER TABLE audit_record ADD CONSTRAINT audit_record_pkey PRIMARY KEY (company_id, recorded_at, id);
CREATE INDEX audit_record_of_caller ON audit_record (company_id, caller, recorded_at DESC, request_id DESC);
COMMENT ON TABLE audit_record IS
  'clinic: Who read or wrote what of which patient. Written before the answer is sent, never changed.';
COMMENT ON COLUMN audit_record.recorded_at IS
  'When the database took it in, which no login of the application may say. `at`, when it happened, lies close by.';
ALTER TABLE audit_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_clinic ON audit_record FOR SELECT TO clinic_app
  USING (company_id = current_setting('app.company', true));
CREATE POLICY insert_for_own_clinic ON audit_record FOR INSERT TO clinic_app
  WITH CHECK (company_id = current_setting('app.company', true));
GRANT SELECT ON audit_record TO clinic_app;
GRANT INSERT (request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address, details,
  changed_fields, code, times) ON audit_record TO clinic_app;

CREATE OR REPLACE FUNCTION keep_partitions(parent regclass, step interval, ahead integer, keep interval) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  unit text := CASE WHEN step >= interval '1 month' THEN 'month' ELSE 'day' END;
  key text := (SELECT attname FROM pg_partitioned_table
    JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0] WHERE partrelid = parent);
  remainder text := parent || '_default';
  starts timestamptz;
  child text;
  outdated text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_partitions ' || parent));
  EXECUTE format('SELECT date_trunc(%L, least(now(), min(%I))) FROM %s', unit, key, remainder) INTO starts;
  WHILE starts < now() + ahead * step LOOP
    child := parent || '_p' || to_char(starts, 'YYYYMMDD');
    IF to_regclass(child) IS NULL THEN
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', child, parent);
      PERFORM copy_column_options(parent, child::regclass);
      IF starts <= now() THEN
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', parent);
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', remainder);
        EXECUTE format('WITH moved AS (DELETE FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
          INSERT INTO %5$s SELECT * FROM moved', remainder, key, starts, starts + step, child);
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', remainder);
      END IF;
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, child, starts, starts + step);
      -- Triggers of rows come with the parent, those of statements do not.
      IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = remainder::regclass AND tgname = 'append_only_truncate') THEN
        EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse_change()', child);
      END IF;
    END IF;
    starts := starts + step;
  END LOOP;
  FOR outdated IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = parent AND relname ~ ('^' || parent || '_p\d{8}$')
      AND to_timestamp(right(relname, 8), 'YYYYMMDD') + step <= now() - keep
  LOOP
    EXECUTE format('DROP TABLE %I', outdated);
  END LOOP;
END $$;
DO $$
BEGIN
  IF EXISTS (SELECT FROM audit_record) THEN
    PERFORM keep_partitions('audit_record', interval '1 month', 2, NULL);
  END IF;
END $$;
-- The guard comes after the records that moved; partitions have that of rows from here, that of statements each for itself.
SELECT guard_from_change('audit_record');
DO $$
DECLARE
  child regclass;
BEGIN
  FOR child IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'audit_record'::regclass LOOP
    EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse_change()', child);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION keep_all_partitions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kept retention;
BEGIN
  SELECT * INTO STRICT kept FROM retention;
  PERFORM keep_partitions('event', interval '1 day', 7, make_interval(days => kept.event_days));
  PERFORM keep_partitions('webhook_delivery_done', interval '1 day', 7, make_interval(days => kept.delivery_days));
  PERFORM keep_partitions('audit_record', interval '1 month', 2, NULL);
END $$;
COMMENT ON FUNCTION keep_all_partitions IS
  'What the keeper may do of keep_partitions: the tables and steps are fixed, and how long rows are kept stands in '
  'retention. Records of the audit it never drops.';

CREATE FUNCTION prune_audit(month date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  kept integer := (SELECT audit_months FROM retention);
  pruned text := 'audit_record_p' || to_char(month, 'YYYYMMDD');
BEGIN
  IF kept = 0 OR month <> date_trunc('month', month)
    OR month + interval '1 month' > now() - greatest(kept, 72) * interval '1 month' THEN
    RAISE insufficient_privilege
      USING MESSAGE = 'Records of the audit are kept for 72 months, and as long as the operator says beyond that.';
  END IF;
  IF to_regclass(pruned) IS NULL THEN RETURN false; END IF;
  EXECUTE format('DROP TABLE %I', pruned);
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, changed_fields)
  SELECT company_id, 'prune_audit ' || to_char(month, 'YYYY-MM'), 'system job prune_audit', 'pruneAudit',
    ARRAY[to_char(month, 'YYYY-MM')], '{}', '{}', '{auditRecords}'
  FROM clinic;
  RETURN true;
END $$;
COMMENT ON FUNCTION prune_audit IS
  'Ends the records of a whole month that is over for 72 months, or for as long as the operator keeps them, whichever is '
  'longer, and says so in the audit of every clinic. Whether there were any.';
REVOKE ALL ON FUNCTION guard_from_change, prune_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prune_audit TO clinic_retention;
GRANT SELECT ON retention TO clinic_retention;
COMMENT ON COLUMN retention.audit_months IS
  '0: for ever. Never less than a year; records of the audit never less than 72 months, whatever stands here.';
