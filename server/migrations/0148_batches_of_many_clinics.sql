-- Writing down requests, and counting patients, costs as much for many clinics at the same time as for one.

-- The token of each request is found by its key: joined as a list, every request was compared with every token.
CREATE OR REPLACE FUNCTION log_requests(companies text[], tokens text[], places integer[], ids text[], instants bigint[], operations text[], records text[], statuses integer[], codes text[], durations integer[], keys text[], replays boolean[], addresses text[], parameters text[], fields text[], left_out integer[], use_places integer[], use_scopes text[], use_requests integer[], use_patients integer[])
 RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO request_log
    (company_id, installation_id, at, id, token_id, operation, record_id, status, code, duration_ms, idempotency_key,
      replayed, address, parameters, invalid_fields, not_logged)
  SELECT token.company_id, token.installation_id, timestamptz 'epoch' + one.ms * interval '1 millisecond', one.id,
    token.id, one.operation, one.record_id, one.status, one.code, one.duration_ms, one.idempotency_key, one.replayed,
    one.address, one.parameters::text[], one.invalid_fields::text[], one.not_logged
  FROM unnest(places, ids, instants, operations, records, statuses, codes, durations, keys, replays, addresses, parameters,
      fields, left_out)
    AS one (place, id, ms, operation, record_id, status, code, duration_ms, idempotency_key, replayed, address, parameters,
      invalid_fields, not_logged)
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
CREATE FUNCTION lock_patients_of_day(company text, installation text, today date) RETURNS patients_of_day
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  counted patients_of_day;
BEGIN
  LOOP
    SELECT * INTO counted FROM patients_of_day AS known
    WHERE known.company_id = company AND known.installation_id = installation AND known.day = today
    FOR UPDATE;
    IF FOUND THEN
      RETURN counted;
    END IF;
    INSERT INTO patients_of_day (company_id, installation_id, day) VALUES (company, installation, today)
    ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
COMMENT ON FUNCTION lock_patients_of_day IS
  'How many patients an installation has been shown on a day, held until the transaction ends.';
REVOKE EXECUTE ON FUNCTION lock_patients_of_day FROM public;

CREATE FUNCTION store_patients_of_day(counted patients_of_day) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE patients_of_day AS known SET patients = counted.patients, first_copy = counted.first_copy
  WHERE known.company_id = counted.company_id AND known.installation_id = counted.installation_id
    AND known.day = counted.day AND (known.patients, known.first_copy) IS DISTINCT FROM (counted.patients, counted.first_copy)
$$;
COMMENT ON FUNCTION store_patients_of_day IS 'Keeps what has been counted since it was locked.';
REVOKE EXECUTE ON FUNCTION store_patients_of_day FROM public;

CREATE OR REPLACE FUNCTION see_patients(companies text[], installations text[], patients text[], throughs text[], usual integer)
  RETURNS TABLE (refused boolean, ceiling integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  ask record;
  counted patients_of_day;
  wanted text[];
  fresh text[];
  after integer;
  refusals boolean[];
  ceilings integer[];
BEGIN
  -- In one order, so that two processes never wait for each other in a circle.
  FOR ask IN
    SELECT one.*, coalesce(installed.patients_per_day, usual) AS base,
      installed.installed_at > now() - interval '7 days' AS is_new,
      (clock_timestamp() AT TIME ZONE clinic.time_zone)::date AS today
    FROM unnest(companies, installations, patients, throughs)
      WITH ORDINALITY AS one (company, installation, patient_ids, through_ids, place)
    JOIN clinic ON clinic.company_id = one.company
    JOIN installation AS installed ON installed.company_id = one.company AND installed.id = one.installation
    ORDER BY one.company, one.installation, one.place
  LOOP
    -- What one installation asks for several times is counted in turn and stored once.
    IF (counted.company_id, counted.installation_id, counted.day) IS DISTINCT FROM (ask.company, ask.installation, ask.today) THEN
      PERFORM store_patients_of_day(counted);
      counted := lock_patients_of_day(ask.company, ask.installation, ask.today);
    END IF;
    IF ask.is_new AND counted.first_copy IS NULL THEN
      SELECT ceil(count(*) * 1.1) INTO counted.first_copy FROM patient WHERE patient.company_id = ask.company;
    END IF;
    ceiling := greatest(ask.base, CASE WHEN ask.is_new THEN counted.first_copy END);
    wanted := ask.patient_ids::text[];
    IF ask.through_ids <> '{}' THEN
      wanted := wanted || patients_through(ask.company, ask.through_ids::text[]);
    END IF;
    -- Each is looked up by its key, however many the installation has been shown: never joined.
    fresh := ARRAY(
      SELECT DISTINCT one.id FROM unnest(wanted) AS one (id)
      WHERE (SELECT true FROM patient WHERE patient.company_id = ask.company AND patient.id = one.id)
        AND (SELECT true FROM patient_seen AS seen WHERE seen.company_id = ask.company
          AND seen.installation_id = ask.installation AND seen.day = ask.today AND seen.patient_id = one.id) IS NULL);
    after := counted.patients + cardinality(fresh);
    refused := cardinality(fresh) > 0 AND after > ceiling;
    refusals[ask.place] := refused;
    ceilings[ask.place] := ceiling;
    IF refused OR (after >= ceiling AND counted.patients < ceiling) THEN
      PERFORM raise_mass_read(ask.company, ask.installation, 'CRITICAL', ceiling);
    ELSIF after * 2 >= ceiling AND counted.patients * 2 < ceiling THEN
      PERFORM raise_mass_read(ask.company, ask.installation, 'WARN', ceiling);
    END IF;
    CONTINUE WHEN refused OR cardinality(fresh) = 0;
    INSERT INTO patient_seen (company_id, installation_id, day, patient_id)
    SELECT ask.company, ask.installation, ask.today, id FROM unnest(fresh) AS id;
    counted.patients := after;
  END LOOP;
  PERFORM store_patients_of_day(counted);
  RETURN QUERY
  SELECT coalesce(refusals[place], false), coalesce(ceilings[place], usual)
  FROM generate_series(1, cardinality(companies)) AS place ORDER BY place;
END $$;
