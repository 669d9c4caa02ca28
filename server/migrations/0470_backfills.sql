-- expand
-- What mends the rows of a table after a migration, a batch at a time and beside those who work: how far each has come.

COMMENT ON COLUMN schema_migration.since IS
  'Number of the migration that a program has if it reads nothing any more of what this one takes away; null of one that '
  'takes nothing away, or from programs that cannot do without it.';

CREATE TABLE backfill (
  name text PRIMARY KEY CHECK (name ~ '^[a-z_]+$'),
  table_name text NOT NULL,
  declared_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The key of the row that was looked at last; null before the first.
  reached text[],
  looked bigint NOT NULL DEFAULT 0,
  mended bigint NOT NULL DEFAULT 0,
  moved_at timestamptz(3) NOT NULL DEFAULT now(),
  done_at timestamptz(3)
);
COMMENT ON TABLE backfill IS
  'database: What mends the rows of a table in the order of their keys. Its function is named backfill_ and its name.';
COMMENT ON COLUMN backfill.moved_at IS 'When it last came further.';
GRANT SELECT ON backfill TO clinic_dispatcher;

CREATE FUNCTION declare_backfill(named text, target regclass) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO backfill (name, table_name) VALUES (named, target::text);
  EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', 'backfill_' || named);
END $$;
COMMENT ON FUNCTION declare_backfill IS
  'For migrations: from now on the worker calls the function backfill_<named>(after text[], max_rows integer, OUT reached '
  'text[], OUT looked integer, OUT mended integer) again and again. It mends what needs it among the next rows behind a key, '
  'the first where that is null, and answers the key of the last of them; null once there are none.';
REVOKE ALL ON FUNCTION declare_backfill FROM PUBLIC;

CREATE FUNCTION backfill_step(max_rows integer) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  one backfill;
  batch record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7164770915236003) THEN
    RETURN 'BUSY';
  END IF;
  SELECT * INTO one FROM backfill WHERE done_at IS NULL ORDER BY declared_at, name LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'DONE';
  END IF;
  EXECUTE format('SELECT * FROM %I($1, $2)', 'backfill_' || one.name) INTO batch USING one.reached, max_rows;
  UPDATE backfill SET reached = coalesce(batch.reached, one.reached), looked = one.looked + batch.looked,
    mended = one.mended + batch.mended, moved_at = clock_timestamp(),
    done_at = CASE WHEN batch.reached IS NULL THEN clock_timestamp() END
  WHERE name = one.name;
  RETURN 'MORE';
END $$;
COMMENT ON FUNCTION backfill_step IS
  'Mends the next rows of the first backfill that is not done, and keeps within the same transaction how far it has come. '
  'One at a time: BUSY while another transaction is at it, DONE where none is left.';
REVOKE ALL ON FUNCTION backfill_step FROM PUBLIC;
GRANT EXECUTE ON FUNCTION backfill_step TO clinic_dispatcher;
