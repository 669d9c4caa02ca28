-- Plugins and what every request of one needs: tokens, the write protocol, idempotency, audit.

-- Global by nature: what is published, not what a clinic installed.
CREATE TABLE plugin (
  id text PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL
);
CREATE TABLE plugin_version (
  id text PRIMARY KEY,
  plugin_id text NOT NULL REFERENCES plugin,
  version text NOT NULL,
  manifest jsonb NOT NULL,
  manifest_hash text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  UNIQUE (plugin_id, version)
);
GRANT SELECT, INSERT ON plugin, plugin_version TO clinic_app;

CREATE TABLE installation (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  plugin_id text NOT NULL REFERENCES plugin,
  plugin_version_id text NOT NULL REFERENCES plugin_version,
  mode text NOT NULL CHECK (mode IN ('LIVE', 'TEST')),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED')),
  granted_scopes text[] NOT NULL,
  granted_events text[] NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}',
  -- Values of fields of type secret, sealed with the master key.
  sealed_settings bytea,
  installed_at timestamptz(3) NOT NULL,
  uninstalled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('installation');
CREATE UNIQUE INDEX installation_live ON installation (company_id, plugin_id) WHERE status <> 'UNINSTALLED';

CREATE TABLE plugin_token (
  company_id text NOT NULL,
  id text NOT NULL,
  installation_id text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- The first characters of the token, so that a person can tell tokens apart.
  hint text NOT NULL,
  allowed_ip_ranges text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (company_id, id),
  CONSTRAINT plugin_token_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation
);
SELECT wall_off('plugin_token');
CREATE INDEX plugin_token_of_installation ON plugin_token (company_id, installation_id);

-- The one look across clinics that the application has: whose token has this hash.
CREATE FUNCTION grant_of_token(hash bytea)
RETURNS TABLE (
  token_id text, expires_at timestamptz, revoked_at timestamptz, allowed_ip_ranges text[], installation_id text,
  mode text, status text, granted_scopes text[], granted_events text[], company_id text, country text, currency text,
  time_zone text, tax_percent numeric, sandbox boolean, active boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT token.id, token.expires_at, token.revoked_at, token.allowed_ip_ranges, installation.id,
    installation.mode, installation.status, installation.granted_scopes, installation.granted_events,
    clinic.company_id, clinic.country, clinic.currency, clinic.time_zone, clinic.tax_percent, clinic.sandbox, clinic.active
  FROM plugin_token AS token
  JOIN installation ON installation.company_id = token.company_id AND installation.id = token.installation_id
  JOIN clinic ON clinic.company_id = token.company_id
  WHERE token.token_hash = hash
$$;
REVOKE ALL ON FUNCTION grant_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grant_of_token TO clinic_app;

-- Whoever changes a token, an installation or a clinic, every process forgets what it remembered of it.
CREATE FUNCTION announce_grant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('grant_changed', coalesce(NEW.company_id, OLD.company_id));
  RETURN NULL;
END $$;
CREATE TRIGGER grant_changed AFTER UPDATE OR DELETE ON plugin_token FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_changed AFTER UPDATE OR DELETE ON installation FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_changed AFTER UPDATE OR DELETE ON clinic FOR EACH ROW EXECUTE FUNCTION announce_grant_change();

-- Every write of a clinic begins here. It names the clinic for row-level security and takes the transaction's instant,
-- after having announced it by a shared lock whose second key is the instant's lower bound in milliseconds.
CREATE FUNCTION begin_write(company text) RETURNS timestamptz
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.company', company, true);
  PERFORM pg_advisory_xact_lock_shared(
    hashtext(company), ((extract(epoch FROM clock_timestamp()) * 1000)::bigint % 2147483648)::integer);
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;

-- The instant before which no change of the clinic can still be committed. A delta reader that takes only rows with
-- updated_at below it (in a later statement) misses nothing: whoever holds no lock now has either committed, so that
-- the later statement sees it, or has not yet taken its instant, so that it will be at or above this one.
CREATE FUNCTION delta_horizon(company text) RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  before timestamptz := date_trunc('milliseconds', clock_timestamp());
  before_ms bigint := (extract(epoch FROM before) * 1000)::bigint;
  oldest_age bigint;
BEGIN
  SELECT max((before_ms - objid::bigint + 2 * 2147483648) % 2147483648) INTO oldest_age
  FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ((hashtext(company)::bigint + 4294967296) % 4294967296)::oid
    AND (before_ms - objid::bigint + 2 * 2147483648) % 2147483648 < 1073741824;
  RETURN before - coalesce(oldest_age, 0) * interval '1 millisecond';
END $$;

-- Goes before a delta's statement in the same message: names the clinic and takes the horizon, for that statement alone.
CREATE FUNCTION begin_delta(company text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.company', company, true);
  PERFORM set_config('app.horizon', delta_horizon(company)::text, true);
END $$;

CREATE TABLE idempotency_record (
  company_id text NOT NULL,
  installation_id text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer NOT NULL,
  -- The response body, byte for byte; sealed with the master key where it holds a secret.
  body bytea NOT NULL,
  sealed boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, installation_id, key)
);
SELECT wall_off('idempotency_record');
CREATE INDEX idempotency_record_age ON idempotency_record (created_at);

-- begin_write for a request with an Idempotency-Key. The lock lives as long as the transaction, so that a crash frees
-- the key at once; state says what to do: run, busy (the same key is running), or the earlier response.
CREATE FUNCTION begin_request(company text, installation text, request_key text)
RETURNS TABLE (now timestamptz, state text, request_hash bytea, status integer, body bytea, sealed boolean)
LANGUAGE plpgsql AS $$
BEGIN
  now := begin_write(company);
  IF NOT pg_try_advisory_xact_lock(hashtextextended(installation || ' ' || request_key, 0)) THEN
    state := 'busy';
  ELSE
    SELECT 'done', record.request_hash, record.status, record.body, record.sealed
      INTO state, request_hash, status, body, sealed
    FROM idempotency_record AS record
    WHERE record.company_id = company AND record.installation_id = installation AND record.key = request_key
      AND record.created_at > now - interval '24 hours';
    IF NOT FOUND THEN state := 'run'; END IF;
  END IF;
  RETURN NEXT;
END $$;
GRANT EXECUTE ON FUNCTION begin_write, delta_horizon, begin_delta, begin_request TO clinic_app;

-- Who read or wrote what of which patient. Written before the answer is sent, never changed.
CREATE TABLE audit_record (
  company_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  request_id text NOT NULL,
  caller text NOT NULL,
  token_id text,
  operation text NOT NULL,
  resource_ids text[] NOT NULL,
  patient_ids text[] NOT NULL,
  field_scopes text[] NOT NULL,
  address text
) PARTITION BY RANGE (at);
CREATE TABLE audit_record_default PARTITION OF audit_record DEFAULT;
CREATE INDEX audit_record_newest ON audit_record (company_id, at DESC);
ALTER TABLE audit_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_clinic ON audit_record FOR SELECT TO clinic_app USING (company_id = current_setting('app.company', true));
-- Batches hold records of many clinics.
CREATE POLICY any_clinic ON audit_record FOR INSERT TO clinic_app WITH CHECK (true);
GRANT SELECT, INSERT ON audit_record TO clinic_app;

-- Things that happened, in the envelope's terms. Written in the transaction of the change; kept 30 days, by partition.
CREATE TABLE event (
  company_id text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  data jsonb NOT NULL,
  previous_attributes jsonb,
  PRIMARY KEY (company_id, created_at, id)
) PARTITION BY RANGE (created_at);
CREATE TABLE event_default PARTITION OF event DEFAULT;
SELECT wall_off('event', 'SELECT, INSERT');
