-- What nobody knows the sender of is counted, and what is kept of it has an end.

CREATE OR REPLACE FUNCTION begin_login_attempt(keys text[], free integer[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  now timestamptz := clock_timestamp();
  wait float8;
BEGIN
  -- The second look is at locked rows. Only an attempt that passes the first leaves any.
  FOR look IN 1..2 LOOP
    SELECT max(least(900, 2 ^ least(failure.failures - asked.free, 10)) - extract(epoch FROM now - failure.last_at))
      INTO wait
    FROM unnest(keys, free) AS asked (key, free)
    JOIN staff_login_failure AS failure USING (key)
    WHERE failure.failures >= asked.free AND failure.last_at > now - interval '1 day';
    IF wait > 0 THEN RETURN ceil(wait); END IF;
    EXIT WHEN look = 2;
    INSERT INTO staff_login_failure (key, failures, last_at)
    SELECT asked.key, 0, now FROM unnest(keys) AS asked (key) ORDER BY asked.key
    ON CONFLICT ON CONSTRAINT staff_login_failure_pkey DO NOTHING;
    PERFORM FROM staff_login_failure AS failure WHERE failure.key = ANY (keys) ORDER BY failure.key FOR UPDATE;
  END LOOP;
  UPDATE staff_login_failure AS failure
  SET failures = 1 + CASE WHEN failure.last_at > now - interval '1 day' THEN failure.failures ELSE 0 END, last_at = now
  WHERE failure.key = ANY (keys);
  RETURN 0;
END $$;
COMMENT ON FUNCTION begin_login_attempt IS
  'Counts an attempt as failed before it is made, so that attempts side by side cannot outrun the count, and '
  'answers the seconds to wait where the login has to wait first; then nothing is counted, and nothing stored. Each '
  'key has some attempts free; from then on the wait doubles up to a quarter of an hour. Failures are forgotten a day '
  'after the last. Keys are locked in one order, so that two attempts never wait for each other in a circle.';

CREATE INDEX oauth_event_of_nobody ON oauth_event (at) WHERE user_id IS NULL AND company_id IS NULL;

CREATE OR REPLACE FUNCTION purge_old(target regclass, max_rows integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  purged bigint;
BEGIN
  EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM %1$s WHERE %2$s LIMIT $1 FOR UPDATE SKIP LOCKED))', target, CASE target
    -- Answers are replayed for 24 hours; an hour more, so that nothing is deleted that a request may still look at.
    WHEN 'idempotency_record'::regclass THEN 'created_at < now() - interval ''25 hours'' ORDER BY created_at'
    -- A bucket that was not touched for two days is full again, of an installation that is gone or quiet.
    WHEN 'rate_bucket'::regclass THEN 'updated_at < now() - interval ''2 days'''
    WHEN 'sandbox_message'::regclass THEN 'created_at < now() - interval ''30 days'' ORDER BY created_at'
    -- A hundred thousand are the failures of a day on which all the world guesses; of more the oldest go.
    WHEN 'staff_login_failure'::regclass THEN 'last_at < (SELECT newer.last_at FROM staff_login_failure AS newer
      ORDER BY newer.last_at DESC OFFSET 99999 LIMIT 1)'
    -- Of no person and no clinic; whence an app came that somebody allowed something is kept as the audit is.
    WHEN 'oauth_event'::regclass THEN 'user_id IS NULL AND company_id IS NULL AND at < now() - interval ''30 days''
      AND NOT (kind = ''client.registered'' AND EXISTS (SELECT FROM oauth_client AS client
        WHERE client.client_id = oauth_event.client_id AND client.first_consent_at IS NOT NULL))
      ORDER BY at' END)
  USING max_rows;
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END $$;
