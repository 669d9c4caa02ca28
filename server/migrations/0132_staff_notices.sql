-- When somebody was last seen in a clinic, and mail to whoever's login was changed.

ALTER TABLE membership ADD COLUMN last_seen_at timestamptz(3);

-- As before (0131), and notes with the session, once a minute, that the person was seen in the clinic that they are in.
CREATE OR REPLACE FUNCTION staff_session_of(token bytea, idle interval)
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
  IF FOUND THEN PERFORM note_presence(seen); END IF;
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

-- Notes where a session is: in the clinic that was entered, or in the only one there is.
CREATE FUNCTION note_presence(session staff_session) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE membership SET last_seen_at = now()
  WHERE user_id = session.user_id AND active AND (company_id = session.company_id
    OR (session.company_id IS NULL AND 1 = (SELECT count(*) FROM clinics_of_user(session.user_id))))
$$;

-- Enters a clinic: ok, not_found where the person does not work there, second_factor_required where the login lacks it.
CREATE OR REPLACE FUNCTION enter_clinic(token bytea, company text) RETURNS text
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
  PERFORM note_presence(session);
  RETURN 'ok';
END $$;

-- The people of the clinic that the transaction names. A session of the last minute has not been noted yet.
CREATE OR REPLACE FUNCTION people_of_clinic(company text)
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

ALTER TABLE staff_mail DROP CONSTRAINT staff_mail_kind_check, ADD CONSTRAINT staff_mail_kind_check
  CHECK (kind IN ('password_reset', 'invitation', 'password_changed', 'second_factor_changed'));

-- Whoever's login was changed is told by mail, so that it is not changed behind their back.
CREATE FUNCTION tell_of_account_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_staff_mail('sml_' || replace(gen_random_uuid()::text, '-', ''),
    CASE WHEN NEW.kind IN ('password_changed', 'password_reset') THEN 'password_changed' ELSE 'second_factor_changed' END,
    NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER told AFTER INSERT ON account_event FOR EACH ROW
  WHEN (NEW.kind NOT IN ('sessions_ended', 'invitation_accepted')) EXECUTE FUNCTION tell_of_account_event();

-- Takes mails that are due for an attempt, with what is needed to write them. Only links have a hash.
CREATE OR REPLACE FUNCTION claim_staff_mail(most integer)
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
      SELECT id FROM staff_mail WHERE done_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT most FOR UPDATE SKIP LOCKED
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

REVOKE ALL ON FUNCTION note_presence, tell_of_account_event FROM PUBLIC;
