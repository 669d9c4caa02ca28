-- The console shows the times of a clinic as the clocks there do: the session says in which zone each is.

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
    IF named IS NOT NULL THEN
      PERFORM record_presence(complete_session(token), named);
    ELSIF seen.id IS NOT NULL THEN
      PERFORM record_presence(seen);
    END IF;
  END IF;
  RETURN QUERY
  SELECT session.id, session.state, session.second_factor_at, session.confirmed_at, session.absolute_end, who.id,
    who.email, who.name, who.name_ar, who.language, who.totp_secret IS NOT NULL,
    (SELECT entered.company_id FROM clinics_of_user(who.id) AS entered
     WHERE entered.company_id = session.company_id
       AND (NOT entered.second_factor_required OR session.second_factor_at IS NOT NULL)),
    coalesce((
      SELECT jsonb_agg(to_jsonb(mine) || jsonb_build_object('time_zone', clinic.time_zone) ORDER BY mine.name, mine.company_id)
      FROM clinics_of_user(who.id) AS mine JOIN clinic ON clinic.company_id = mine.company_id), '[]')
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND who.active AND least(session.idle_end, session.absolute_end) > now();
END $$;
