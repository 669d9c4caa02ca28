-- expand
-- Each request of a person asks this, those of cells by the network: clinics are gathered once instead of three times, and
-- whether a presence is recorded at all is seen first. When people were last seen is copied to every cell, so it is recorded
-- four times an hour and no longer every minute.
CREATE OR REPLACE FUNCTION record_presence(session staff_session) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE membership SET last_seen_at = now()
  WHERE user_id = session.user_id AND active AND (company_id = session.company_id
    OR (session.company_id IS NULL AND 1 = (SELECT count(*) FROM clinics_of_user(session.user_id))))
    AND coalesce(last_seen_at, '-infinity') < now() - interval '15 minutes'
$$;
CREATE OR REPLACE FUNCTION record_presence(session staff_session, named text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE membership SET last_seen_at = now()
  FROM clinics_of_user(session.user_id) AS mine
  WHERE mine.company_id = named AND (session.second_factor_at IS NOT NULL OR NOT mine.second_factor_required)
    AND membership.company_id = named AND membership.user_id = session.user_id
    AND coalesce(membership.last_seen_at, '-infinity') < now() - interval '15 minutes'
$$;
COMMENT ON FUNCTION record_presence(staff_session, text) IS
  'Records four times an hour that the person of a session was seen in the clinic that a request named, where the login is enough for it.';

CREATE OR REPLACE FUNCTION staff_session_of(token bytea, idle interval, named text)
RETURNS TABLE (session_id text, state text, second_factor_at timestamptz, confirmed_at timestamptz,
  absolute_end timestamptz, user_id text, email text, name text, name_ar text, language text,
  second_factor_enrolled boolean, company_id text, clinics jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  seen staff_session;
BEGIN
  IF idle IS NOT NULL THEN
    UPDATE staff_session AS session SET last_seen_at = now(), idle_end = now() + idle
    WHERE session.token_hash = token AND session.state = 'ok' AND session.last_seen_at < now() - interval '1 minute'
      AND least(session.idle_end, session.absolute_end) > now()
    RETURNING * INTO seen;
    IF named IS NULL THEN
      IF seen.id IS NOT NULL THEN PERFORM record_presence(seen); END IF;
    ELSIF EXISTS (
      SELECT FROM staff_session AS session JOIN membership ON membership.user_id = session.user_id
      WHERE session.token_hash = token AND membership.company_id = named
        AND coalesce(membership.last_seen_at, '-infinity') < now() - interval '15 minutes'
    ) THEN
      PERFORM record_presence(complete_session(token), named);
    END IF;
  END IF;
  RETURN QUERY
  SELECT session.id, session.state, session.second_factor_at, session.confirmed_at, session.absolute_end, who.id,
    who.email, who.name, who.name_ar, who.language, who.totp_secret IS NOT NULL, found.entered, found.clinics
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
    CROSS JOIN LATERAL (
      SELECT max(mine.company_id) FILTER (WHERE mine.company_id = session.company_id
          AND (NOT mine.second_factor_required OR session.second_factor_at IS NOT NULL)) AS entered,
        coalesce(jsonb_agg(to_jsonb(mine) ORDER BY mine.name, mine.company_id), '[]') AS clinics
      FROM clinics_of_user(who.id) AS mine
    ) AS found
  WHERE session.token_hash = token AND who.active AND least(session.idle_end, session.absolute_end) > now();
END $$;
