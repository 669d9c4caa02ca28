-- Who is invited to belong to a publisher is written to.

CREATE TABLE publisher_invitation (
  LIKE clinic_record INCLUDING INDEXES,
  email text NOT NULL CHECK (email = lower(email)),
  invited_by text NOT NULL REFERENCES staff_user,
  FOREIGN KEY (company_id) REFERENCES publisher (company_id)
);
COMMENT ON TABLE publisher_invitation IS
  'control: Each time that a publisher has invited a person, and so has a mail sent. It stays when the invitation is taken '
  'back, so that mails are counted.';
COMMENT ON COLUMN publisher_invitation.invited_by IS 'In whose name and language the mail is written.';
SELECT protect_by_clinic('publisher_invitation', 'SELECT, INSERT');
CREATE INDEX publisher_invitation_newest ON publisher_invitation (company_id, created_at);
CREATE INDEX publisher_invitation_of_email ON publisher_invitation (email, created_at);

ALTER TABLE publisher_member ADD invited_at timestamptz(3);
COMMENT ON COLUMN publisher_member.invited_at IS 'When they were last invited; null for those who were there from the start.';
GRANT UPDATE (invited_at) ON publisher_member TO clinic_app;

ALTER TABLE staff_mail DROP CONSTRAINT staff_mail_kind_check, ADD CONSTRAINT staff_mail_kind_check CHECK (kind IN
  ('password_reset', 'invitation', 'password_changed', 'second_factor_changed', 'registration', 'registration_known',
    'review_waiting', 'reviewer_role', 'publisher_invitation'));

CREATE FUNCTION publisher_invitation_facts(wanted text, most integer)
RETURNS TABLE (email text, facts jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT asked.email, jsonb_build_object('publisher', publisher.name, 'publisherAr', publisher.name_ar, 'person', sender.name,
    'personAr', sender.name_ar, 'language', sender.language, 'role', member.role,
    'hasLogin', EXISTS (SELECT FROM staff_user AS who WHERE who.email = asked.email AND who.active))
  FROM publisher_invitation AS asked
  JOIN publisher_member AS member ON member.company_id = asked.company_id AND member.email = asked.email
    AND member.user_id IS NULL
  JOIN publisher ON publisher.company_id = asked.company_id
  JOIN staff_user AS sender ON sender.id = asked.invited_by AND sender.active
  WHERE asked.id = wanted AND most > (
    SELECT count(*) FROM publisher_invitation AS earlier
    WHERE earlier.email = asked.email AND earlier.created_at > asked.created_at - interval '1 day'
      AND (earlier.created_at, earlier.id) < (asked.created_at, asked.id))
$$;
COMMENT ON FUNCTION publisher_invitation_facts IS
  'To whom an invitation goes and what it says, while it stands; nothing where `most` of any publisher went to the address '
  'within a day, of which the publisher learns nothing.';

DROP FUNCTION claim_staff_mail(integer);
CREATE FUNCTION claim_staff_mail(max_rows integer)
RETURNS TABLE (
  id text, kind text, subject_id text, token_hash bytea, attempts integer, email text, company_id text, clinic_name text,
  facts jsonb
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
    claimed.attempts, coalesce(who.email, offer.email, asked.email, invited.email),
    coalesce(clinic.company_id, works.company_id), coalesce(clinic.name, works.name), invited.facts
  FROM claimed
  LEFT JOIN password_reset AS reset ON claimed.kind = 'password_reset' AND reset.id = claimed.subject_id
    AND reset.used_at IS NULL AND reset.expires_at > now()
  LEFT JOIN invitation AS offer ON claimed.kind = 'invitation' AND offer.id = claimed.subject_id
    AND invitation_stands(offer)
  LEFT JOIN publisher_registration AS asked ON claimed.kind IN ('registration', 'registration_known')
    AND asked.id = claimed.subject_id AND asked.used_at IS NULL AND asked.expires_at > now()
  LEFT JOIN LATERAL (SELECT * FROM publisher_invitation_facts(claimed.subject_id, 3)) AS invited
    ON claimed.kind = 'publisher_invitation'
  LEFT JOIN clinic ON clinic.company_id = offer.company_id
  LEFT JOIN staff_user AS who ON who.id = coalesce(reset.user_id, claimed.subject_id) AND who.active
  LEFT JOIN LATERAL (SELECT * FROM clinics_of_user(who.id) ORDER BY company_id LIMIT 1) AS works ON true
$$;
COMMENT ON FUNCTION claim_staff_mail IS
  'Takes mails that are due for an attempt, with what is needed to write them. Only links have a hash. One without '
  'a recipient, whose link has run out too, has no email.';

CREATE OR REPLACE FUNCTION sweep_logins() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM staff_session WHERE least(idle_end, absolute_end) < now();
  DELETE FROM staff_login_failure WHERE last_at < now() - interval '1 day';
  DELETE FROM password_reset WHERE expires_at < now() - interval '1 day';
  DELETE FROM publisher_registration WHERE expires_at < now() - interval '1 day';
  DELETE FROM publisher_invitation WHERE created_at < now() - interval '30 days';
  DELETE FROM invitation
  WHERE least(expires_at, coalesce(accepted_at, 'infinity'), coalesce(withdrawn_at, 'infinity')) < now() - interval '30 days';
  DELETE FROM staff_mail WHERE created_at < now() - interval '30 days';
$$;

REVOKE ALL ON FUNCTION publisher_invitation_facts, claim_staff_mail FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_staff_mail TO clinic_dispatcher;
