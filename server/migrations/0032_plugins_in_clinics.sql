-- What a clinic decides about a plugin itself: who agreed, who stopped it and why, which keys it has.

ALTER TABLE installation
  ADD stop_reason text,
  ADD stopped_by text,
  ADD declined_version_id text REFERENCES plugin_version (id),
  ADD CONSTRAINT installation_stopped CHECK (status = 'SUSPENDED' OR (stop_reason IS NULL AND stopped_by IS NULL));
COMMENT ON COLUMN installation.stopped_by IS 'The member of staff who suspended it; null where nobody of the clinic did.';
COMMENT ON COLUMN installation.declined_version_id IS
  'The version that the clinic would not have: it is not asked about that one again.';

ALTER TABLE plugin_token
  ADD name text,
  ADD created_by text;
COMMENT ON COLUMN plugin_token.created_by IS 'The member of staff who made it; null where nobody of the clinic did.';

ALTER TABLE consent_receipt
  ADD giver_name text,
  ADD giver_role text,
  ADD session_id text,
  ADD address text,
  ADD language text,
  ADD second_factor_at timestamptz(3);
COMMENT ON COLUMN consent_receipt.giver_name IS
  'As the person was called then. Null, as the other facts of the login, where a command gave the consent.';
