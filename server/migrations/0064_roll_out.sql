-- What the worker brings to a version of a plugin that was just published.

CREATE FUNCTION installations_behind(plugin text, version text) RETURNS TABLE (company_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT installation.company_id, installation.id
  FROM installation JOIN plugin_version AS release ON release.id = installation.plugin_version_id
  WHERE installation.plugin_id = $1 AND installation.status <> 'UNINSTALLED' AND release.state = 'PUBLISHED'
    AND installation.plugin_version_id <> $2 AND installation.pending_version_id IS DISTINCT FROM $2
    AND installation.declined_version_id IS DISTINCT FROM $2
  ORDER BY installation.id
$$;
COMMENT ON FUNCTION installations_behind IS
  'The installations of a plugin that are of an older version. Those that try in a sandbox what is not published stay at it.';
REVOKE ALL ON FUNCTION installations_behind FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installations_behind TO clinic_dispatcher;
