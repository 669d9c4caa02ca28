-- People who log in, the clinics they work in, and their sessions.
--
-- The application reaches logins through the functions below alone: it can compare a password's hash but never read
-- one, and it opens a session only for a person who knew the password.

CREATE TABLE staff_user (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  name_ar text,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  totp_secret bytea,
  totp_last_step bigint NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  language text CHECK (language IN ('en', 'ar')),
  totp_enrolled_at timestamptz(3),
  totp_pending bytea
);
COMMENT ON TABLE staff_user IS 'control: A person who logs in. They may work in several clinics.';
COMMENT ON COLUMN staff_user.email IS 'Lower case, as it is compared.';
COMMENT ON COLUMN staff_user.password_hash IS 'argon2id in the PHC string format.';
COMMENT ON COLUMN staff_user.totp_secret IS
  'The TOTP secret, sealed with the master key; null while no second factor is enrolled.';
COMMENT ON COLUMN staff_user.totp_last_step IS
  'A code is good once (RFC 6238 section 5.2): no step up to this one is accepted again.';
COMMENT ON COLUMN staff_user.language IS 'Null until they choose one.';
COMMENT ON COLUMN staff_user.totp_pending IS
  'A secret that was made and counts once a code of it was given; sealed with the master key.';

CREATE TABLE staff_recovery_code (
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE staff_recovery_code IS 'control: What replaces a second factor that was lost, once each.';
COMMENT ON COLUMN staff_recovery_code.code_hash IS 'SHA-256; a code has more entropy than can be guessed.';

CREATE TABLE membership (
  company_id text NOT NULL REFERENCES clinic,
  user_id text NOT NULL REFERENCES staff_user,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'doctor', 'receptionist', 'accountant', 'assistant')),
  practitioner_id text,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3),
  PRIMARY KEY (company_id, user_id),
  CONSTRAINT membership_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner
);
COMMENT ON TABLE membership IS 'control: Which person works in which clinic, and as what.';
COMMENT ON COLUMN membership.practitioner_id IS 'Who they are on the clinic''s list of staff, where they are on it.';
COMMENT ON COLUMN membership.last_seen_at IS 'Recorded once a minute.';
SELECT protect_by_clinic('membership', 'SELECT, UPDATE (role, active, updated_at)');
CREATE INDEX membership_of_user ON membership (user_id);

CREATE TABLE staff_session (
  token_hash bytea PRIMARY KEY,
  id text NOT NULL UNIQUE,
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('second_factor', 'ok')),
  second_factor_at timestamptz(3),
  company_id text REFERENCES clinic,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  idle_end timestamptz(3) NOT NULL,
  absolute_end timestamptz(3) NOT NULL,
  user_agent text,
  confirmed_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE staff_session IS 'control: A login of a browser.';
COMMENT ON COLUMN staff_session.token_hash IS 'SHA-256 of the cookie.';
COMMENT ON COLUMN staff_session.state IS 'What the login proved: the password alone, or a second factor too.';
COMMENT ON COLUMN staff_session.confirmed_at IS 'When the session last gave its password or second factor.';
CREATE INDEX staff_session_of_user ON staff_session (user_id, created_at DESC);

CREATE TABLE staff_login_failure (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL
);
COMMENT ON TABLE staff_login_failure IS 'control: Failed logins, by a MAC of what they were tried with.';
CREATE INDEX staff_login_failure_age ON staff_login_failure (last_at);

CREATE FUNCTION clinics_of_user(who text)
RETURNS TABLE (
  company_id text, name text, name_ar text, sandbox boolean, second_factor_required boolean, role text, practitioner_id text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT clinic.company_id, clinic.name, clinic.name_ar, clinic.sandbox, clinic.second_factor_required,
    membership.role, membership.practitioner_id
  FROM membership JOIN clinic USING (company_id)
  WHERE membership.user_id = who AND membership.active AND clinic.active
$$;
COMMENT ON FUNCTION clinics_of_user IS 'The clinics that a person may enter now.';

CREATE FUNCTION begin_login_attempt(keys text[], free integer[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  now timestamptz := clock_timestamp();
  wait float8;
BEGIN
  INSERT INTO staff_login_failure (key, failures, last_at)
  SELECT asked.key, 0, now FROM unnest(keys) AS asked (key) ORDER BY asked.key
  ON CONFLICT ON CONSTRAINT staff_login_failure_pkey DO NOTHING;
  PERFORM FROM staff_login_failure AS failure WHERE failure.key = ANY (keys) ORDER BY failure.key FOR UPDATE;
  SELECT max(least(900, 2 ^ least(failure.failures - asked.free, 10)) - extract(epoch FROM now - failure.last_at))
    INTO wait
  FROM unnest(keys, free) AS asked (key, free)
  JOIN staff_login_failure AS failure USING (key)
  WHERE failure.failures >= asked.free AND failure.last_at > now - interval '1 day';
  IF wait > 0 THEN RETURN ceil(wait); END IF;
  UPDATE staff_login_failure AS failure
  SET failures = 1 + CASE WHEN failure.last_at > now - interval '1 day' THEN failure.failures ELSE 0 END, last_at = now
  WHERE failure.key = ANY (keys);
  RETURN 0;
END $$;
COMMENT ON FUNCTION begin_login_attempt IS
  'Counts an attempt as failed before it is made, so that attempts side by side cannot outrun the count, and '
  'answers the seconds to wait where the login has to wait first; then nothing is counted. Each key has some '
  'attempts free; from then on the wait doubles up to a quarter of an hour. Failures are forgotten a day after the '
  'last. Keys are locked in one order, so that two attempts never wait for each other in a circle.';

CREATE FUNCTION clear_login_failures(mine text[], shared text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT FROM staff_login_failure WHERE key = ANY (mine || shared) ORDER BY key FOR UPDATE;
  DELETE FROM staff_login_failure WHERE key = ANY (mine);
  UPDATE staff_login_failure SET failures = greatest(0, failures - 1) WHERE key = ANY (shared);
$$;
COMMENT ON FUNCTION clear_login_failures IS
  'After an attempt that succeeded: the failures under `mine` are deleted, and it was none under `shared`. In the '
  'order in which attempts are counted, or the two would wait for each other.';

CREATE FUNCTION password_parameters(login text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT regexp_replace(password_hash, '\$[^$]*$', '') FROM staff_user WHERE email = login
$$;
COMMENT ON FUNCTION password_parameters IS
  'The algorithm, cost and salt of a person''s password, without its hash; null for an unknown address.';

CREATE FUNCTION open_staff_session(
  login text, hash text, token bytea, session_id text, earlier bytea, client text, agent text, idle interval,
  absolute interval, mine text[], shared text[]
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  who staff_user;
  opened text;
BEGIN
  SELECT * INTO who FROM staff_user WHERE email = login AND password_hash = hash AND active;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM staff_session WHERE token_hash = earlier OR (user_id = who.id AND least(idle_end, absolute_end) < now());
  INSERT INTO staff_session (
    token_hash, id, user_id, state, address, user_agent, created_at, last_seen_at, idle_end, absolute_end)
  VALUES (
    token, session_id, who.id, CASE WHEN who.totp_secret IS NULL THEN 'ok' ELSE 'second_factor' END, client, agent,
    now(), now(), now() + CASE WHEN who.totp_secret IS NULL THEN idle ELSE interval '10 minutes' END, now() + absolute)
  RETURNING state INTO opened;
  PERFORM clear_login_failures(mine, shared);
  RETURN opened;
END $$;
COMMENT ON FUNCTION open_staff_session IS
  'Opens a session for a person who knew the password, and answers its state; nothing where the password is wrong. '
  'The failures counted under `mine` are forgotten, and this attempt was none under `shared`. The session that the '
  'browser had ends. Where a second factor is enrolled, it has to come within ten minutes.';

CREATE FUNCTION record_presence(session staff_session) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE membership SET last_seen_at = now()
  WHERE user_id = session.user_id AND active AND (company_id = session.company_id
    OR (session.company_id IS NULL AND 1 = (SELECT count(*) FROM clinics_of_user(session.user_id))))
$$;
COMMENT ON FUNCTION record_presence IS
  'Records that the person of a session was seen in the clinic that was entered, or in the only one there is.';

CREATE FUNCTION staff_session_of(token bytea, idle interval)
RETURNS TABLE (
  session_id text, state text, second_factor_at timestamptz, confirmed_at timestamptz, absolute_end timestamptz,
  user_id text, email text, name text, name_ar text, language text, second_factor_enrolled boolean, company_id text,
  clinics jsonb
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  seen staff_session;
BEGIN
  UPDATE staff_session AS session SET last_seen_at = now(), idle_end = now() + idle
  WHERE session.token_hash = token AND session.state = 'ok' AND session.last_seen_at < now() - interval '1 minute'
    AND least(session.idle_end, session.absolute_end) > now()
  RETURNING * INTO seen;
  IF FOUND THEN PERFORM record_presence(seen); END IF;
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
  'The session of a cookie while it lasts, with all that it rests on as that is now: the person, their clinics, and '
  'the clinic they are in if they may still be there. Looking prolongs it, and records that the person was seen in '
  'the clinic, once a minute.';

CREATE FUNCTION awaited_second_factor(token bytea)
RETURNS TABLE (user_id text, totp_secret bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT who.id, who.totp_secret
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND session.state = 'second_factor' AND who.active
    AND least(session.idle_end, session.absolute_end) > now()
$$;
COMMENT ON FUNCTION awaited_second_factor IS
  'The sealed TOTP secret of a session that has given the password and not yet the second factor.';

CREATE FUNCTION spend_second_factor(who text, step bigint, code bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF step IS NOT NULL THEN
    UPDATE staff_user SET totp_last_step = step WHERE id = who AND totp_last_step < step;
  ELSE
    UPDATE staff_recovery_code SET used_at = now() WHERE user_id = who AND code_hash = code AND used_at IS NULL;
  END IF;
  RETURN FOUND;
END $$;
COMMENT ON FUNCTION spend_second_factor IS
  'Spends a TOTP step or a recovery code of a person; false where that was spent before, or is none.';

CREATE FUNCTION pass_second_factor(
  token bytea, next_token bytea, step bigint, code bytea, idle interval, mine text[], shared text[]
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  who text;
BEGIN
  SELECT awaited.user_id INTO who FROM awaited_second_factor(token) AS awaited;
  IF NOT spend_second_factor(who, step, code) THEN RETURN false; END IF;
  PERFORM clear_login_failures(mine, shared);
  UPDATE staff_session
  SET token_hash = next_token, state = 'ok', second_factor_at = now(), confirmed_at = now(), idle_end = now() + idle
  WHERE token_hash = token AND state = 'second_factor';
  IF NOT FOUND THEN RAISE EXCEPTION 'the session was given its second factor at the same time'; END IF;
  RETURN true;
END $$;
COMMENT ON FUNCTION pass_second_factor IS
  'Completes a login and gives the session its new cookie; false where the code was spent before. What was right is '
  'no failure, of the account or of the address: an office behind one address would wait ever longer.';

CREATE FUNCTION enter_clinic(token bytea, company text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session;
  needs_factor boolean;
BEGIN
  SELECT * INTO session FROM staff_session WHERE token_hash = token AND state = 'ok' FOR UPDATE;
  SELECT second_factor_required INTO needs_factor FROM clinics_of_user(session.user_id) WHERE company_id = company;
  IF NOT FOUND THEN RETURN 'not_found'; END IF;
  IF needs_factor AND session.second_factor_at IS NULL THEN RETURN 'second_factor_required'; END IF;
  UPDATE staff_session SET company_id = company WHERE token_hash = token RETURNING * INTO session;
  PERFORM record_presence(session);
  RETURN 'ok';
END $$;
COMMENT ON FUNCTION enter_clinic IS
  'Enters a clinic: ok, not_found where the person does not work there, second_factor_required where the login '
  'lacks it.';

CREATE FUNCTION end_staff_session(token bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM staff_session WHERE token_hash = token
$$;

REVOKE ALL ON FUNCTION clinics_of_user, begin_login_attempt, clear_login_failures, password_parameters, open_staff_session,
  record_presence, staff_session_of, awaited_second_factor, spend_second_factor, pass_second_factor, enter_clinic,
  end_staff_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_login_attempt, password_parameters, open_staff_session, staff_session_of,
  awaited_second_factor, pass_second_factor, enter_clinic, end_staff_session TO clinic_app;
