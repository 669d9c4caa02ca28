-- What people do with their own logins: step-up, sessions, passwords, second factors, invitations; and mail to them.

CREATE TABLE account_event (
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('password_changed', 'password_reset', 'sessions_ended', 'second_factor_enrolled',
    'second_factor_removed', 'recovery_codes_renewed', 'invitation_accepted')),
  address text
);
COMMENT ON TABLE account_event IS 'control: What happened to a login, for its owner and for an inquiry. Never changed.';
CREATE INDEX account_event_of_user ON account_event (user_id, at DESC);

CREATE TABLE password_reset (
  id text PRIMARY KEY,
  user_id text REFERENCES staff_user ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
COMMENT ON TABLE password_reset IS
  'control: Links of mails are good once and for a while; only the hash of what they hold is stored.';
COMMENT ON COLUMN password_reset.user_id IS
  'Null where no login has the address that was given: both cases are the same work.';
CREATE INDEX password_reset_of_user ON password_reset (user_id, created_at DESC) WHERE user_id IS NOT NULL;

CREATE TABLE invitation (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'doctor', 'receptionist', 'accountant', 'assistant')),
  practitioner_id text,
  invited_by text NOT NULL REFERENCES staff_user,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  CONSTRAINT invitation_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner
);
COMMENT ON TABLE invitation IS 'control: A link that makes a person a member of a clinic, once.';
SELECT protect_by_clinic('invitation', 'SELECT, INSERT, UPDATE');
CREATE INDEX invitation_newest ON invitation (company_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_pending ON invitation (company_id, email)
  WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

CREATE TABLE staff_mail (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('password_reset', 'invitation', 'password_changed', 'second_factor_changed')),
  subject_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  done_at timestamptz(3),
  error_code text
);
COMMENT ON TABLE staff_mail IS
  'control: Mail to one person about their login, sent by the worker. The address is looked up when it is sent.';
COMMENT ON COLUMN staff_mail.subject_id IS 'The password reset or invitation, else the person.';
COMMENT ON COLUMN staff_mail.attempts IS 'Raised by every attempt, which has the mail until due_at.';
CREATE INDEX staff_mail_due ON staff_mail (due_at) WHERE done_at IS NULL;

CREATE TABLE clinic_notice (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  read_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE clinic_notice IS 'clinic: What the console shows the clinic''s people.';
SELECT protect_by_clinic('clinic_notice');
CREATE POLICY insert_for_any_clinic ON clinic_notice FOR INSERT TO clinic_dispatcher WITH CHECK (true);
GRANT INSERT ON clinic_notice TO clinic_dispatcher;
CREATE INDEX clinic_notice_newest ON clinic_notice (company_id, created_at DESC, id DESC);
CREATE INDEX clinic_notice_changed ON clinic_notice (company_id, updated_at, id);

CREATE TABLE outgoing_mail (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('OWNERS')),
  template text NOT NULL,
  data jsonb NOT NULL,
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_to text[] NOT NULL DEFAULT '{}',
  error_code text,
  user_id text REFERENCES staff_user ON DELETE SET NULL,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE outgoing_mail IS
  'clinic: E-mail that is still to be sent. The recipients are looked up when it is sent, so that it reaches those '
  'who are owners then.';
COMMENT ON COLUMN outgoing_mail.attempts IS 'Raised by every attempt, which has the mail until due_at.';
COMMENT ON COLUMN outgoing_mail.sent_to IS 'The people who have it already.';
COMMENT ON COLUMN outgoing_mail.error_code IS 'Given up, and why.';
COMMENT ON COLUMN outgoing_mail.user_id IS 'A mail to the owners may also go to the person whom it is about.';
SELECT protect_by_clinic('outgoing_mail');
CREATE POLICY insert_for_any_clinic ON outgoing_mail FOR INSERT TO clinic_dispatcher WITH CHECK (true);
GRANT INSERT ON outgoing_mail TO clinic_dispatcher;
CREATE POLICY send_for_any_clinic ON outgoing_mail TO clinic_dispatcher USING (true);
GRANT SELECT, UPDATE (attempts, due_at, sent_to, sent_at, error_code, updated_at) ON outgoing_mail TO clinic_dispatcher;
CREATE INDEX outgoing_mail_due ON outgoing_mail (due_at) WHERE sent_at IS NULL AND error_code IS NULL;

CREATE FUNCTION complete_session(token bytea) RETURNS staff_session
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT session FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND session.state = 'ok' AND who.active
    AND least(session.idle_end, session.absolute_end) > now()
$$;
COMMENT ON FUNCTION complete_session IS
  'The session of a cookie where the login is complete and lasts. The other functions answer for its person alone.';

CREATE FUNCTION account_of_session(token bytea)
RETURNS TABLE (user_id text, email text, parameters text, totp_secret bytea, totp_pending bytea, enrolled_at timestamptz,
  recovery_codes_left integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT who.id, who.email, regexp_replace(who.password_hash, '\$[^$]*$', ''), who.totp_secret, who.totp_pending,
    CASE WHEN who.totp_secret IS NOT NULL THEN coalesce(who.totp_enrolled_at, who.created_at) END,
    (SELECT count(*)::int FROM staff_recovery_code AS code WHERE code.user_id = who.id AND code.used_at IS NULL)
  FROM staff_user AS who WHERE who.id = (complete_session(token)).user_id
$$;
COMMENT ON FUNCTION account_of_session IS
  'What the person of a session is compared with: the algorithm, cost and salt of the password, and the sealed '
  'secrets of the second factor, enrolled and not yet confirmed.';

CREATE FUNCTION confirm_session(token bytea, hash text, step bigint, code bytea, mine text[], shared text[])
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
  is_enrolled boolean;
BEGIN
  SELECT totp_secret IS NOT NULL INTO is_enrolled FROM staff_user WHERE id = session.user_id;
  IF is_enrolled THEN
    IF NOT spend_second_factor(session.user_id, step, code) THEN RETURN NULL; END IF;
  ELSIF NOT EXISTS (SELECT FROM staff_user WHERE id = session.user_id AND password_hash = hash) THEN
    RETURN NULL;
  END IF;
  PERFORM clear_login_failures(mine, shared);
  UPDATE staff_session
  SET confirmed_at = now(), second_factor_at = CASE WHEN is_enrolled THEN now() ELSE second_factor_at END
  WHERE token_hash = token;
  RETURN now();
END $$;
COMMENT ON FUNCTION confirm_session IS
  'Notes that the session gave its password, or where a second factor is enrolled that; answers when, or nothing '
  'where what was given is wrong.';

CREATE FUNCTION sessions_of_user(token bytea)
RETURNS TABLE (id text, current boolean, created_at timestamptz, last_seen_at timestamptz, address text, user_agent text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT session.id, session.token_hash = token, session.created_at, session.last_seen_at, session.address,
    session.user_agent
  FROM staff_session AS session
  WHERE session.user_id = (complete_session(token)).user_id AND session.state = 'ok'
    AND least(session.idle_end, session.absolute_end) > now()
  ORDER BY session.token_hash = token DESC, session.last_seen_at DESC, session.id
$$;
COMMENT ON FUNCTION sessions_of_user IS 'The sessions of the person, this one first.';

CREATE FUNCTION end_sessions_of_user(token bytea, session_id text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
  ended integer;
BEGIN
  DELETE FROM staff_session
  WHERE user_id = session.user_id AND CASE WHEN session_id IS NULL THEN token_hash <> token ELSE id = session_id END;
  GET DIAGNOSTICS ended = ROW_COUNT;
  IF ended > 0 THEN
    INSERT INTO account_event (user_id, at, kind, address)
    VALUES (session.user_id, now(), 'sessions_ended', session.address);
  END IF;
  RETURN ended;
END $$;
COMMENT ON FUNCTION end_sessions_of_user IS
  'Ends one session of the person, or with no id all but this one; answers how many.';

CREATE FUNCTION set_language(token bytea, chosen text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE staff_user SET language = chosen, updated_at = now() WHERE id = (complete_session(token)).user_id
$$;
COMMENT ON FUNCTION set_language IS 'Chooses the language of the person.';

CREATE FUNCTION change_password(token bytea, hash text, next_hash text, mine text[], shared text[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
  ended integer;
BEGIN
  UPDATE staff_user SET password_hash = next_hash, updated_at = now() WHERE id = session.user_id AND password_hash = hash;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM clear_login_failures(mine, shared);
  DELETE FROM staff_session WHERE user_id = session.user_id AND token_hash <> token;
  GET DIAGNOSTICS ended = ROW_COUNT;
  UPDATE password_reset SET used_at = now() WHERE user_id = session.user_id AND used_at IS NULL;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'password_changed', session.address);
  RETURN ended;
END $$;
COMMENT ON FUNCTION change_password IS
  'Changes the password of a person who knew the present one, and ends the other sessions; answers how many those '
  'were, or nothing where the present password is another.';

CREATE FUNCTION start_second_factor(token bytea, sealed bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE staff_user SET totp_pending = sealed, updated_at = now() WHERE id = (complete_session(token)).user_id
$$;
COMMENT ON FUNCTION start_second_factor IS 'Keeps a new second factor until a code of it has been seen.';

CREATE FUNCTION replace_recovery_codes(who text, codes bytea[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM staff_recovery_code WHERE user_id = who;
  INSERT INTO staff_recovery_code (user_id, code_hash) SELECT who, code FROM unnest(codes) AS code;
$$;
COMMENT ON FUNCTION replace_recovery_codes IS 'Replaces the recovery codes of a person.';

CREATE FUNCTION enrol_second_factor(token bytea, sealed bytea, step bigint, codes bytea[], mine text[], shared text[])
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
BEGIN
  UPDATE staff_user
  SET totp_secret = totp_pending, totp_pending = NULL, totp_last_step = step, totp_enrolled_at = now(), updated_at = now()
  WHERE id = session.user_id AND totp_pending = sealed;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM clear_login_failures(mine, shared);
  PERFORM replace_recovery_codes(session.user_id, codes);
  UPDATE staff_session SET second_factor_at = now(), confirmed_at = now() WHERE token_hash = token;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'second_factor_enrolled', session.address);
  RETURN true;
END $$;
COMMENT ON FUNCTION enrol_second_factor IS
  'Enrols the pending second factor, whose first code has been seen, and gives new recovery codes; false where it '
  'is not the pending one any more, so that of two confirmations at the same time one succeeds.';

CREATE FUNCTION renew_recovery_codes(token bytea, codes bytea[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
BEGIN
  PERFORM FROM staff_user WHERE id = session.user_id AND totp_secret IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM replace_recovery_codes(session.user_id, codes);
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'recovery_codes_renewed', session.address);
  RETURN true;
END $$;
COMMENT ON FUNCTION renew_recovery_codes IS 'Replaces the recovery codes; false where no second factor is enrolled.';

CREATE FUNCTION remove_second_factor(token bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
BEGIN
  IF EXISTS (SELECT FROM clinics_of_user(session.user_id) WHERE second_factor_required) THEN RETURN false; END IF;
  UPDATE staff_user SET totp_secret = NULL, totp_pending = NULL, totp_enrolled_at = NULL, updated_at = now()
  WHERE id = session.user_id AND totp_secret IS NOT NULL;
  IF NOT FOUND THEN RETURN true; END IF;
  DELETE FROM staff_recovery_code WHERE user_id = session.user_id;
  UPDATE staff_session SET second_factor_at = NULL WHERE user_id = session.user_id;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'second_factor_removed', session.address);
  RETURN true;
END $$;
COMMENT ON FUNCTION remove_second_factor IS
  'Removes the second factor with its recovery codes; false where a clinic that the person works in asks for one.';

REVOKE ALL ON FUNCTION complete_session, account_of_session, confirm_session, sessions_of_user, end_sessions_of_user,
  set_language, change_password, start_second_factor, replace_recovery_codes, enrol_second_factor, renew_recovery_codes,
  remove_second_factor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION account_of_session, confirm_session, sessions_of_user, end_sessions_of_user, set_language,
  change_password, start_second_factor, enrol_second_factor, renew_recovery_codes, remove_second_factor TO clinic_app;

CREATE FUNCTION queue_staff_mail(mail_id text, mail_kind text, subject text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO staff_mail (id, kind, subject_id, created_at, due_at) VALUES (mail_id, mail_kind, subject, now(), now());
  PERFORM graphile_worker.add_job('send_staff_mail', job_key => 'send_staff_mail');
END $$;
COMMENT ON FUNCTION queue_staff_mail IS 'Queues a mail and the job that sends it.';

CREATE FUNCTION request_password_reset(login text, reset_id text, token bytea, mail_id text, lifetime interval) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO password_reset (id, user_id, token_hash, created_at, expires_at)
  SELECT reset_id, (
    SELECT who.id FROM staff_user AS who
    WHERE who.email = login AND who.active AND 3 > (
      SELECT count(*) FROM password_reset AS earlier
      WHERE earlier.user_id = who.id AND earlier.created_at > now() - interval '1 hour')
  ), token, now(), now() + lifetime;
  PERFORM queue_staff_mail(mail_id, 'password_reset', reset_id);
END $$;
COMMENT ON FUNCTION request_password_reset IS
  'Makes a link for a new password. For an address that no login has, and for a person who was sent three within '
  'the hour, it does the same work for a link that belongs to no person.';

CREATE FUNCTION password_reset_of(token bytea) RETURNS TABLE (email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT who.email FROM password_reset AS reset JOIN staff_user AS who ON who.id = reset.user_id AND who.active
  WHERE reset.token_hash = token AND reset.used_at IS NULL AND reset.expires_at > now()
$$;
COMMENT ON FUNCTION password_reset_of IS 'Whose password the link sets, while it is good.';

CREATE FUNCTION reset_password(token bytea, hash text, client text) RETURNS boolean
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
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (who, now(), 'password_reset', client);
  RETURN true;
END $$;
COMMENT ON FUNCTION reset_password IS
  'Sets the password of a link, once, and ends what was opened with the one before: sessions, and assistants with '
  'them. A person who needs a link may have lost the password to another.';

CREATE FUNCTION invitation_of(token bytea)
RETURNS TABLE (email text, clinic_name text, clinic_name_ar text, role text, has_account boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT offer.email, clinic.name, clinic.name_ar, offer.role,
    EXISTS (SELECT FROM staff_user AS who WHERE who.email = offer.email)
  FROM invitation AS offer JOIN clinic ON clinic.company_id = offer.company_id AND clinic.active
  WHERE offer.token_hash = token AND offer.accepted_at IS NULL AND offer.withdrawn_at IS NULL AND offer.expires_at > now()
$$;
COMMENT ON FUNCTION invitation_of IS 'What an invitation is for, while it is good.';

CREATE FUNCTION accept_invitation(token bytea, new_id text, new_name text, hash text, client text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  offer invitation;
  who text;
BEGIN
  SELECT found.* INTO offer FROM invitation AS found
  JOIN clinic ON clinic.company_id = found.company_id AND clinic.active
  WHERE found.token_hash = token AND found.accepted_at IS NULL AND found.withdrawn_at IS NULL AND found.expires_at > now()
  FOR UPDATE OF found;
  IF NOT FOUND THEN RETURN 'not_found'; END IF;
  IF hash IS NOT NULL AND new_name IS NOT NULL THEN
    INSERT INTO staff_user (id, email, name, password_hash, created_at, updated_at)
    VALUES (new_id, offer.email, new_name, hash, now(), now())
    ON CONFLICT (email) DO NOTHING;
  END IF;
  SELECT id INTO who FROM staff_user WHERE email = offer.email;
  IF NOT FOUND THEN RETURN 'details_required'; END IF;
  INSERT INTO membership (company_id, user_id, role, practitioner_id, created_at, updated_at)
  VALUES (offer.company_id, who, offer.role, offer.practitioner_id, now(), now())
  ON CONFLICT (company_id, user_id) DO UPDATE
  SET role = EXCLUDED.role, practitioner_id = coalesce(EXCLUDED.practitioner_id, membership.practitioner_id),
    active = true, updated_at = now()
  WHERE NOT membership.active;
  UPDATE invitation SET accepted_at = now(), updated_at = now() WHERE company_id = offer.company_id AND id = offer.id;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (who, now(), 'invitation_accepted', client);
  INSERT INTO audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  VALUES (offer.company_id, now(), offer.id, 'staff ' || who, NULL, 'acceptInvitation', ARRAY[offer.id, who], '{}', '{}', client);
  RETURN 'ok';
END $$;
COMMENT ON FUNCTION accept_invitation IS
  'Accepts an invitation, once: ok, not_found where it is not good any more, details_required where there is no '
  'account and nothing to make one of. A person who works in the clinic already keeps their role.';

CREATE FUNCTION people_of_clinic(company text)
RETURNS TABLE (user_id text, email text, name text, name_ar text, second_factor_enrolled boolean, may_log_in boolean,
  last_seen_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT who.id, who.email, who.name, who.name_ar, who.totp_secret IS NOT NULL, who.active,
    greatest(membership.last_seen_at, (
      SELECT max(session.last_seen_at) FROM staff_session AS session
      WHERE session.user_id = who.id AND session.state = 'ok' AND (session.company_id = company
        OR (session.company_id IS NULL AND 1 = (SELECT count(*) FROM clinics_of_user(who.id))))))
  FROM membership JOIN staff_user AS who ON who.id = membership.user_id
  WHERE membership.company_id = company AND company = current_setting('app.company', true)
$$;
COMMENT ON FUNCTION people_of_clinic IS
  'The people of the clinic that the transaction names. A session of the last minute has not been noted yet.';

CREATE FUNCTION mail_readers(companies text[], people text[])
RETURNS TABLE (company_id text, clinic_name text, user_id text, email text, is_owner boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT clinic.company_id, clinic.name, who.id, who.email, membership.role = 'owner'
  FROM membership
  JOIN clinic ON clinic.company_id = membership.company_id
  JOIN staff_user AS who ON who.id = membership.user_id
  WHERE membership.company_id = ANY (companies) AND membership.active AND who.active
    AND (membership.role = 'owner' OR who.id = ANY (people))
  ORDER BY clinic.company_id, who.id
$$;
COMMENT ON FUNCTION mail_readers IS
  'Who reads the mail of these clinics now: their owners, and those of the people named who work there.';

CREATE FUNCTION mail_account_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_staff_mail('sml_' || replace(gen_random_uuid()::text, '-', ''),
    CASE WHEN NEW.kind IN ('password_changed', 'password_reset') THEN 'password_changed' ELSE 'second_factor_changed' END,
    NEW.user_id);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION mail_account_event IS
  'Tells the person by mail that their login was changed, so that it is not changed behind their back.';

CREATE TRIGGER mail_account_event AFTER INSERT ON account_event FOR EACH ROW
  WHEN (NEW.kind NOT IN ('sessions_ended', 'invitation_accepted')) EXECUTE FUNCTION mail_account_event();

CREATE FUNCTION claim_staff_mail(max_rows integer)
RETURNS TABLE (id text, kind text, subject_id text, token_hash bytea, attempts integer, email text, company_id text,
  clinic_name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH claimed AS (
    UPDATE staff_mail AS mail
    SET attempts = mail.attempts + 1, due_at = now() + least(2 ^ mail.attempts, 1440) * interval '1 minute'
    FROM (
      SELECT id FROM staff_mail WHERE done_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT max_rows FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE mail.id = due.id
    RETURNING mail.id, mail.kind, mail.subject_id, mail.attempts
  ), addressed AS (
    SELECT claimed.id, reset.token_hash, who.id AS user_id, who.email
    FROM claimed JOIN password_reset AS reset ON claimed.kind = 'password_reset' AND reset.id = claimed.subject_id
    LEFT JOIN staff_user AS who ON who.id = reset.user_id AND who.active AND reset.used_at IS NULL AND reset.expires_at > now()
    UNION ALL
    SELECT claimed.id, NULL, who.id, who.email
    FROM claimed LEFT JOIN staff_user AS who ON who.id = claimed.subject_id AND who.active
    WHERE claimed.kind IN ('password_changed', 'second_factor_changed')
  )
  SELECT claimed.id, claimed.kind, claimed.subject_id, addressed.token_hash, claimed.attempts, addressed.email,
    works.company_id, works.name
  FROM claimed JOIN addressed ON addressed.id = claimed.id
  LEFT JOIN LATERAL (
    SELECT mine.company_id, mine.name FROM clinics_of_user(addressed.user_id) AS mine ORDER BY 1 LIMIT 1) AS works ON true
  UNION ALL
  SELECT claimed.id, claimed.kind, claimed.subject_id, offer.token_hash, claimed.attempts,
    CASE WHEN offer.accepted_at IS NULL AND offer.withdrawn_at IS NULL AND offer.expires_at > now() THEN offer.email END,
    offer.company_id, clinic.name
  FROM claimed
  JOIN invitation AS offer ON claimed.kind = 'invitation' AND offer.id = claimed.subject_id
  JOIN clinic ON clinic.company_id = offer.company_id;
END $$;
COMMENT ON FUNCTION claim_staff_mail IS
  'Takes mails that are due for an attempt, with what is needed to write them. Only links have a hash.';

CREATE FUNCTION close_staff_mail(mail_id text, error text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE staff_mail SET done_at = now(), error_code = error WHERE id = mail_id
$$;
COMMENT ON FUNCTION close_staff_mail IS 'A mail that was sent, or given up.';

CREATE FUNCTION sweep_logins() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM staff_session WHERE least(idle_end, absolute_end) < now();
  DELETE FROM staff_login_failure WHERE last_at < now() - interval '1 day';
  DELETE FROM password_reset WHERE expires_at < now() - interval '1 day';
  DELETE FROM invitation
  WHERE least(expires_at, coalesce(accepted_at, 'infinity'), coalesce(withdrawn_at, 'infinity')) < now() - interval '30 days';
  DELETE FROM staff_mail WHERE created_at < now() - interval '30 days';
$$;
COMMENT ON FUNCTION sweep_logins IS 'Deletes what has ended or was used some time ago.';

REVOKE ALL ON FUNCTION queue_staff_mail, request_password_reset, password_reset_of, reset_password, invitation_of,
  accept_invitation, people_of_clinic, mail_readers, mail_account_event, claim_staff_mail, close_staff_mail,
  sweep_logins FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_staff_mail, request_password_reset, password_reset_of, reset_password, invitation_of,
  accept_invitation, people_of_clinic TO clinic_app;
GRANT EXECUTE ON FUNCTION mail_readers, claim_staff_mail, close_staff_mail, sweep_logins TO clinic_dispatcher;
