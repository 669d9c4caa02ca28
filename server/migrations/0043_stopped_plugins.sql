-- Plugins stand still: one of a clinic, all of a clinic, or one in every clinic. Who stopped it lets it go on, nobody else.

ALTER TABLE clinic
  ADD plugins_stopped_at timestamptz(3),
  ADD plugins_stopped_by text,
  ADD plugins_stop_reason text,
  ADD CONSTRAINT clinic_plugins_stopped
    CHECK (plugins_stopped_at IS NOT NULL OR (plugins_stopped_by IS NULL AND plugins_stop_reason IS NULL));
COMMENT ON COLUMN clinic.plugins_stopped_at IS 'Since when the clinic has stopped all its plugins; null while they run.';
COMMENT ON COLUMN clinic.plugins_stopped_by IS 'The member of staff who stopped them.';

ALTER TABLE installation
  ADD stopped_at timestamptz(3),
  ADD held_at timestamptz(3);
COMMENT ON COLUMN installation.stopped_at IS 'Since when it is suspended.';
COMMENT ON COLUMN installation.held_at IS
  'Since when the plugin stands still everywhere: plugin_stop says by whom. Beside the status, which is the clinic''s.';
UPDATE installation SET stopped_at = updated_at WHERE status = 'SUSPENDED';
ALTER TABLE installation
  DROP CONSTRAINT installation_stopped,
  ADD CONSTRAINT installation_stopped
    CHECK (status = 'SUSPENDED' OR (stopped_at IS NULL AND stop_reason IS NULL AND stopped_by IS NULL));

CREATE TABLE plugin_stop (
  plugin_id text NOT NULL REFERENCES plugin,
  side text NOT NULL CHECK (side IN ('PUBLISHER', 'REVIEWER')),
  reason text,
  stopped_by text NOT NULL,
  stopped_at timestamptz(3) NOT NULL,
  PRIMARY KEY (plugin_id, side)
);
COMMENT ON TABLE plugin_stop IS
  'control: A plugin that stands still in every clinic, by each side that wants it so: it goes on when none is left.';
COMMENT ON COLUMN plugin_stop.stopped_by IS 'The kind and id of who stopped it.';
GRANT SELECT ON plugin_stop TO clinic_app;

CREATE FUNCTION plugin_runs(status text, held_at timestamptz, plugins_stopped_at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('ACTIVE', 'UPDATE_PENDING') AND held_at IS NULL AND plugins_stopped_at IS NULL
$$;
COMMENT ON FUNCTION plugin_runs IS
  'Whether an installation may call and be told: nobody has stopped it. Of its row, and of its clinic''s.';

CREATE FUNCTION hold_installations(held text, since timestamptz) RETURNS SETOF installation
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one record;
BEGIN
  -- In one order, as whatever raises the grant versions of several clinics does.
  FOR one IN
    SELECT company_id, id FROM installation
    WHERE plugin_id = held AND status <> 'UNINSTALLED' AND (held_at IS NULL) <> (since IS NULL) ORDER BY company_id, id
  LOOP
    RETURN QUERY UPDATE installation SET held_at = since
      WHERE company_id = one.company_id AND id = one.id RETURNING *;
  END LOOP;
END $$;
COMMENT ON FUNCTION hold_installations IS
  'Holds every standing installation of a plugin, or lets them go (null), and answers those that it changed.';

CREATE FUNCTION stop_plugin(plugin text, by_side text, who text, why text, since timestamptz) RETURNS SETOF installation
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Waits for what is being installed, which refers to the plugin: it is held with the others.
  PERFORM FROM plugin AS stopped WHERE stopped.id = plugin FOR UPDATE;
  INSERT INTO plugin_stop (plugin_id, side, reason, stopped_by, stopped_at) VALUES (plugin, by_side, why, who, since)
  ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT * FROM hold_installations(plugin, since);
END $$;
COMMENT ON FUNCTION stop_plugin IS
  'Stops a plugin everywhere in the name of one side, and answers the installations that stand still from now on.';

CREATE FUNCTION start_plugin(plugin text, by_side text) RETURNS SETOF installation
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM plugin AS stopped WHERE stopped.id = plugin FOR UPDATE;
  DELETE FROM plugin_stop WHERE plugin_id = plugin AND side = by_side;
  IF NOT EXISTS (SELECT FROM plugin_stop WHERE plugin_id = plugin) THEN
    RETURN QUERY SELECT * FROM hold_installations(plugin, NULL);
  END IF;
END $$;
COMMENT ON FUNCTION start_plugin IS
  'Takes back what one side stopped. The plugin goes on where no other side holds it; answers the installations that do.';

CREATE FUNCTION hold_from_the_first() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Either this waits for who is stopping the plugin, or they wait for this.
  PERFORM FROM plugin WHERE id = NEW.plugin_id FOR KEY SHARE;
  SELECT min(stopped_at) INTO NEW.held_at FROM plugin_stop WHERE plugin_id = NEW.plugin_id;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION hold_from_the_first IS 'What is installed while the plugin stands still everywhere stands still, too.';
CREATE TRIGGER held BEFORE INSERT ON installation FOR EACH ROW EXECUTE FUNCTION hold_from_the_first();

REVOKE ALL ON FUNCTION hold_installations, stop_plugin, start_plugin, hold_from_the_first FROM PUBLIC;
-- For publishers, of their own plugins, and for reviewers.
GRANT EXECUTE ON FUNCTION stop_plugin, start_plugin TO clinic_app;

-- What stops a plugin is part of what a grant rests on.
DROP TRIGGER grant_changed ON installation;
CREATE TRIGGER grant_changed AFTER UPDATE ON installation FOR EACH ROW
  WHEN ((OLD.mode, OLD.status, OLD.granted_scopes, OLD.granted_events, OLD.held_at)
    IS DISTINCT FROM (NEW.mode, NEW.status, NEW.granted_scopes, NEW.granted_events, NEW.held_at))
  EXECUTE FUNCTION announce_grant_change();
DROP TRIGGER grant_changed ON clinic;
CREATE TRIGGER grant_changed AFTER UPDATE ON clinic FOR EACH ROW
  WHEN ((OLD.country, OLD.currency, OLD.time_zone, OLD.tax_percent, OLD.sandbox, OLD.active, OLD.plugins_stopped_at)
    IS DISTINCT FROM
    (NEW.country, NEW.currency, NEW.time_zone, NEW.tax_percent, NEW.sandbox, NEW.active, NEW.plugins_stopped_at))
  EXECUTE FUNCTION announce_grant_change();

CREATE OR REPLACE FUNCTION grant_of_token(hash bytea)
RETURNS TABLE (
  token_id text, expires_at timestamptz, revoked_at timestamptz, allowed_ip_ranges text[], installation_id text,
  mode text, status text, granted_scopes text[], granted_events text[], company_id text, country text, currency text,
  time_zone text, tax_percent numeric, sandbox boolean, active boolean, grant_version bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT token.id, token.expires_at, token.revoked_at, token.allowed_ip_ranges, installation.id,
    installation.mode, CASE
      WHEN installation.status = 'UNINSTALLED'
        OR plugin_runs(installation.status, installation.held_at, clinic.plugins_stopped_at) THEN installation.status
      ELSE 'SUSPENDED' END,
    installation.granted_scopes, installation.granted_events,
    clinic.company_id, clinic.country, clinic.currency, clinic.time_zone, clinic.tax_percent, clinic.sandbox, clinic.active,
    coalesce(grant_version.version, 0)
  FROM plugin_token AS token
  JOIN installation ON installation.company_id = token.company_id AND installation.id = token.installation_id
  JOIN clinic ON clinic.company_id = token.company_id
  LEFT JOIN grant_version ON grant_version.company_id = token.company_id
  WHERE token.token_hash = hash
$$;

-- Who sends asks before each attempt whether the plugin may be told.
GRANT SELECT (held_at) ON installation TO clinic_dispatcher;
SELECT allow_dispatcher('clinic', 'SELECT (company_id, plugins_stopped_at)');
