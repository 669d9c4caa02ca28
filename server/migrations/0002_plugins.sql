-- Plugins: what is published, what a clinic installed and agreed to, and what a token stands for.

CREATE TABLE plugin (
  id text PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE plugin IS 'control: What is published; which clinic uses it is an installation.';

CREATE TABLE plugin_version (
  id text PRIMARY KEY,
  plugin_id text NOT NULL REFERENCES plugin,
  version text NOT NULL,
  manifest jsonb NOT NULL,
  manifest_hash text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  UNIQUE (plugin_id, version)
);
COMMENT ON TABLE plugin_version IS
  'control: A published manifest. Never changed, so that a consent refers to what was shown.';

GRANT SELECT, INSERT ON plugin, plugin_version TO clinic_app;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
COMMENT ON FUNCTION refuse_change IS
  'For rows that are evidence: once written they stay as they are, whichever role asks.';

CREATE TABLE installation (
  LIKE clinic_record INCLUDING INDEXES,
  plugin_id text NOT NULL REFERENCES plugin,
  plugin_version_id text NOT NULL REFERENCES plugin_version,
  mode text NOT NULL CHECK (mode IN ('LIVE', 'TEST')),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED')),
  granted_scopes text[] NOT NULL,
  granted_events text[] NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}',
  sealed_settings bytea,
  installed_at timestamptz(3) NOT NULL,
  uninstalled_at timestamptz(3),
  pending_version_id text REFERENCES plugin_version,
  allowed_ip_ranges text[] NOT NULL DEFAULT '{}',
  CONSTRAINT installation_mode_of_clinic FOREIGN KEY (company_id, mode) REFERENCES clinic (company_id, plugin_mode),
  CONSTRAINT installation_pending CHECK (CASE status
    WHEN 'UPDATE_PENDING' THEN pending_version_id IS NOT NULL
    WHEN 'SUSPENDED' THEN true
    ELSE pending_version_id IS NULL END)
);
COMMENT ON TABLE installation IS 'clinic: A plugin in a clinic, with what the clinic granted it.';
COMMENT ON COLUMN installation.sealed_settings IS 'Values of fields of type secret, sealed with the master key.';
COMMENT ON COLUMN installation.pending_version_id IS
  'The version that asks for more than was granted, while it waits for approval.';
COMMENT ON COLUMN installation.allowed_ip_ranges IS
  'What the allowlist of a new token is filled with; empty means any address.';
SELECT protect_by_clinic('installation');
CREATE UNIQUE INDEX installation_live ON installation (company_id, plugin_id) WHERE status <> 'UNINSTALLED';
CREATE INDEX installation_of_plugin ON installation (plugin_id) WHERE status <> 'UNINSTALLED';

CREATE TABLE plugin_token (
  company_id text NOT NULL,
  id text NOT NULL,
  installation_id text NOT NULL,
  token_hash bytea NOT NULL,
  hint text NOT NULL,
  allowed_ip_ranges text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  -- Found by the hash before a clinic is known, so the hash stands first.
  CONSTRAINT plugin_token_hash UNIQUE (token_hash, company_id),
  CONSTRAINT plugin_token_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation
);
COMMENT ON TABLE plugin_token IS
  'clinic: The bearer tokens of an installation; only the hash is stored. It belongs to the clinic, not to control, '
  'so that a request is answered by the clinic''s own database alone.';
COMMENT ON COLUMN plugin_token.hint IS 'The first characters of the token, so that a person can tell tokens apart.';
SELECT protect_by_clinic('plugin_token');
CREATE INDEX plugin_token_of_installation ON plugin_token (company_id, installation_id);

CREATE TABLE consent_receipt (
  company_id text NOT NULL,
  id text NOT NULL,
  installation_id text NOT NULL,
  plugin_version_id text NOT NULL REFERENCES plugin_version,
  manifest_hash text NOT NULL,
  text_shown jsonb NOT NULL,
  granted_scopes text[] NOT NULL,
  granted_events text[] NOT NULL,
  allowed_ip_ranges text[] NOT NULL,
  given_by text NOT NULL,
  given_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT consent_receipt_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation
);
COMMENT ON TABLE consent_receipt IS
  'clinic: What the person who consented was shown, and what they granted. Never changed.';
COMMENT ON COLUMN consent_receipt.given_by IS 'The kind and id of the caller, such as `staff usr_…`.';
SELECT protect_by_clinic('consent_receipt', 'SELECT, INSERT');
CREATE INDEX consent_receipt_of_installation ON consent_receipt (company_id, installation_id, given_at DESC, id DESC);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON consent_receipt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON consent_receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON plugin_version FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE grant_version (
  company_id text PRIMARY KEY,
  version bigint NOT NULL
);
COMMENT ON TABLE grant_version IS
  'clinic: A process may remember what a token stands for, but a change of it counts from the next request on, on '
  'every process, however late the notification arrives. So each such change raises the clinic''s version: a '
  'request says under which version it was let in, and its first statement fails when that is no longer the '
  'clinic''s.';
COMMENT ON COLUMN grant_version.version IS 'No row counts as version 0.';
-- Without row-level security: it is read before the clinic is named, and tells nothing.
GRANT SELECT ON grant_version TO clinic_app;

CREATE FUNCTION raise_grant_versions(companies text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO grant_version (company_id, version)
  SELECT DISTINCT company, 1 FROM unnest(companies) AS company WHERE company IS NOT NULL ORDER BY company
  ON CONFLICT (company_id) DO UPDATE SET version = grant_version.version + 1;
  PERFORM pg_notify('grant_changed', company) FROM unnest(companies) AS company;
END $$;
COMMENT ON FUNCTION raise_grant_versions IS
  'Raises the versions of these clinics and tells every process, in one order, so that two transactions that raise '
  'several never wait for each other.';

CREATE FUNCTION announce_grant_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_grant_versions(ARRAY[coalesce(NEW.company_id, OLD.company_id)]);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_grant_change IS
  'After a change of what a grant rests on: raises the version and tells every process to forget what it remembered '
  'of the clinic.';

-- Settings of an installation are no part of a grant, and a clinic's name is none either.
CREATE TRIGGER grant_changed AFTER UPDATE OR DELETE ON plugin_token FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_changed AFTER UPDATE ON installation FOR EACH ROW
  WHEN ((OLD.mode, OLD.status, OLD.granted_scopes, OLD.granted_events)
    IS DISTINCT FROM (NEW.mode, NEW.status, NEW.granted_scopes, NEW.granted_events))
  EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_ended AFTER DELETE ON installation FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_changed AFTER UPDATE ON clinic FOR EACH ROW
  WHEN ((OLD.country, OLD.currency, OLD.time_zone, OLD.tax_percent, OLD.sandbox, OLD.active)
    IS DISTINCT FROM (NEW.country, NEW.currency, NEW.time_zone, NEW.tax_percent, NEW.sandbox, NEW.active))
  EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_ended AFTER DELETE ON clinic FOR EACH ROW EXECUTE FUNCTION announce_grant_change();

CREATE FUNCTION refuse_stale_grant() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the grant has changed since the request was let in' USING ERRCODE = 'GR001';
END $$;
COMMENT ON FUNCTION refuse_stale_grant IS
  'Fails a request whose grant has changed since it was let in; an expression, so that the check costs no '
  'statement.';

CREATE FUNCTION grant_of_token(hash bytea)
RETURNS TABLE (
  token_id text, expires_at timestamptz, revoked_at timestamptz, allowed_ip_ranges text[], installation_id text,
  mode text, status text, granted_scopes text[], granted_events text[], company_id text, country text, currency text,
  time_zone text, tax_percent numeric, sandbox boolean, active boolean, grant_version bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT token.id, token.expires_at, token.revoked_at, token.allowed_ip_ranges, installation.id,
    installation.mode, installation.status, installation.granted_scopes, installation.granted_events,
    clinic.company_id, clinic.country, clinic.currency, clinic.time_zone, clinic.tax_percent, clinic.sandbox, clinic.active,
    coalesce(grant_version.version, 0)
  FROM plugin_token AS token
  JOIN installation ON installation.company_id = token.company_id AND installation.id = token.installation_id
  JOIN clinic ON clinic.company_id = token.company_id
  LEFT JOIN grant_version ON grant_version.company_id = token.company_id
  WHERE token.token_hash = hash
$$;
COMMENT ON FUNCTION grant_of_token IS
  'The one look across clinics that a plugin request needs: which installation of which clinic has the token with '
  'this hash.';

REVOKE ALL ON FUNCTION raise_grant_versions, grant_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grant_of_token TO clinic_app;
