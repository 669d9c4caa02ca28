-- Background jobs. Their queue is graphile-worker's, whose own schema was brought up to date before these migrations; it
-- holds jobs of all clinics and is never distributed by clinic. clinic_dispatcher takes jobs off it, clinic_app adds to it.

CREATE POLICY runs_jobs ON graphile_worker._private_jobs TO clinic_dispatcher USING (true);
CREATE POLICY runs_jobs ON graphile_worker._private_job_queues TO clinic_dispatcher USING (true);
CREATE POLICY runs_jobs ON graphile_worker._private_tasks TO clinic_dispatcher USING (true);
CREATE POLICY runs_jobs ON graphile_worker._private_known_crontabs TO clinic_dispatcher USING (true);
GRANT USAGE ON SCHEMA graphile_worker TO clinic_dispatcher;
GRANT SELECT ON graphile_worker.migrations TO clinic_dispatcher;
GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker._private_jobs, graphile_worker._private_job_queues,
  graphile_worker._private_tasks, graphile_worker._private_known_crontabs TO clinic_dispatcher;

-- Adds a job of the clinic that the transaction names, to be run if and when it commits. A job with a key replaces one
-- with the same key that has not begun.
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
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO clinic_app;

-- Processes that run jobs. The jobs of one that was not seen for a while are given back to the queue.
CREATE TABLE job_runner (
  id text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON job_runner TO clinic_dispatcher;
