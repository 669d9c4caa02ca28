-- Counts back what succeeded. In the order in which attempts are counted, or the two would wait for each other.
CREATE OR REPLACE FUNCTION forget_failures(mine text[], shared text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT FROM staff_login_failure WHERE key = ANY (mine || shared) ORDER BY key FOR UPDATE;
  DELETE FROM staff_login_failure WHERE key = ANY (mine);
  UPDATE staff_login_failure SET failures = greatest(0, failures - 1) WHERE key = ANY (shared);
$$;

-- Completes a login and gives the session its new cookie; false where the code was spent before. What was right is no
-- failure, of the account or of the address: an office behind one address would wait ever longer.
DROP FUNCTION pass_second_factor;
CREATE FUNCTION pass_second_factor(
  token bytea, next_token bytea, step bigint, code bytea, idle interval, mine text[], shared text[]
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  who text;
BEGIN
  SELECT awaited.user_id INTO who FROM awaited_second_factor(token) AS awaited;
  IF NOT spend_second_factor(who, step, code) THEN RETURN false; END IF;
  PERFORM forget_failures(mine, shared);
  UPDATE staff_session
  SET token_hash = next_token, state = 'ok', second_factor_at = now(), confirmed_at = now(), idle_end = now() + idle
  WHERE token_hash = token AND state = 'second_factor';
  IF NOT FOUND THEN RAISE EXCEPTION 'the session was given its second factor at the same time'; END IF;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION pass_second_factor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pass_second_factor TO clinic_app;

-- Sets the password of a link, once, and ends what was opened with the one before: sessions, and assistants with them.
-- Whoever needs a link may have lost the password to somebody.
CREATE OR REPLACE FUNCTION reset_password(token bytea, hash text, client text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  who text;
BEGIN
  UPDATE password_reset SET used_at = now()
  WHERE token_hash = token AND used_at IS NULL AND expires_at > now() AND user_id IS NOT NULL
  RETURNING user_id INTO who;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE staff_user SET password_hash = hash, updated_at = now() WHERE id = who AND active;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE password_reset SET used_at = now() WHERE user_id = who AND used_at IS NULL;
  DELETE FROM staff_session WHERE user_id = who;
  DELETE FROM oauth_grant WHERE user_id = who;
  INSERT INTO account_event VALUES (who, now(), 'password_reset', client);
  RETURN true;
END $$;
