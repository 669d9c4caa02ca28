-- The time of a sandbox clinic, which may run ahead of the real one: one offset in the clinic's row, which every request reads
-- anyway, and the runs that move it. A live clinic has none, and nothing that a live clinic does asks for it.

ALTER TABLE clinic
  ADD clock_offset_ms bigint NOT NULL DEFAULT 0,
  ADD resets integer NOT NULL DEFAULT 0,
  ADD plugins_move_time boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT clinic_clock CHECK (clock_offset_ms = 0 OR (sandbox AND clock_offset_ms > 0));
COMMENT ON COLUMN clinic.clock_offset_ms IS
  'How far the clinic''s time is ahead of the real one; 0 but in a sandbox clinic whose clock was moved. What the clinic '
  'decides by, and the horizon of its deltas, are ahead by it; tokens, deliveries, keys, the log and the audit are not.';
COMMENT ON COLUMN clinic.resets IS 'How often the sandbox was reset: a cursor from before is none of the lists after.';
COMMENT ON COLUMN clinic.plugins_move_time IS
  'Whether plugins may move the clock of this sandbox clinic, and reset it. In that of a publisher they may anyway.';

CREATE INDEX clinic_ahead ON clinic (company_id) WHERE clock_offset_ms > 0;
GRANT SELECT (clock_offset_ms) ON clinic TO clinic_dispatcher;

CREATE TRIGGER clock_moved AFTER UPDATE ON clinic FOR EACH ROW
  WHEN ((OLD.clock_offset_ms, OLD.resets, OLD.plugins_move_time)
    IS DISTINCT FROM (NEW.clock_offset_ms, NEW.resets, NEW.plugins_move_time))
  EXECUTE FUNCTION announce_grant_change();

CREATE FUNCTION sandbox_facts(company text)
RETURNS TABLE (clock_offset_ms bigint, resets integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT clinic.clock_offset_ms, clinic.resets FROM clinic WHERE clinic.company_id = company
$$;
COMMENT ON FUNCTION sandbox_facts IS
  'What a grant rests on besides what grant_of_token says, for who has a token and no clinic yet.';

CREATE FUNCTION clinic_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT now() + coalesce(nullif(current_setting('app.clock_offset', true), ''), '0')::bigint * interval '1 millisecond'
$$;
COMMENT ON FUNCTION clinic_now IS
  'Now, by the clock of the clinic that the transaction has named: who names one whose clock was moved sets app.clock_offset.';

CREATE FUNCTION enter_sandbox(company text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ahead bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sandbox clock ' || company, 0));
  SELECT clock_offset_ms INTO ahead FROM clinic WHERE company_id = company;
  PERFORM set_config('app.clock_offset', ahead::text, true);
  RETURN ahead;
END $$;
COMMENT ON FUNCTION enter_sandbox IS
  'How every write of a sandbox clinic begins: while its clock is moved, or it is reset, it waits, for as long as the session '
  'waits for a lock. Says how far ahead its clock is then, and keeps it there until the transaction ends.';

CREATE TABLE sandbox_run (
  LIKE clinic_record INCLUDING INDEXES,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'QUEUED',
  from_at timestamptz(3) NOT NULL,
  to_at timestamptz(3) NOT NULL,
  reached_at timestamptz(3) NOT NULL,
  done double precision NOT NULL DEFAULT 0,
  events integer NOT NULL DEFAULT 0,
  jobs integer NOT NULL DEFAULT 0,
  failed_jobs integer NOT NULL DEFAULT 0,
  CONSTRAINT sandbox_run_kind CHECK (kind IN ('CLOCK', 'RESET')),
  CONSTRAINT sandbox_run_state CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  CONSTRAINT sandbox_run_of_clinic FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE sandbox_run IS
  'clinic: Each time that a sandbox clinic''s clock was moved, or that it was reset: how far it came, and what happened by it.';
COMMENT ON COLUMN sandbox_run.from_at IS 'By the clinic''s clock, as to_at and reached_at.';
COMMENT ON COLUMN sandbox_run.done IS 'From 0 to 1.';
COMMENT ON COLUMN sandbox_run.failed_jobs IS 'Runs of jobs that threw; most are done again later, by the clinic''s clock.';
SELECT protect_by_clinic('sandbox_run');
CREATE UNIQUE INDEX sandbox_run_under_way ON sandbox_run (company_id) WHERE state IN ('QUEUED', 'RUNNING');

CREATE FUNCTION sandbox_jobs_due(until timestamptz, not_theirs text[])
RETURNS TABLE (kind text, jobs integer, first_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT task.identifier, count(*)::integer, min(job.run_at) + clinic.clock_offset_ms * interval '1 millisecond'
  FROM clinic
  JOIN graphile_worker._private_jobs AS job ON job.payload ->> 'companyId' = clinic.company_id
    AND job.run_at <= until - clinic.clock_offset_ms * interval '1 millisecond' AND job.attempts < job.max_attempts
  JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id AND task.identifier <> ALL (not_theirs)
  WHERE clinic.company_id = current_setting('app.company') AND clinic.sandbox
  GROUP BY task.identifier, clinic.clock_offset_ms ORDER BY 3
$$;
COMMENT ON FUNCTION sandbox_jobs_due IS
  'What waits in the queue for the sandbox clinic that is named and is due until then by its clock, but for kinds of jobs that '
  'keep the real time.';

CREATE FUNCTION move_sandbox_clock(ahead bigint, not_theirs text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  company text := current_setting('app.company');
  before bigint;
BEGIN
  SELECT clock_offset_ms INTO before FROM clinic WHERE company_id = company AND sandbox FOR UPDATE;
  IF before IS NULL THEN
    RAISE EXCEPTION 'only the clock of a sandbox clinic is moved';
  END IF;
  UPDATE clinic SET clock_offset_ms = ahead WHERE company_id = company;
  UPDATE graphile_worker._private_jobs AS job SET run_at = job.run_at - (ahead - before) * interval '1 millisecond'
  FROM graphile_worker._private_tasks AS task
  WHERE job.payload ->> 'companyId' = company AND task.id = job.task_id AND task.identifier <> ALL (not_theirs)
    AND job.locked_at IS NULL;
END $$;
COMMENT ON FUNCTION move_sandbox_clock IS
  'Sets how far the clock of the sandbox clinic that is named is ahead. What waits in its queue stays due at its instant by '
  'that clock, but for kinds of jobs that keep the real time.';

REVOKE ALL ON FUNCTION sandbox_facts, enter_sandbox, sandbox_jobs_due, move_sandbox_clock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sandbox_facts, clinic_now, enter_sandbox, sandbox_jobs_due, move_sandbox_clock TO clinic_app;

-- Rows that are dated ahead lie in the default partition, until the day that they are dated comes near.
CREATE OR REPLACE FUNCTION keep_partitions(parent regclass, step interval, ahead integer, keep interval) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  unit text := CASE WHEN step >= interval '1 month' THEN 'month' ELSE 'day' END;
  key text := (SELECT attname FROM pg_partitioned_table
    JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0] WHERE partrelid = parent);
  remainder text := parent || '_default';
  starts timestamptz;
  child text;
  outdated text;
  has_rows boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_partitions ' || parent));
  EXECUTE format('SELECT date_trunc(%L, least(now(), min(%I))) FROM %s', unit, key, remainder) INTO starts;
  WHILE starts < now() + ahead * step LOOP
    child := parent || '_p' || to_char(starts, 'YYYYMMDD');
    IF to_regclass(child) IS NULL THEN
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', child, parent);
      PERFORM copy_column_options(parent, child::regclass);
      EXECUTE format('SELECT EXISTS (SELECT FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L)',
        remainder, key, starts, starts + step) INTO has_rows;
      IF has_rows OR starts <= now() THEN
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', parent);
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', remainder);
        EXECUTE format('WITH moved AS (DELETE FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
          INSERT INTO %5$s SELECT * FROM moved', remainder, key, starts, starts + step, child);
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', remainder);
      END IF;
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, child, starts, starts + step);
      -- Triggers of rows come with the parent, those of statements do not.
      IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = remainder::regclass AND tgname = 'append_only_truncate') THEN
        EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse_change()', child);
      END IF;
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
