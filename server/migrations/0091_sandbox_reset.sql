-- A sandbox clinic goes back to its beginning: what its records were then is kept beside them, row by row, so that they come
-- back with the ids that they had, and only what differs is touched.

CREATE TABLE sandbox_seed (
  company_id text NOT NULL REFERENCES clinic,
  table_name text NOT NULL,
  key text NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (company_id, table_name, key)
);
COMMENT ON TABLE sandbox_seed IS
  'clinic: The rows that a sandbox clinic had at its beginning, to which a reset brings it back. A clinic without any began '
  'empty.';
COMMENT ON COLUMN sandbox_seed.key IS 'The primary key of the row, as sandbox_key writes it.';
SELECT protect_by_clinic('sandbox_seed', 'SELECT');

CREATE FUNCTION sandbox_tables() RETURNS TABLE (name text, keys text[], columns text[])
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
      'request_log', 'patient_seen', 'patients_of_day', 'security_event', 'audit_record', 'audit_head', 'audit_of_patient',
      'webhook_endpoint', 'webhook_secret', 'webhook_concurrency_limit', 'sandbox_run', 'sandbox_seed', 'sandbox_fault',
      'retention_setting', 'export_job',
      -- What follows from the records by itself.
      'branch_hour', 'branch_hour_delta',
      -- What goes without coming back.
      'webhook_delivery', 'webhook_delivery_done', 'webhook_recovery', 'sandbox_message'])
$$;
COMMENT ON FUNCTION sandbox_tables IS
  'The tables whose rows a reset of a sandbox clinic puts back as they were at its beginning.';

CREATE FUNCTION sandbox_key(data jsonb, keys text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(data ->> key, ' ' ORDER BY place) FROM unnest(keys) WITH ORDINALITY AS part (key, place)
$$;

CREATE FUNCTION keep_sandbox_seed() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  company text := (SELECT company_id FROM clinic WHERE company_id = current_setting('app.company') AND sandbox);
  kept record;
BEGIN
  IF company IS NULL THEN
    RAISE EXCEPTION 'only a sandbox clinic has a beginning to go back to';
  END IF;
  DELETE FROM sandbox_seed WHERE company_id = company;
  FOR kept IN SELECT * FROM sandbox_tables() LOOP
    EXECUTE format('INSERT INTO sandbox_seed (company_id, table_name, key, data)
      SELECT $1, %1$L, sandbox_key(to_jsonb(t), %2$L), to_jsonb(t) FROM %1$I AS t WHERE t.company_id = $1', kept.name, kept.keys)
    USING company;
  END LOOP;
END $$;
COMMENT ON FUNCTION keep_sandbox_seed IS
  'Keeps the records of the sandbox clinic that is named as they are now, to be what it is reset to.';

CREATE FUNCTION reset_sandbox(not_theirs text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  company text := (SELECT company_id FROM clinic WHERE company_id = current_setting('app.company') AND sandbox);
  removals text[] := '{}';
  counts text[] := '{}';
  returns text[] := '{}';
  kept record;
  given text[];
  nth integer := 0;
BEGIN
  IF company IS NULL THEN
    RAISE EXCEPTION 'only a sandbox clinic is reset';
  END IF;
  UPDATE membership SET practitioner_id = NULL WHERE company_id = company AND practitioner_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM sandbox_seed WHERE company_id = company AND table_name = 'practitioner'
      AND key = company || ' ' || membership.practitioner_id);
  UPDATE invitation SET practitioner_id = NULL WHERE company_id = company AND practitioner_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM sandbox_seed WHERE company_id = company AND table_name = 'practitioner'
      AND key = company || ' ' || invitation.practitioner_id);
  FOR kept IN SELECT * FROM sandbox_tables() LOOP
    nth := nth + 1;
    removals := removals || format('d%1$s AS (DELETE FROM %2$I AS t WHERE t.company_id = $1 AND NOT EXISTS (
      SELECT FROM sandbox_seed AS seed WHERE seed.company_id = $1 AND seed.table_name = %2$L
        AND seed.key = sandbox_key(to_jsonb(t), %3$L)) RETURNING 1)', nth, kept.name, kept.keys);
    counts := counts || format('SELECT FROM d%s', nth);
    -- A column that is newer than what was kept keeps its default.
    given := ARRAY(SELECT name FROM unnest(kept.columns) AS name WHERE (
      SELECT data ? name FROM sandbox_seed WHERE company_id = company AND table_name = kept.name LIMIT 1));
    CONTINUE WHEN given = '{}';
    returns := returns || format('r%1$s AS (INSERT INTO %2$I (%4$s) OVERRIDING SYSTEM VALUE SELECT %5$s FROM (
        SELECT jsonb_populate_record(NULL::%2$I, seed.data) AS was FROM sandbox_seed AS seed
        LEFT JOIN %2$I AS t ON t.company_id = $1 AND sandbox_key(to_jsonb(t), %3$L) = seed.key
        WHERE seed.company_id = $1 AND seed.table_name = %2$L AND (SELECT number FROM gone) >= 0 AND (
          t.company_id IS NULL OR (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(t)) WHERE seed.data ? key)
            IS DISTINCT FROM seed.data)
      ) AS differing ON CONFLICT (%6$s) DO UPDATE SET %7$s)', nth, kept.name, kept.keys,
      (SELECT string_agg(quote_ident(name), ', ') FROM unnest(given) AS name),
      (SELECT string_agg(format('(was).%I', name), ', ') FROM unnest(given) AS name),
      (SELECT string_agg(quote_ident(name), ', ') FROM unnest(kept.keys) AS name),
      (SELECT string_agg(format('%1$I = excluded.%1$I', name), ', ') FROM unnest(given) AS name));
  END LOOP;
  DELETE FROM webhook_delivery WHERE company_id = company;
  DELETE FROM webhook_delivery_done WHERE company_id = company;
  DELETE FROM webhook_recovery WHERE company_id = company;
  DELETE FROM sandbox_message WHERE company_id = company;
  -- One statement, at whose end all references are looked at: what goes gives place first, then the rest comes back.
  EXECUTE 'WITH ' || array_to_string(removals
      || format('gone AS MATERIALIZED (SELECT count(*) AS number FROM (%s) AS one)', array_to_string(counts, ' UNION ALL '))
      || returns, ', ')
    || ' SELECT number FROM gone' USING company;
  -- Figures of branches that are no more.
  DELETE FROM branch_hour_delta AS t WHERE company_id = company AND NOT EXISTS (
    SELECT FROM sandbox_seed AS seed WHERE seed.company_id = company AND seed.table_name = 'branch'
      AND seed.key = company || ' ' || t.branch_id);
  DELETE FROM branch_hour AS t WHERE company_id = company AND NOT EXISTS (
    SELECT FROM sandbox_seed AS seed WHERE seed.company_id = company AND seed.table_name = 'branch'
      AND seed.key = company || ' ' || t.branch_id);
  DELETE FROM graphile_worker._private_jobs AS job USING graphile_worker._private_tasks AS task
  WHERE job.payload ->> 'companyId' = company AND task.id = job.task_id AND task.identifier <> ALL (not_theirs)
    AND job.locked_at IS NULL;
  UPDATE clinic SET clock_offset_ms = 0, resets = resets + 1 WHERE company_id = company;
END $$;
COMMENT ON FUNCTION reset_sandbox IS
  'Puts the sandbox clinic that is named back to its beginning, and to the real time. Members, plugins with their tokens and '
  'endpoints, and the audit stay; jobs of the kinds listed keep waiting.';

REVOKE ALL ON FUNCTION sandbox_tables, sandbox_key, keep_sandbox_seed, reset_sandbox FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_sandbox_seed, reset_sandbox TO clinic_app;

DO $$
DECLARE
  each text;
BEGIN
  FOR each IN SELECT company_id FROM clinic WHERE sandbox LOOP
    PERFORM set_config('app.company', each, true);
    PERFORM keep_sandbox_seed();
  END LOOP;
END $$;
