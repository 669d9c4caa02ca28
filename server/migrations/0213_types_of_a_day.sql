-- A day on which all events were of one type (one clinic's import on a quiet Sunday) made PostgreSQL believe that there is
-- no other, and look for another one among all of the clinic's events of that day. How many types there are is known, and
-- what is known of a table's columns holds for its partitions.
ALTER TABLE event ALTER COLUMN type SET (n_distinct = 63);

CREATE FUNCTION keep_column_options(parent regclass, child regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  known record;
BEGIN
  FOR known IN
    SELECT attname, array_to_string(attoptions, ', ') AS options FROM pg_attribute
    WHERE attrelid = parent AND attnum > 0 AND attoptions IS NOT NULL
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET (%s)', child, known.attname, known.options);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION keep_column_options FROM PUBLIC;

SELECT keep_column_options('event', inhrelid) FROM pg_inherits WHERE inhparent = 'event'::regclass;

-- As before (0201), and with the options of the parent's columns, which LIKE leaves out.
CREATE OR REPLACE FUNCTION keep_partitions(parent regclass, step interval, ahead integer, keep interval)
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
      PERFORM keep_column_options(parent, child::regclass);
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
