-- Plugins belong to publishers, and versions are uploaded before they are published.

ALTER TABLE plugin
  ADD publisher_id text REFERENCES publisher (id),
  ADD visibility text NOT NULL DEFAULT 'LISTED' CHECK (visibility IN ('PRIVATE', 'LISTED')),
  ADD category text,
  ADD setup_url text;
COMMENT ON COLUMN plugin.publisher_id IS 'Null where the operator of the platform publishes it.';
CREATE INDEX plugin_of_publisher ON plugin (publisher_id, slug);

DROP TRIGGER append_only ON plugin_version;
ALTER TABLE plugin_version
  ALTER published_at DROP NOT NULL,
  ADD state text NOT NULL DEFAULT 'PUBLISHED'
    CHECK (state IN ('UPLOADED', 'IN_REVIEW', 'PUBLISHED', 'REJECTED', 'WITHDRAWN')),
  ADD notes text,
  ADD uploaded_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD CONSTRAINT plugin_version_published CHECK ((state = 'PUBLISHED') = (published_at IS NOT NULL));
UPDATE plugin_version SET uploaded_at = published_at;
COMMENT ON TABLE plugin_version IS
  'control: A manifest that was uploaded. Its state moves until it is published; the manifest is never changed, so that a '
  'consent refers to what was shown.';
CREATE TRIGGER append_only BEFORE DELETE ON plugin_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unchanged BEFORE UPDATE ON plugin_version FOR EACH ROW
  WHEN (OLD.state IN ('PUBLISHED', 'REJECTED', 'WITHDRAWN')
    OR (OLD.id, OLD.plugin_id, OLD.version, OLD.manifest, OLD.manifest_hash, OLD.notes, OLD.uploaded_at)
      IS DISTINCT FROM (NEW.id, NEW.plugin_id, NEW.version, NEW.manifest, NEW.manifest_hash, NEW.notes, NEW.uploaded_at))
  EXECUTE FUNCTION refuse_change();

-- Everybody knows which slugs there are. Only a publisher, in its sandbox, writes what is its own, and sees what is not
-- published yet; what the operator publishes belongs to no publisher.
GRANT UPDATE (visibility, category, setup_url) ON plugin TO clinic_app;
GRANT UPDATE (state, published_at) ON plugin_version TO clinic_app;
ALTER TABLE plugin ENABLE ROW LEVEL SECURITY;
ALTER TABLE plugin_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY known ON plugin FOR SELECT TO clinic_app USING (true);
CREATE POLICY added ON plugin FOR INSERT TO clinic_app WITH CHECK (publisher_id IS NULL OR publisher_id =
  (SELECT id FROM publisher WHERE company_id = current_setting('app.company', true)));
CREATE POLICY own ON plugin FOR UPDATE TO clinic_app USING (publisher_id =
  (SELECT id FROM publisher WHERE company_id = current_setting('app.company', true)));
CREATE POLICY published_or_own ON plugin_version FOR SELECT TO clinic_app USING (state = 'PUBLISHED' OR plugin_id IN (
  SELECT plugin.id FROM plugin JOIN publisher ON publisher.id = plugin.publisher_id
  WHERE publisher.company_id = current_setting('app.company', true)));
CREATE POLICY added ON plugin_version FOR INSERT TO clinic_app WITH CHECK (plugin_id IN (
  SELECT plugin.id FROM plugin LEFT JOIN publisher ON publisher.id = plugin.publisher_id
  WHERE plugin.publisher_id IS NULL OR publisher.company_id = current_setting('app.company', true)));
CREATE POLICY own ON plugin_version FOR UPDATE TO clinic_app USING (plugin_id IN (
  SELECT plugin.id FROM plugin JOIN publisher ON publisher.id = plugin.publisher_id
  WHERE publisher.company_id = current_setting('app.company', true)));

CREATE FUNCTION grants_of_own_plugin(plugin_id text)
RETURNS TABLE (granted_scopes text[], granted_events text[], installations integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT installation.granted_scopes, installation.granted_events, count(*)::integer
  FROM installation
  JOIN plugin ON plugin.id = installation.plugin_id
  JOIN publisher ON publisher.id = plugin.publisher_id
  WHERE installation.plugin_id = $1 AND installation.status <> 'UNINSTALLED'
    AND publisher.company_id = current_setting('app.company', true)
  GROUP BY 1, 2
$$;
COMMENT ON FUNCTION grants_of_own_plugin IS
  'What the installations of a plugin were granted, and how many of them the same, as its publisher may know; in which '
  'clinics stays unsaid.';
REVOKE ALL ON FUNCTION grants_of_own_plugin FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grants_of_own_plugin TO clinic_app;
