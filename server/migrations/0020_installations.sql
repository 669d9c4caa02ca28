-- What a clinic agreed to when it installed a plugin, and upgrades that wait for its agreement.

-- A test installation lives only in a sandbox clinic and no other lives there, so that a test token never reaches real
-- patients. For the same reason a clinic with installations cannot become a sandbox or cease to be one.
ALTER TABLE clinic ADD COLUMN plugin_mode text NOT NULL
  GENERATED ALWAYS AS (CASE WHEN sandbox THEN 'TEST' ELSE 'LIVE' END) STORED;
ALTER TABLE clinic ADD CONSTRAINT clinic_plugin_mode UNIQUE (company_id, plugin_mode);
ALTER TABLE installation
  ADD CONSTRAINT installation_mode_of_clinic FOREIGN KEY (company_id, mode) REFERENCES clinic (company_id, plugin_mode);

ALTER TABLE installation
  -- The version that asks for more than was granted, while it waits for approval.
  ADD COLUMN pending_version_id text REFERENCES plugin_version,
  -- What the allowlist of a new token is filled with; empty means any address.
  ADD COLUMN allowed_ip_ranges text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT installation_pending CHECK (CASE status
    WHEN 'UPDATE_PENDING' THEN pending_version_id IS NOT NULL
    WHEN 'SUSPENDED' THEN true
    ELSE pending_version_id IS NULL END);
CREATE INDEX installation_of_plugin ON installation (plugin_id) WHERE status <> 'UNINSTALLED';

-- Rows that are evidence: once written they stay as they are, whoever asks.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;

-- What was shown to whoever consented, and what they granted.
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
  -- The kind and id of the caller, such as `staff usr_…`.
  given_by text NOT NULL,
  given_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT consent_receipt_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation
);
SELECT wall_off('consent_receipt', 'SELECT, INSERT');
CREATE INDEX consent_receipt_of_installation ON consent_receipt (company_id, installation_id, given_at DESC, id DESC);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON consent_receipt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON consent_receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON plugin_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
