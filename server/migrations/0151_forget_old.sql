-- What has served its time is deleted in batches: each function deletes at most `most` rows and says how many. They run
-- with the owner's rights, because stored answers and messages are not for the worker to read. A row that somebody is
-- writing is left for the next time.

CREATE INDEX sandbox_message_age ON sandbox_message (created_at);

-- Answers are replayed for 24 hours; an hour more, so that nothing is deleted that a request may still be looking at.
CREATE FUNCTION forget_answers(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM idempotency_record WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency_record WHERE created_at < now() - interval '25 hours'
      ORDER BY created_at LIMIT most FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*) FROM gone
$$;

-- A bucket that was not touched for two days is full again, of an installation that is gone or quiet.
CREATE FUNCTION forget_buckets(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM rate_bucket WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM rate_bucket WHERE updated_at < now() - interval '2 days' LIMIT most FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*) FROM gone
$$;

CREATE FUNCTION forget_sandbox_messages(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM sandbox_message WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sandbox_message WHERE created_at < now() - interval '30 days'
      ORDER BY created_at LIMIT most FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION forget_answers, forget_buckets, forget_sandbox_messages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_answers, forget_buckets, forget_sandbox_messages TO clinic_dispatcher;
