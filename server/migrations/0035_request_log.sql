-- What plugins asked for: a line for each request, how often each scope was used, and when each key was.

-- When a key was last used is no part of a grant: what is remembered of it stays.
DROP TRIGGER grant_changed ON plugin_token;
CREATE TRIGGER grant_changed AFTER UPDATE ON plugin_token FOR EACH ROW
  WHEN ((OLD.token_hash, OLD.installation_id, OLD.allowed_ip_ranges, OLD.expires_at, OLD.revoked_at)
    IS DISTINCT FROM (NEW.token_hash, NEW.installation_id, NEW.allowed_ip_ranges, NEW.expires_at, NEW.revoked_at))
  EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_ended AFTER DELETE ON plugin_token FOR EACH ROW EXECUTE FUNCTION announce_grant_change();

ALTER TABLE plugin_token
  ADD last_used_at timestamptz(3),
  ADD last_address text;
COMMENT ON COLUMN plugin_token.last_used_at IS 'When a request with it was last answered, to the minute.';

CREATE TABLE request_log (
  company_id text NOT NULL,
  installation_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  id text NOT NULL,
  token_id text NOT NULL,
  operation text NOT NULL,
  record_id text,
  status smallint NOT NULL,
  code text,
  duration_ms integer NOT NULL,
  idempotency_key text,
  replayed boolean NOT NULL,
  address text NOT NULL,
  parameters text[] NOT NULL,
  invalid_fields text[] NOT NULL,
  not_logged integer NOT NULL,
  PRIMARY KEY (company_id, installation_id, at, id)
) PARTITION BY RANGE (at);
CREATE TABLE request_log_default PARTITION OF request_log DEFAULT;
COMMENT ON TABLE request_log IS
  'clinic: Every request that came with a token of an installation, for those who look for what went wrong: never a '
  'value that was sent, nor one that was answered. Kept 14 days, by partition; a crash may lose the last moments.';
COMMENT ON COLUMN request_log.at IS 'That of the id, which is the request''s: an entry is found by its id alone.';
COMMENT ON COLUMN request_log.record_id IS 'The record that the path names, where it has the shape of an id.';
COMMENT ON COLUMN request_log.idempotency_key IS 'Its first eight characters.';
COMMENT ON COLUMN request_log.address IS 'For IPv6 the network, of which a machine has many addresses.';
COMMENT ON COLUMN request_log.parameters IS 'The names of the query parameters that the operation has.';
COMMENT ON COLUMN request_log.invalid_fields IS 'The names of the fields that were refused; what has no declared name is *.';
COMMENT ON COLUMN request_log.not_logged IS
  'How many requests of the installation before this one were left out, because more came than could be written.';
SELECT protect_by_clinic('request_log', 'SELECT');
CREATE INDEX request_log_of_operation ON request_log (company_id, installation_id, operation, at, id);
CREATE INDEX request_log_refused ON request_log (company_id, installation_id, at, id) WHERE status >= 400;
CREATE INDEX request_log_failed ON request_log (company_id, installation_id, at, id) WHERE status >= 500;
CREATE INDEX request_log_of_code ON request_log (company_id, installation_id, code, at, id) WHERE code IS NOT NULL;

CREATE TABLE scope_use (
  company_id text NOT NULL,
  installation_id text NOT NULL,
  scope text NOT NULL,
  day date NOT NULL,
  requests integer NOT NULL,
  patients integer NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, installation_id, scope, day)
) WITH (fillfactor = 70);
COMMENT ON TABLE scope_use IS
  'clinic: How often an installation used what it was granted, by UTC day: what a clinic decides by whether it is needed.';
COMMENT ON COLUMN scope_use.patients IS 'How many patients the answers showed, each counted in every answer.';
SELECT protect_by_clinic('scope_use', 'SELECT');

CREATE FUNCTION log_requests(
  companies text[], tokens text[],
  places integer[], ids text[], instants bigint[], operations text[], records text[], statuses integer[], codes text[],
  durations integer[], keys text[], replays boolean[], addresses text[], parameters text[], fields text[],
  left_out integer[],
  use_places integer[], use_scopes text[], use_requests integer[], use_patients integer[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO request_log
    (company_id, installation_id, at, id, token_id, operation, record_id, status, code, duration_ms, idempotency_key,
      replayed, address, parameters, invalid_fields, not_logged)
  SELECT known.company_id, known.installation_id, timestamptz 'epoch' + one.ms * interval '1 millisecond', one.id,
    known.id, one.operation, one.record_id, one.status, one.code, one.duration_ms, one.idempotency_key, one.replayed,
    one.address, one.parameters::text[], one.invalid_fields::text[], one.not_logged
  FROM unnest(places, ids, instants, operations, records, statuses, codes, durations, keys, replays, addresses, parameters,
      fields, left_out)
    AS one (place, id, ms, operation, record_id, status, code, duration_ms, idempotency_key, replayed, address, parameters,
      invalid_fields, not_logged)
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

CREATE FUNCTION keep_fourteen_days() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM keep_partitions('request_log', interval '1 day', 7, interval '14 days');
END $$;
COMMENT ON FUNCTION keep_fourteen_days IS
  'What the keeper may do of keep_partitions for what is kept to look into faults: nothing of it is evidence.';

REVOKE ALL ON FUNCTION log_requests, keep_fourteen_days FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_requests TO clinic_app;
GRANT EXECUTE ON FUNCTION keep_fourteen_days TO clinic_keeper;
