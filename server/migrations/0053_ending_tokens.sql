-- A clinic is warned before a key of a plugin ends.

ALTER TABLE plugin_token ADD warned_days smallint;
COMMENT ON COLUMN plugin_token.warned_days IS
  'How many days before its end the clinic was last warned; 0: it needs no warning, for another key took its place.';

CREATE FUNCTION ending_tokens() RETURNS TABLE (company_id text, token_id text, days integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT token.company_id, token.id, min(threshold)
  FROM plugin_token AS token
  JOIN installation ON installation.company_id = token.company_id AND installation.id = token.installation_id
  CROSS JOIN unnest(ARRAY[30, 7, 1]) AS threshold
  WHERE token.revoked_at IS NULL AND installation.status <> 'UNINSTALLED' AND token.expires_at > now()
    AND token.expires_at <= now() + interval '30 days'
    AND token.expires_at <= now() + threshold * interval '1 day'
    -- Of a life that is no longer than that no person needs to be told when it begins.
    AND token.created_at < token.expires_at - threshold * interval '1 day'
  GROUP BY token.company_id, token.id, token.warned_days
  HAVING token.warned_days IS NULL OR token.warned_days > min(threshold)
  ORDER BY token.company_id, token.id
$$;
COMMENT ON FUNCTION ending_tokens IS
  'The keys of all clinics that end within 30, 7 or 1 days and of which the clinic has not been warned so.';
CREATE INDEX plugin_token_ending ON plugin_token (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
REVOKE ALL ON FUNCTION ending_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ending_tokens TO clinic_dispatcher;
