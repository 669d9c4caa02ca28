-- People who make plugins get a login by themselves; what a publisher says of itself is looked at; plugins have icons.

CREATE TABLE publisher_registration (
  id text PRIMARY KEY,
  email text CHECK (email = lower(email)),
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
COMMENT ON TABLE publisher_registration IS 'control: A link by which a person who makes plugins gets a login. Only the hash is stored.';
COMMENT ON COLUMN publisher_registration.email IS
  'Null where nothing is sent: the address may not register, or has just asked. That is the same work.';
CREATE INDEX publisher_registration_of_email ON publisher_registration (email, created_at);

ALTER TABLE staff_mail DROP CONSTRAINT staff_mail_kind_check, ADD CONSTRAINT staff_mail_kind_check CHECK (kind IN
  ('password_reset', 'invitation', 'password_changed', 'second_factor_changed', 'registration', 'registration_known'));
COMMENT ON COLUMN staff_mail.subject_id IS 'The password reset, invitation or registration, else the person.';

CREATE FUNCTION request_registration(
  login text, new_id text, called text, token bytea, mail_id text, lifetime interval, invited_only boolean
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_known boolean := EXISTS (SELECT FROM staff_user WHERE email = login);
  is_invited boolean := EXISTS (SELECT FROM publisher_member WHERE email = login AND user_id IS NULL);
  is_soon boolean := 3 <= (SELECT count(*) FROM publisher_registration AS earlier
    WHERE earlier.email = login AND earlier.created_at > now() - interval '1 hour');
BEGIN
  INSERT INTO publisher_registration (id, email, name, token_hash, created_at, expires_at)
  VALUES (new_id, CASE WHEN NOT is_soon AND (is_invited OR is_known OR NOT invited_only) THEN login END, called, token, now(),
    now() + lifetime);
  PERFORM queue_staff_mail(mail_id, CASE WHEN is_known THEN 'registration_known' ELSE 'registration' END, new_id);
END $$;
COMMENT ON FUNCTION request_registration IS
  'Has a link sent to an address, three times an hour at most; to one that a person logs in with, that there is a login.';

CREATE FUNCTION registration_of(token bytea) RETURNS TABLE (email text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT asked.email, asked.name FROM publisher_registration AS asked
  WHERE asked.token_hash = token AND asked.used_at IS NULL AND asked.expires_at > now() AND asked.email IS NOT NULL
    AND NOT EXISTS (SELECT FROM staff_user AS who WHERE who.email = asked.email)
$$;
COMMENT ON FUNCTION registration_of IS 'Whose login a link makes, while it is good.';

CREATE FUNCTION confirm_registration(token bytea, new_id text, hash text, client text, request text, fields text[])
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  asked publisher_registration;
BEGIN
  UPDATE publisher_registration SET used_at = now()
  WHERE token_hash = token AND used_at IS NULL AND expires_at > now() AND email IS NOT NULL RETURNING * INTO asked;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO staff_user (id, email, name, password_hash, created_at, updated_at)
  VALUES (new_id, asked.email, asked.name, hash, now(), now()) ON CONFLICT (email) DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE publisher_registration SET used_at = now() WHERE email = asked.email AND used_at IS NULL;
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  VALUES ('platform', request, 'staff ' || new_id, 'confirmRegistration', ARRAY[new_id], '{}', '{}', client, fields);
  RETURN asked.email;
END $$;
COMMENT ON FUNCTION confirm_registration IS
  'Makes a login by a link, once, and the record of it, which is the platform''s: the person works in no clinic yet.';

CREATE OR REPLACE FUNCTION claim_staff_mail(max_rows integer)
RETURNS TABLE (
  id text, kind text, subject_id text, token_hash bytea, attempts integer, email text, company_id text, clinic_name text
)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH claimed AS (
    UPDATE staff_mail AS mail
    SET attempts = mail.attempts + 1, due_at = now() + least(2 ^ mail.attempts, 1440) * interval '1 minute'
    FROM (
      SELECT id FROM staff_mail WHERE done_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT max_rows FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE mail.id = due.id
    RETURNING mail.id, mail.kind, mail.subject_id, mail.attempts
  )
  SELECT claimed.id, claimed.kind, claimed.subject_id, coalesce(reset.token_hash, offer.token_hash, asked.token_hash),
    claimed.attempts, coalesce(who.email, offer.email, asked.email), coalesce(clinic.company_id, works.company_id),
    coalesce(clinic.name, works.name)
  FROM claimed
  LEFT JOIN password_reset AS reset ON claimed.kind = 'password_reset' AND reset.id = claimed.subject_id
    AND reset.used_at IS NULL AND reset.expires_at > now()
  LEFT JOIN invitation AS offer ON claimed.kind = 'invitation' AND offer.id = claimed.subject_id
    AND invitation_stands(offer)
  LEFT JOIN publisher_registration AS asked ON claimed.kind IN ('registration', 'registration_known')
    AND asked.id = claimed.subject_id AND asked.used_at IS NULL AND asked.expires_at > now()
  LEFT JOIN clinic ON clinic.company_id = offer.company_id
  LEFT JOIN staff_user AS who ON who.id = coalesce(reset.user_id, claimed.subject_id) AND who.active
  LEFT JOIN LATERAL (SELECT * FROM clinics_of_user(who.id) ORDER BY company_id LIMIT 1) AS works ON true
$$;

CREATE OR REPLACE FUNCTION sweep_logins() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM staff_session WHERE least(idle_end, absolute_end) < now();
  DELETE FROM staff_login_failure WHERE last_at < now() - interval '1 day';
  DELETE FROM password_reset WHERE expires_at < now() - interval '1 day';
  DELETE FROM publisher_registration WHERE expires_at < now() - interval '1 day';
  DELETE FROM invitation
  WHERE least(expires_at, coalesce(accepted_at, 'infinity'), coalesce(withdrawn_at, 'infinity')) < now() - interval '30 days';
  DELETE FROM staff_mail WHERE created_at < now() - interval '30 days';
$$;

ALTER TABLE sandbox_message DROP CONSTRAINT sandbox_message_company_id_fkey;
COMMENT ON COLUMN sandbox_message.company_id IS '`platform` for mails to people who are of no clinic yet.';

CREATE FUNCTION website_of_publisher(wanted text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT website FROM publisher WHERE id = wanted
$$;
COMMENT ON FUNCTION website_of_publisher IS 'What clinics are shown as a publisher''s home page: it is public.';

ALTER TABLE plugin
  ADD icon bytea CHECK (octet_length(icon) <= 262144),
  ADD icon_type text CHECK (icon_type IN ('image/png', 'image/jpeg', 'image/webp')),
  ADD icon_name text GENERATED ALWAYS AS (id || '-' || left(encode(sha256(icon), 'hex'), 16)) STORED;
ALTER TABLE plugin ADD CONSTRAINT plugin_icon CHECK ((icon IS NULL) = (icon_type IS NULL));
COMMENT ON COLUMN plugin.icon IS 'Fetched once from where the publisher said, and served by us from then on.';
COMMENT ON COLUMN plugin.icon_name IS 'As it is asked for; another picture has another name.';
CREATE UNIQUE INDEX plugin_icon_name ON plugin (icon_name);
GRANT UPDATE (icon, icon_type) ON plugin TO clinic_app;

REVOKE ALL ON FUNCTION request_registration, registration_of, confirm_registration, website_of_publisher FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_registration, registration_of, confirm_registration, website_of_publisher TO clinic_app;
