-- A request of the console names the clinic that it is about: a person may be in several at once, each in a tab of its own.

CREATE FUNCTION record_presence(session staff_session, named text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE membership SET last_seen_at = now()
  FROM clinics_of_user(session.user_id) AS mine
  WHERE mine.company_id = named AND (session.second_factor_at IS NOT NULL OR NOT mine.second_factor_required)
    AND membership.company_id = named AND membership.user_id = session.user_id
    AND coalesce(membership.last_seen_at, '-infinity') < now() - interval '1 minute'
$$;
COMMENT ON FUNCTION record_presence(staff_session, text) IS
  'Records once a minute that the person of a session was seen in the clinic that a request named, where the login is '
  'enough for it.';
REVOKE EXECUTE ON FUNCTION record_presence(staff_session, text) FROM PUBLIC;

DROP FUNCTION staff_session_of(bytea, interval);

CREATE FUNCTION staff_session_of(token bytea, idle interval, named text)
RETURNS TABLE (session_id text, state text, second_factor_at timestamptz, confirmed_at timestamptz,
  absolute_end timestamptz, user_id text, email text, name text, name_ar text, language text,
  second_factor_enrolled boolean, company_id text, clinics jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  seen staff_session;
BEGIN
  UPDATE staff_session AS session SET last_seen_at = now(), idle_end = now() + idle
  WHERE session.token_hash = token AND session.state = 'ok' AND session.last_seen_at < now() - interval '1 minute'
    AND least(session.idle_end, session.absolute_end) > now()
  RETURNING * INTO seen;
  IF named IS NOT NULL THEN
    PERFORM record_presence(complete_session(token), named);
  ELSIF seen.id IS NOT NULL THEN
    PERFORM record_presence(seen);
  END IF;
  RETURN QUERY
  SELECT session.id, session.state, session.second_factor_at, session.confirmed_at, session.absolute_end, who.id,
    who.email, who.name, who.name_ar, who.language, who.totp_secret IS NOT NULL,
    (SELECT entered.company_id FROM clinics_of_user(who.id) AS entered
     WHERE entered.company_id = session.company_id
       AND (NOT entered.second_factor_required OR session.second_factor_at IS NOT NULL)),
    coalesce((SELECT jsonb_agg(to_jsonb(mine) ORDER BY mine.name, mine.company_id) FROM clinics_of_user(who.id) AS mine), '[]')
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND who.active AND least(session.idle_end, session.absolute_end) > now();
END $$;
COMMENT ON FUNCTION staff_session_of IS
  'The session of a cookie while it lasts, with all that it rests on as that is now: the person, their clinics, and the '
  'clinic that was entered if they may still be there. Looking prolongs it, and records once a minute that the person was '
  'seen in the clinic that the request names, or else in the one that was entered.';
REVOKE EXECUTE ON FUNCTION staff_session_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION staff_session_of TO clinic_app;
