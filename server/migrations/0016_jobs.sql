-- Background jobs. Their queue is graphile-worker's, whose own schema was brought up to date before these migrations;
-- it holds jobs of all clinics and is a database's own. Then the deletion of what has served its time, in batches.
-- These functions run with the owner's rights, because stored answers and messages are not for the worker to read; a
-- row that a transaction is writing is left for the next time.

-- clinic_dispatcher takes jobs off the queue, clinic_app adds to it by enqueue_job.
GRANT USAGE ON SCHEMA graphile_worker TO clinic_dispatcher;
GRANT SELECT ON graphile_worker.migrations TO clinic_dispatcher;
SELECT allow_dispatcher('graphile_worker._private_jobs', 'SELECT, INSERT, UPDATE, DELETE');
SELECT allow_dispatcher('graphile_worker._private_job_queues', 'SELECT, INSERT, UPDATE, DELETE');
SELECT allow_dispatcher('graphile_worker._private_tasks', 'SELECT, INSERT, UPDATE, DELETE');
SELECT allow_dispatcher('graphile_worker._private_known_crontabs', 'SELECT, INSERT, UPDATE, DELETE');

CREATE FUNCTION enqueue_job(kind text, payload jsonb, due_at timestamptz, key text, attempts integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  company text := nullif(current_setting('app.company', true), '');
BEGIN
  IF company IS NULL THEN
    RAISE EXCEPTION 'a job is added in the name of a clinic';
  END IF;
  PERFORM graphile_worker.add_job(kind, (payload || jsonb_build_object('companyId', company))::json,
    run_at => due_at, max_attempts => attempts, job_key => company || ' ' || kind || ' ' || key);
END $$;
COMMENT ON FUNCTION enqueue_job IS
  'Adds a job of the clinic that the transaction names, to be run if and when it commits. A job with a key replaces '
  'one with the same key that has not begun.';

CREATE TABLE job_runner (
  id text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE job_runner IS
  'database: Processes that run jobs. The jobs of one that was not seen for a while are given back to the queue.';
GRANT SELECT, INSERT, UPDATE, DELETE ON job_runner TO clinic_dispatcher;

CREATE FUNCTION purge_old(target regclass, max_rows integer) RETURNS bigint
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
    WHEN 'sandbox_message'::regclass THEN 'created_at < now() - interval ''30 days'' ORDER BY created_at' END)
  USING max_rows;
  GET DIAGNOSTICS purged = ROW_COUNT;
  RETURN purged;
END $$;
COMMENT ON FUNCTION purge_old IS
  'Deletes at most `max_rows` of a table that have served their time and says how many. Of no other table any.';

REVOKE ALL ON FUNCTION enqueue_job, purge_old FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO clinic_app;
GRANT EXECUTE ON FUNCTION purge_old TO clinic_dispatcher;
