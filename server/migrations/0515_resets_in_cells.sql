-- expand
-- A sandbox clinic is reset in a cell, too.

CREATE OR REPLACE FUNCTION put_back_sandbox_rows(not_theirs text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path = public, pg_temp
 SET "TimeZone" TO 'UTC'
AS $$
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
  -- In a cell these are copies: while a person is on the list of staff who is to go from it, the reset fails and says so.
  IF is_control() THEN
    UPDATE membership SET practitioner_id = NULL WHERE company_id = company AND practitioner_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM sandbox_seed WHERE company_id = company AND table_name = 'practitioner'
        AND key = company || ' ' || membership.practitioner_id);
    UPDATE invitation SET practitioner_id = NULL WHERE company_id = company AND practitioner_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM sandbox_seed WHERE company_id = company AND table_name = 'practitioner'
        AND key = company || ' ' || invitation.practitioner_id);
  END IF;
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
