-- expand
-- A plugin that is stopped where control is stops in the cells as that arrives there.

-- Who takes a stop back is told with it, just before it is gone.
ALTER TABLE plugin_stop ADD ended_by text;
COMMENT ON COLUMN plugin_stop.ended_by IS 'The kind and id of who took it back, in the moment before it is gone.';

CREATE FUNCTION start_plugin_again(plugin text, by_side text, who text) RETURNS SETOF installation
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM plugin AS stopped WHERE stopped.id = plugin FOR UPDATE;
  UPDATE plugin_stop SET ended_by = who WHERE plugin_id = plugin AND side = by_side;
  RETURN QUERY SELECT * FROM start_plugin(plugin, by_side);
END $$;
COMMENT ON FUNCTION start_plugin_again IS 'Takes back what a side stopped, and says who did: see start_plugin.';
REVOKE ALL ON FUNCTION start_plugin_again FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_plugin_again TO clinic_app;

CREATE OR REPLACE FUNCTION hold_installations(held text, since timestamptz) RETURNS SETOF installation
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one record;
BEGIN
  -- In one order, as whatever raises the grant versions of several clinics does.
  FOR one IN
    SELECT company_id, id FROM installation
    WHERE plugin_id = held AND status <> 'UNINSTALLED' AND (held_at IS NULL) <> (since IS NULL) AND lives_here(company_id)
    ORDER BY company_id, id
  LOOP
    RETURN QUERY UPDATE installation SET held_at = since, updated_at = announce_change(one.company_id)
      WHERE company_id = one.company_id AND id = one.id RETURNING *;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION record_holds(companies text[], ids text[], who text, did text, client text, request text, fields text[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  SELECT held.company, request, who, did, ARRAY[held.id], '{}', '{}', client, fields
  FROM unnest(companies, ids) AS held (company, id)
  WHERE held.company IS DISTINCT FROM current_setting('app.company', true);
  IF did LIKE 'stop%' THEN
    PERFORM raise_security_event(held.company, 'stopped', 'INFO', held.id,
      jsonb_build_object('installationId', held.id, 'actor', who))
    FROM unnest(companies, ids) AS held (company, id);
  END IF;
END $$;

CREATE FUNCTION hold_as_control_does() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  stop plugin_stop := coalesce(NEW, OLD);
  since timestamptz;
  companies text[];
  ids text[];
BEGIN
  -- Waits for what is being installed, as stop_plugin does.
  PERFORM FROM plugin WHERE id = stop.plugin_id FOR UPDATE;
  SELECT min(stopped_at) INTO since FROM plugin_stop WHERE plugin_id = stop.plugin_id;
  IF TG_OP = 'DELETE' AND since IS NOT NULL THEN RETURN NULL; END IF;
  SELECT coalesce(array_agg(company_id), '{}'), coalesce(array_agg(id), '{}') INTO companies, ids
  FROM hold_installations(stop.plugin_id, since);
  IF ids = '{}' THEN RETURN NULL; END IF;
  -- Of what is done as a copy arrives no other trigger hears.
  PERFORM raise_grant_versions(companies);
  PERFORM record_holds(companies, ids,
    CASE TG_OP WHEN 'DELETE' THEN coalesce(stop.ended_by, stop.stopped_by) ELSE stop.stopped_by END,
    CASE TG_OP WHEN 'DELETE' THEN 'start' ELSE 'stop' END
      || CASE stop.side WHEN 'PUBLISHER' THEN 'OwnPlugin' ELSE 'PluginEverywhere' END,
    NULL, 'req_' || replace(gen_random_uuid()::text, '-', ''), '{heldAt}');
  RETURN NULL;
END $$;
COMMENT ON FUNCTION hold_as_control_does IS
  'In a cell: holds the installations of a plugin that was stopped where control is, or lets them go on, with a record in each clinic.';
REVOKE ALL ON FUNCTION hold_as_control_does FROM PUBLIC;
CREATE TRIGGER held_in_cells AFTER INSERT OR DELETE ON plugin_stop FOR EACH ROW EXECUTE FUNCTION hold_as_control_does();
ALTER TABLE plugin_stop ENABLE REPLICA TRIGGER held_in_cells;
