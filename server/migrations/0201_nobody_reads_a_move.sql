-- Whoever plans a query while rows are moved to their partition would look for them where they no longer are: nobody
-- reads the table meanwhile. (A share lock let readers in; to a planner that had to wait for the default partition the
-- new one did not exist yet.) Only what came before its partition is ever moved, which is rare.
CREATE OR REPLACE FUNCTION public.keep_partitions(parent regclass, step interval, ahead integer, keep interval)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '1s'
AS $function$
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
      IF starts <= now() THEN
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', parent);
        EXECUTE format('WITH moved AS (DELETE FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
          INSERT INTO %5$s SELECT * FROM moved', remainder, key, starts, starts + step, child);
      END IF;
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, child, starts, starts + step);
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
END $function$;
