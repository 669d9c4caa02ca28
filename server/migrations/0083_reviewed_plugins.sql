-- Private plugins are found by links; what every clinic finds was looked at by reviewers first.

CREATE TABLE install_link (
  LIKE clinic_record INCLUDING INDEXES,
  plugin_id text NOT NULL REFERENCES plugin,
  token_hash bytea NOT NULL UNIQUE,
  clinics integer NOT NULL CHECK (clinics BETWEEN 1 AND 100),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND clinics),
  created_by text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  FOREIGN KEY (company_id) REFERENCES publisher (company_id)
);
COMMENT ON TABLE install_link IS 'control: A link by which clinics find a private plugin; only the hash is stored.';
COMMENT ON COLUMN install_link.used IS 'How many clinics have opened it.';
SELECT protect_by_clinic('install_link', 'SELECT, INSERT, UPDATE (ended_at, updated_at)');
CREATE INDEX install_link_of_plugin ON install_link (company_id, plugin_id, created_at);

CREATE TABLE install_link_clinic (
  plugin_id text NOT NULL REFERENCES plugin,
  company_id text NOT NULL,
  link_id text NOT NULL,
  opened_by text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, plugin_id)
);
COMMENT ON TABLE install_link_clinic IS 'control: The clinics that know a private plugin, each by the link that its owner or admin opened.';
SELECT protect_by_clinic('install_link_clinic', 'SELECT');

CREATE FUNCTION open_install_link(hash bytea, who text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  here text := current_setting('app.company', true);
  link install_link;
BEGIN
  SELECT * INTO link FROM install_link WHERE token_hash = hash FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- A clinic that knows the plugin already uses nothing up.
  IF NOT EXISTS (SELECT FROM install_link_clinic AS known WHERE known.company_id = here AND known.plugin_id = link.plugin_id) THEN
    IF link.used >= link.clinics OR link.expires_at <= now() OR link.ended_at IS NOT NULL THEN RETURN NULL; END IF;
    INSERT INTO install_link_clinic (plugin_id, company_id, link_id, opened_by, opened_at)
    VALUES (link.plugin_id, here, link.id, who, now()) ON CONFLICT DO NOTHING;
    IF FOUND THEN UPDATE install_link SET used = used + 1 WHERE company_id = link.company_id AND id = link.id; END IF;
  END IF;
  RETURN (SELECT slug FROM plugin WHERE id = link.plugin_id);
END $$;
COMMENT ON FUNCTION open_install_link IS
  'Makes a private plugin known to the clinic of the transaction, and answers its slug; nothing where the link is no good.';

CREATE TABLE platform_role (
  user_id text PRIMARY KEY REFERENCES staff_user,
  role text NOT NULL CHECK (role IN ('REVIEWER')),
  given_by text NOT NULL,
  given_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE platform_role IS 'control: What logins may do on the platform itself, given by an operator''s command alone.';

CREATE FUNCTION platform_role_of(person text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT role FROM platform_role WHERE user_id = person
$$;
COMMENT ON FUNCTION platform_role_of IS 'What a person may do on the platform itself; nothing where they may do nothing there.';

CREATE TABLE plugin_review (
  LIKE clinic_record INCLUDING INDEXES,
  version_id text NOT NULL REFERENCES plugin_version,
  submitted_by text NOT NULL,
  decision text CHECK (decision IN ('APPROVED', 'REJECTED')),
  reason_en text,
  reason_ar text,
  decided_by text,
  decided_at timestamptz(3),
  FOREIGN KEY (company_id) REFERENCES publisher (company_id),
  CONSTRAINT plugin_review_decided CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)
    AND (decision IS DISTINCT FROM 'REJECTED' OR reason_en IS NOT NULL))
);
COMMENT ON TABLE plugin_review IS 'control: A version that was handed in to be listed, and what a reviewer decided about it.';
SELECT protect_by_clinic('plugin_review', 'SELECT, INSERT');
CREATE INDEX plugin_review_of_version ON plugin_review (version_id);
CREATE INDEX plugin_review_open ON plugin_review (created_at, id) WHERE decision IS NULL;

ALTER TABLE plugin_version ADD exam_id text;
COMMENT ON COLUMN plugin_version.exam_id IS 'The exam that it has passed; null while it has passed none.';

-- Reviewers see and decide what was handed in, in transactions of the platform itself, in which no clinic and no publisher is.
GRANT UPDATE (decision, reason_en, reason_ar, decided_by, decided_at, updated_at) ON plugin_review TO clinic_app;
CREATE POLICY platform ON plugin_review TO clinic_app USING (current_setting('app.company', true) = 'platform');
CREATE POLICY platform ON publisher FOR SELECT TO clinic_app USING (current_setting('app.company', true) = 'platform');
CREATE POLICY platform_sees ON plugin_version FOR SELECT TO clinic_app USING (current_setting('app.company', true) = 'platform');
CREATE POLICY platform_decides ON plugin_version FOR UPDATE TO clinic_app
  USING (current_setting('app.company', true) = 'platform' AND state = 'IN_REVIEW')
  WITH CHECK (current_setting('app.company', true) = 'platform');

CREATE FUNCTION belongs_to_publisher(person text, company text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM publisher_member WHERE company_id = company AND user_id = person)
$$;
COMMENT ON FUNCTION belongs_to_publisher IS 'Whether a reviewer would decide about what is their own.';

CREATE FUNCTION call_reviewers(mail_ids text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT queue_staff_mail(mail_ids[place], 'review_waiting', user_id)
  FROM (SELECT user_id, row_number() OVER (ORDER BY user_id) AS place FROM platform_role WHERE role = 'REVIEWER') AS reviewers
  WHERE place <= cardinality(mail_ids)
$$;
COMMENT ON FUNCTION call_reviewers IS 'Writes to the reviewers that something waits for them, as many as ids are given for.';

CREATE FUNCTION mail_publisher(company text, mail_id text, kind text, facts jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO outgoing_mail (company_id, id, audience, template, data, created_at, updated_at)
  SELECT publisher.company_id, mail_id, 'OWNERS', kind, facts, now(), now() FROM publisher WHERE publisher.company_id = company
$$;
COMMENT ON FUNCTION mail_publisher IS 'Writes to the owners of a publisher, who are those of its sandbox.';

ALTER TABLE staff_mail DROP CONSTRAINT staff_mail_kind_check, ADD CONSTRAINT staff_mail_kind_check CHECK (kind IN
  ('password_reset', 'invitation', 'password_changed', 'second_factor_changed', 'registration', 'registration_known',
    'review_waiting', 'reviewer_role'));

CREATE FUNCTION record_holds(companies text[], ids text[], who text, did text, client text, request text, fields text[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  SELECT held.company, request, who, did, ARRAY[held.id], '{}', '{}', client, fields
  FROM unnest(companies, ids) AS held (company, id) WHERE held.company <> current_setting('app.company', true);
  IF did LIKE 'stop%' THEN
    PERFORM raise_security_event(held.company, 'stopped', 'INFO', held.id,
      jsonb_build_object('installationId', held.id, 'actor', who))
    FROM unnest(companies, ids) AS held (company, id);
  END IF;
END $$;
COMMENT ON FUNCTION record_holds IS 'Records in each clinic that a plugin stands still there from now on, or goes on, and by whom.';

CREATE FUNCTION plugins_of_platform()
RETURNS TABLE (
  id text, slug text, visibility text, publisher_name text, published_version text, installations integer,
  stopped_by_publisher timestamptz, stopped_by_reviewer timestamptz, created_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT plugin.id, plugin.slug, plugin.visibility, publisher.name,
    (SELECT version FROM plugin_version AS v WHERE v.plugin_id = plugin.id AND v.state = 'PUBLISHED'
      ORDER BY v.published_at DESC, v.id DESC LIMIT 1),
    (SELECT count(*)::integer FROM installation AS i WHERE i.plugin_id = plugin.id AND i.status <> 'UNINSTALLED'),
    (SELECT stopped_at FROM plugin_stop AS s WHERE s.plugin_id = plugin.id AND s.side = 'PUBLISHER'),
    (SELECT stopped_at FROM plugin_stop AS s WHERE s.plugin_id = plugin.id AND s.side = 'REVIEWER'), plugin.created_at
  FROM plugin LEFT JOIN publisher ON publisher.id = plugin.publisher_id
  WHERE current_setting('app.company', true) = 'platform'
  ORDER BY plugin.slug
$$;
COMMENT ON FUNCTION plugins_of_platform IS 'Every plugin as reviewers see it, in transactions of the platform alone.';

REVOKE ALL ON FUNCTION open_install_link, platform_role_of, belongs_to_publisher, call_reviewers, mail_publisher, record_holds,
  plugins_of_platform FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_install_link, platform_role_of, belongs_to_publisher, call_reviewers, mail_publisher, record_holds,
  plugins_of_platform TO clinic_app;
