-- People who log in, the clinics they work in, and their sessions.
--
-- A person may work in several clinics, so these tables but memberships belong to none. The application reaches them
-- through the functions below alone: it can compare a password's hash but never read one, and it opens a session only
-- for whoever knew the password.

CREATE TABLE staff_user (
  id text PRIMARY KEY,
  -- Lower case, as it is compared.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  name_ar text,
  -- argon2id in the PHC string format.
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- The TOTP secret, sealed with the master key; null while no second factor is enrolled.
  totp_secret bytea,
  -- A code is good once (RFC 6238 section 5.2): no step up to this one is accepted again.
  totp_last_step bigint NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE staff_recovery_code (
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  -- SHA-256; a code has more entropy than can be guessed.
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE membership (
  company_id text NOT NULL REFERENCES clinic,
  user_id text NOT NULL REFERENCES staff_user,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'doctor', 'receptionist', 'accountant', 'assistant')),
  -- Who they are on the clinic's list of staff, where they are on it.
  practitioner_id text,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, user_id),
  CONSTRAINT membership_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner
);
SELECT wall_off('membership', 'SELECT');
CREATE INDEX membership_of_user ON membership (user_id);

CREATE TABLE staff_session (
  -- SHA-256 of the cookie.
  token_hash bytea PRIMARY KEY,
  id text NOT NULL UNIQUE,
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  -- What the login proved: the password alone, or a second factor too.
  state text NOT NULL CHECK (state IN ('second_factor', 'ok')),
  second_factor_at timestamptz(3),
  company_id text REFERENCES clinic,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  idle_end timestamptz(3) NOT NULL,
  absolute_end timestamptz(3) NOT NULL
);
CREATE INDEX staff_session_of_user ON staff_session (user_id, created_at DESC);
CREATE INDEX staff_session_end ON staff_session (absolute_end);

-- Failed logins, by a MAC of what they were tried with.
CREATE TABLE staff_login_failure (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX staff_login_failure_age ON staff_login_failure (last_at);

-- Counts an attempt as failed before it is made, so that attempts side by side cannot outrun the count, and answers the
-- seconds to wait where one has to wait first; then nothing is counted. Each key has some attempts free; from then on
-- the wait doubles up to a quarter of an hour. Failures are forgotten a day after the last. Keys are locked in one
-- order, so that two attempts never wait for each other in a circle.
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

-- The algorithm, cost and salt of somebody's password, without its hash; null for an unknown address.
CREATE FUNCTION password_parameters(login text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT regexp_replace(password_hash, '\$[^$]*$', '') FROM staff_user WHERE email = login
$$;

-- Opens a session for whoever knew the password, and answers its state; nothing where the password is wrong. The failures
-- counted under `mine` are forgotten, and this attempt was none under `shared`. The session that the browser had ends.
-- Where a second factor is enrolled, it has to come within ten minutes.
CREATE FUNCTION open_staff_session(
  login text, hash text, token bytea, session_id text, earlier bytea, client text, idle interval, absolute interval,
  mine text[], shared text[]
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
    token_hash, id, user_id, state, address, created_at, last_seen_at, idle_end, absolute_end)
  VALUES (
    token, session_id, who.id, CASE WHEN who.totp_secret IS NULL THEN 'ok' ELSE 'second_factor' END, client,
    now(), now(), now() + CASE WHEN who.totp_secret IS NULL THEN idle ELSE interval '10 minutes' END, now() + absolute)
  RETURNING state INTO opened;
  DELETE FROM staff_login_failure WHERE key = ANY (mine);
  UPDATE staff_login_failure SET failures = greatest(0, failures - 1) WHERE key = ANY (shared);
  RETURN opened;
END $$;

-- The clinics that a person may enter now.
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

-- The session of a cookie while it lasts, with all that it rests on as that is now: the person, their clinics, and the
-- clinic they are in if they may still be there. Looking prolongs it, noted once a minute.
CREATE FUNCTION staff_session_of(token bytea, idle interval)
RETURNS TABLE (
  session_id text, state text, second_factor_at timestamptz, absolute_end timestamptz, user_id text, email text,
  name text, name_ar text, second_factor_enrolled boolean, company_id text, clinics jsonb
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE staff_session AS session SET last_seen_at = now(), idle_end = now() + idle
  WHERE session.token_hash = token AND session.state = 'ok' AND session.last_seen_at < now() - interval '1 minute'
    AND least(session.idle_end, session.absolute_end) > now();
  RETURN QUERY
  SELECT session.id, session.state, session.second_factor_at, session.absolute_end, who.id, who.email,
    who.name, who.name_ar, who.totp_secret IS NOT NULL,
    (SELECT entered.company_id FROM clinics_of_user(who.id) AS entered
     WHERE entered.company_id = session.company_id
       AND (NOT entered.second_factor_required OR session.second_factor_at IS NOT NULL)),
    coalesce((SELECT jsonb_agg(to_jsonb(mine) ORDER BY mine.name, mine.company_id) FROM clinics_of_user(who.id) AS mine), '[]')
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND who.active AND least(session.idle_end, session.absolute_end) > now();
END $$;

-- The sealed TOTP secret of whoever has given the password and not yet the second factor.
CREATE FUNCTION awaited_second_factor(token bytea)
RETURNS TABLE (user_id text, totp_secret bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT who.id, who.totp_secret
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND session.state = 'second_factor' AND who.active
    AND least(session.idle_end, session.absolute_end) > now()
$$;

-- Spends a TOTP step or a recovery code and gives the session its new cookie; false where that was spent before.
CREATE FUNCTION pass_second_factor(
  token bytea, next_token bytea, step bigint, code bytea, idle interval, mine text[]
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  who text;
BEGIN
  SELECT awaited.user_id INTO who FROM awaited_second_factor(token) AS awaited;
  IF step IS NOT NULL THEN
    UPDATE staff_user SET totp_last_step = step WHERE id = who AND totp_last_step < step;
  ELSE
    UPDATE staff_recovery_code SET used_at = now() WHERE user_id = who AND code_hash = code AND used_at IS NULL;
  END IF;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM staff_login_failure WHERE key = ANY (mine);
  UPDATE staff_session SET token_hash = next_token, state = 'ok', second_factor_at = now(), idle_end = now() + idle
  WHERE token_hash = token AND state = 'second_factor';
  IF NOT FOUND THEN RAISE EXCEPTION 'the session was given its second factor at the same time'; END IF;
  RETURN true;
END $$;

-- Enters a clinic: ok, not_found where the person does not work there, second_factor_required where the login lacks it.
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
  UPDATE staff_session SET company_id = company WHERE token_hash = token;
  RETURN 'ok';
END $$;

CREATE FUNCTION end_staff_session(token bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM staff_session WHERE token_hash = token
$$;

REVOKE ALL ON FUNCTION begin_login_attempt, password_parameters, open_staff_session, clinics_of_user, staff_session_of,
  awaited_second_factor, pass_second_factor, enter_clinic, end_staff_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_login_attempt, password_parameters, open_staff_session, staff_session_of,
  awaited_second_factor, pass_second_factor, enter_clinic, end_staff_session TO clinic_app;
