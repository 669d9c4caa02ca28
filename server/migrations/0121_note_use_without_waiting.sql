-- Notes that a connection was used, once a minute; never waits for whoever is refreshing it at the moment.
CREATE OR REPLACE FUNCTION note_oauth_use(used text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE oauth_grant SET last_used_at = now()
  WHERE id = (SELECT id FROM oauth_grant
    WHERE id = used AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
    FOR NO KEY UPDATE SKIP LOCKED)
$$;
