-- A list that was cut short on purpose says so in the log, also as it is written for many clinics at the same time.

DROP FUNCTION log_requests(text[], text[], integer[], text[], bigint[], text[], text[], integer[], text[], integer[], text[],
  boolean[], text[], text[], text[], integer[], integer[], text[], integer[], integer[]);
CREATE OR REPLACE FUNCTION log_requests(companies text[], tokens text[], places integer[], ids text[], instants bigint[], operations text[], records text[], statuses integer[], codes text[], durations integer[], keys text[], replays boolean[], addresses text[], parameters text[], fields text[], left_out integer[], more boolean[], use_places integer[], use_scopes text[], use_requests integer[], use_patients integer[])
 RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO request_log
    (company_id, installation_id, at, id, token_id, operation, record_id, status, code, duration_ms, idempotency_key,
      replayed, address, parameters, invalid_fields, not_logged, has_more)
  SELECT token.company_id, token.installation_id, timestamptz 'epoch' + one.ms * interval '1 millisecond', one.id,
    token.id, one.operation, one.record_id, one.status, one.code, one.duration_ms, one.idempotency_key, one.replayed,
    one.address, one.parameters::text[], one.invalid_fields::text[], one.not_logged, one.has_more
  FROM unnest(places, ids, instants, operations, records, statuses, codes, durations, keys, replays, addresses, parameters,
      fields, left_out, more)
    AS one (place, id, ms, operation, record_id, status, code, duration_ms, idempotency_key, replayed, address, parameters,
      invalid_fields, not_logged, has_more)
  JOIN plugin_token AS token ON token.company_id = companies[one.place] AND token.id = tokens[one.place];

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
