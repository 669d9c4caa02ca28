-- Tables that grow for ever are cut by time, so that what is too old is dropped in one piece and never deleted row by row.

-- Gives `parent` a partition for each `step` from the oldest row that has none until `ahead` steps from now, and drops
-- those whose rows are all older than `keep`; without `keep` nothing is dropped. Rows that came before their partition
-- lie in the default one and move. Several callers take turns.
CREATE FUNCTION keep_partitions(parent regclass, step interval, ahead integer, keep interval) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
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
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', remainder);
      EXECUTE format('WITH moved AS (DELETE FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
        INSERT INTO %5$s SELECT * FROM moved', remainder, key, starts, starts + step, child);
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
END $$;

-- What the worker may do of that: the tables and steps are fixed, how long rows are kept is the operator's.
CREATE FUNCTION keep_all_partitions(event_days integer, delivery_days integer, audit_months integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM keep_partitions('event', interval '1 day', 7, make_interval(days => event_days));
  PERFORM keep_partitions('webhook_delivery_done', interval '1 day', 7, make_interval(days => delivery_days));
  PERFORM keep_partitions('audit_record', interval '1 month', 2,
    CASE WHEN audit_months > 0 THEN make_interval(months => audit_months) END);
END $$;
REVOKE ALL ON FUNCTION keep_partitions, keep_all_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_all_partitions TO clinic_dispatcher;

-- Deliveries of events that an endpoint missed, made in the background; position is the last event that was looked at.
CREATE TABLE webhook_recovery (
  company_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  -- As asked for; null means all that the endpoint subscribed to.
  event_types text[],
  -- As they are looked for.
  wanted text[] NOT NULL,
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED')),
  deliveries integer NOT NULL DEFAULT 0,
  position_at timestamptz(3) NOT NULL,
  position_id text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_recovery_ref_webhook_endpoint FOREIGN KEY (company_id, endpoint_id)
    REFERENCES webhook_endpoint ON DELETE CASCADE
);
SELECT wall_off('webhook_recovery');
CREATE INDEX webhook_recovery_of_endpoint ON webhook_recovery (company_id, endpoint_id, created_at DESC, id DESC);
