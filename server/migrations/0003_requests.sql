-- What every request needs: the delta reading protocol, idempotency, audit, rate limits; and the partitions of what
-- grows.

CREATE FUNCTION delta_horizon(company text) RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  before timestamptz := date_trunc('milliseconds', clock_timestamp());
  before_ms bigint := (extract(epoch FROM before) * 1000)::bigint;
  oldest_age bigint;
BEGIN
  SELECT max((before_ms - objid::bigint + 2 * 2147483648) % 2147483648) INTO oldest_age
  FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ((hashtext(company)::bigint + 4294967296) % 4294967296)::oid
    AND (before_ms - objid::bigint + 2 * 2147483648) % 2147483648 < 1073741824;
  RETURN before - coalesce(oldest_age, 0) * interval '1 millisecond';
END $$;
COMMENT ON FUNCTION delta_horizon IS
  'The instant before which no change of the clinic can still be committed. A delta reader that takes only rows '
  'with updated_at below it (in a later statement) misses nothing: a writer that holds no lock now has either '
  'committed, so that the later statement sees it, or has not yet taken its instant, so that it will be at or above '
  'this one. Writers announce themselves as kernel/begin-write.ts says.';

CREATE FUNCTION begin_delta(company text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.company', company, true);
  PERFORM set_config('app.horizon', delta_horizon(company)::text, true);
END $$;
COMMENT ON FUNCTION begin_delta IS
  'Goes before a delta''s statement in the same message: names the clinic and takes the horizon, for that statement '
  'alone.';

CREATE TABLE idempotency_record (
  company_id text NOT NULL,
  installation_id text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer NOT NULL,
  body bytea NOT NULL,
  sealed boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, installation_id, key)
);
COMMENT ON TABLE idempotency_record IS
  'clinic: The stored answer of a request that carried an Idempotency-Key, replayed for 24 hours.';
COMMENT ON COLUMN idempotency_record.body IS
  'The response body, byte for byte; sealed with the master key where it holds a secret.';
SELECT protect_by_clinic('idempotency_record');
CREATE INDEX idempotency_record_age ON idempotency_record (created_at);

CREATE TABLE audit_record (
  company_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  request_id text NOT NULL,
  caller text NOT NULL,
  token_id text,
  operation text NOT NULL,
  resource_ids text[] NOT NULL,
  patient_ids text[] NOT NULL,
  field_scopes text[] NOT NULL,
  address text,
  details jsonb,
  id bigint NOT NULL DEFAULT (random() * 9007199254740991)::bigint,
  PRIMARY KEY (company_id, at, id)
) PARTITION BY RANGE (at);
CREATE TABLE audit_record_default PARTITION OF audit_record DEFAULT;
COMMENT ON TABLE audit_record IS
  'clinic: Who read or wrote what of which patient. Written before the answer is sent, never changed.';
COMMENT ON COLUMN audit_record.details IS
  'What an assistant''s call was about, beyond what every access record holds: who, through which app, what was '
  'asked for and what came of it. Free text that was searched for is not kept.';
COMMENT ON COLUMN audit_record.id IS
  'Tells records of one millisecond apart. Random: a sequence would be one over all clinics, and a uuid costs more '
  'to make.';
ALTER TABLE audit_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_clinic ON audit_record FOR SELECT TO clinic_app USING (company_id = current_setting('app.company', true));
-- Batches hold records of many clinics.
CREATE POLICY insert_for_any_clinic ON audit_record FOR INSERT TO clinic_app WITH CHECK (true);
GRANT SELECT, INSERT ON audit_record TO clinic_app;
-- What an assistant read, newest first; records of other callers are not in it and cost nothing.
CREATE INDEX audit_record_of_assistant ON audit_record (company_id, caller, at DESC, request_id DESC)
  WHERE caller LIKE 'assistant %';

CREATE UNLOGGED TABLE rate_bucket (
  bucket text PRIMARY KEY,
  tokens float8 NOT NULL,
  updated_at timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE rate_bucket IS
  'database: Token buckets that every API process of this database shares. Not logged: after a crash the buckets '
  'are full again, which does no harm, and taking a token never waits for the disk.';
COMMENT ON COLUMN rate_bucket.tokens IS 'Below zero when more was spent than was there.';

CREATE FUNCTION take_tokens(
  buckets text[], rates float8[], bursts float8[], spent integer[], wanted integer[],
  moment timestamptz DEFAULT clock_timestamp()
)
RETURNS TABLE (bucket text, granted integer, tokens float8)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  ask record;
  level float8;
BEGIN
  FOR ask IN
    SELECT * FROM unnest(buckets, rates, bursts, spent, wanted) AS asked (bucket, rate, burst, spent, wanted)
    ORDER BY bucket
  LOOP
    INSERT INTO rate_bucket AS held (bucket, tokens, updated_at)
    VALUES (ask.bucket, ask.burst - ask.spent, moment)
    ON CONFLICT (bucket) DO UPDATE SET
      tokens = least(
        ask.burst,
        held.tokens + ask.rate * greatest(0, extract(epoch FROM moment - held.updated_at)::float8)
      ) - ask.spent,
      updated_at = greatest(moment, held.updated_at)
    RETURNING held.tokens INTO level;

    bucket := ask.bucket;
    granted := greatest(0, least(ask.wanted, floor(level)));
    tokens := level - granted;
    IF granted > 0 THEN
      UPDATE rate_bucket AS held SET tokens = take_tokens.tokens WHERE held.bucket = ask.bucket;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
COMMENT ON FUNCTION take_tokens IS
  'Deducts what was taken already (spent), then grants as many whole tokens of what is wanted as there are. Answers '
  'with what is left, which is below zero when more was spent than was there. Rates are tokens a second, bursts '
  'what a full bucket holds. Buckets are locked in one order, so that two processes never wait for each other in a '
  'circle.';

CREATE FUNCTION copy_column_options(parent regclass, child regclass) RETURNS void
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
COMMENT ON FUNCTION copy_column_options IS
  'What is known of a table''s columns holds for its partitions too; LIKE leaves it out.';

CREATE FUNCTION keep_partitions(parent regclass, step interval, ahead integer, keep interval) RETURNS void
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
END $$;
COMMENT ON FUNCTION keep_partitions IS
  'Gives `parent` a partition for each `step` from the oldest row that has none until `ahead` steps from now, and '
  'drops those whose rows are all older than `keep`; without `keep` nothing is dropped. Rows that came before their '
  'partition lie in the default one and move, which is rare; meanwhile the table is locked even for readers: a '
  'writer whose row is on its way to the default partition would be refused when the new one is attached, and a '
  'reader that plans meanwhile would look for rows where they no longer are. Partitions of days to come are made '
  'without that lock. Several callers take turns.';

CREATE FUNCTION keep_all_partitions(event_days integer, delivery_days integer, audit_months integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM keep_partitions('event', interval '1 day', 7, make_interval(days => event_days));
  PERFORM keep_partitions('webhook_delivery_done', interval '1 day', 7, make_interval(days => delivery_days));
  PERFORM keep_partitions('audit_record', interval '1 month', 2,
    CASE WHEN audit_months > 0 THEN make_interval(months => audit_months) END);
END $$;
COMMENT ON FUNCTION keep_all_partitions IS
  'What the worker may do of keep_partitions: the tables and steps are fixed, how long rows are kept is up to the '
  'operator.';

REVOKE ALL ON FUNCTION take_tokens, copy_column_options, keep_partitions, keep_all_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delta_horizon, begin_delta, take_tokens TO clinic_app;
GRANT EXECUTE ON FUNCTION keep_all_partitions TO clinic_dispatcher;
