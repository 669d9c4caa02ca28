-- Exams of plugins: what is put to a version in its publisher's sandbox, and what came of it.

CREATE TABLE plugin_exam (
  LIKE clinic_record INCLUDING INDEXES,
  version_id text NOT NULL REFERENCES plugin_version,
  manifest_hash text NOT NULL,
  installation_id text NOT NULL,
  endpoint_id text,
  url text NOT NULL,
  state text NOT NULL CHECK (state IN ('WAITING', 'RUNNING', 'PASSED', 'FAILED', 'ERROR')),
  begun_at timestamptz(3),
  ended_at timestamptz(3),
  probes jsonb NOT NULL,
  receipt jsonb,
  created_by text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES publisher (company_id),
  CONSTRAINT plugin_exam_ended CHECK ((ended_at IS NULL) = (state IN ('WAITING', 'RUNNING'))),
  CONSTRAINT plugin_exam_receipt CHECK ((receipt IS NOT NULL) = (state = 'PASSED'))
);
COMMENT ON TABLE plugin_exam IS 'control: An exam of a version of a plugin in the sandbox of its publisher, with what each probe found.';
COMMENT ON COLUMN plugin_exam.installation_id IS 'Made for the exam alone, and removed with its end.';
COMMENT ON COLUMN plugin_exam.endpoint_id IS 'Null where the plugin asks for no events.';
COMMENT ON COLUMN plugin_exam.state IS 'WAITING until the plugin answers for the first time; ERROR where the exam itself broke off.';
COMMENT ON COLUMN plugin_exam.receipt IS 'What the platform has signed of an exam that was passed.';
SELECT protect_by_clinic('plugin_exam');
CREATE INDEX plugin_exam_of_version ON plugin_exam (company_id, version_id, created_at, id);
-- What one exam causes is heard by all that is installed in the sandbox.
CREATE UNIQUE INDEX plugin_exam_under_way ON plugin_exam (company_id) WHERE state IN ('WAITING', 'RUNNING');

ALTER TABLE plugin_version ADD examined_at timestamptz(3);
GRANT UPDATE (exam_id, examined_at) ON plugin_version TO clinic_app;
COMMENT ON COLUMN plugin_version.examined_at IS 'When it passed its exam; null while it has passed none.';

ALTER TABLE sandbox_fault
  ADD writes_only boolean NOT NULL DEFAULT false,
  ADD page_limit integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN sandbox_fault.writes_only IS 'Whether reads are spared.';
COMMENT ON COLUMN sandbox_fault.page_limit IS 'How many a page of a list holds at most; 0 where as many as were asked for.';

ALTER TABLE request_log ADD has_more boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN request_log.has_more IS 'Whether a list that a fault cut short said that there is more.';

DROP FUNCTION log_requests;
CREATE FUNCTION log_requests(
  companies text[], tokens text[],
  places integer[], ids text[], instants bigint[], operations text[], records text[], statuses integer[], codes text[],
  durations integer[], keys text[], replays boolean[], addresses text[], parameters text[], fields text[],
  left_out integer[], more boolean[],
  use_places integer[], use_scopes text[], use_requests integer[], use_patients integer[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO request_log
    (company_id, installation_id, at, id, token_id, operation, record_id, status, code, duration_ms, idempotency_key,
      replayed, address, parameters, invalid_fields, not_logged, has_more)
  SELECT known.company_id, known.installation_id, timestamptz 'epoch' + one.ms * interval '1 millisecond', one.id,
    known.id, one.operation, one.record_id, one.status, one.code, one.duration_ms, one.idempotency_key, one.replayed,
    one.address, one.parameters::text[], one.invalid_fields::text[], one.not_logged, one.has_more
  FROM unnest(places, ids, instants, operations, records, statuses, codes, durations, keys, replays, addresses, parameters,
      fields, left_out, more)
    AS one (place, id, ms, operation, record_id, status, code, duration_ms, idempotency_key, replayed, address, parameters,
      invalid_fields, not_logged, has_more)
  JOIN (SELECT token.company_id, token.id, token.installation_id, given.place
    FROM unnest(companies, tokens) WITH ORDINALITY AS given (company_id, id, place)
    JOIN plugin_token AS token ON token.company_id = given.company_id AND token.id = given.id) AS known
    ON known.place = one.place;

  INSERT INTO scope_use AS so_far (company_id, installation_id, scope, day, requests, patients, last_at)
  SELECT token.company_id, token.installation_id, used.scope, (now() AT TIME ZONE 'UTC')::date, sum(used.requests),
    sum(used.patients), now()
  FROM unnest(use_places, use_scopes, use_requests, use_patients) AS used (place, scope, requests, patients)
  JOIN plugin_token AS token ON token.company_id = companies[used.place] AND token.id = tokens[used.place]
  GROUP BY 1, 2, 3
  -- In one order, so that two processes never wait for each other in a circle.
  ORDER BY 1, 2, 3
  ON CONFLICT (company_id, installation_id, scope, day) DO UPDATE
  SET requests = so_far.requests + excluded.requests, patients = so_far.patients + excluded.patients,
    last_at = greatest(so_far.last_at, excluded.last_at);

  WITH answered AS (
    SELECT DISTINCT ON (one.place) companies[one.place] AS company_id, tokens[one.place] AS id, one.address
    FROM unnest(places, statuses, instants, addresses) AS one (place, status, ms, address)
    WHERE one.status < 400 ORDER BY one.place, one.ms DESC
  ), stale AS (
    -- What another process notes at this moment is as good.
    SELECT token.company_id, token.id, answered.address
    FROM answered JOIN plugin_token AS token ON token.company_id = answered.company_id AND token.id = answered.id
    WHERE token.last_used_at IS NULL OR token.last_used_at < now() - interval '1 minute'
    FOR UPDATE OF token SKIP LOCKED
  )
  UPDATE plugin_token AS token SET last_used_at = now(), last_address = stale.address
  FROM stale WHERE token.company_id = stale.company_id AND token.id = stale.id;
END $$;
COMMENT ON FUNCTION log_requests IS
  'Adds a batch of requests of many clinics, with the use of scopes and keys that follows from them. Whose a request was '
  'follows from its token, so that none is added to a clinic, or to an installation, that gave no such token.';
REVOKE ALL ON FUNCTION log_requests FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_requests TO clinic_app;
