-- Why, or what more: the scopes that a consent page showed, what a token was refused for.
ALTER TABLE oauth_event ADD COLUMN detail text;

-- Keeps why tokens that there are were refused when the resource server asked about them: once a minute for each
-- connection and reason, however often it is asked. Of tokens that there are not, nothing is known that could be kept.
CREATE FUNCTION note_refused_tokens(tokens bytea[], request text, client text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO oauth_event (at, kind, client_id, user_id, company_id, grant_id, request_id, address, detail)
  SELECT DISTINCT now(), 'introspection.refused', given.client_id, given.user_id, given.company_id, given.id, request, client,
    why.reason
  FROM oauth_token AS token
  JOIN oauth_grant AS given ON given.id = token.grant_id
  JOIN oauth_client AS app ON app.client_id = given.client_id
  JOIN staff_user AS who ON who.id = given.user_id
  JOIN clinic ON clinic.company_id = given.company_id
  LEFT JOIN membership ON membership.company_id = given.company_id AND membership.user_id = given.user_id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN token.type <> 'access' THEN 'no access token'
    WHEN token.expires_at <= now() THEN 'expired'
    WHEN NOT who.active THEN 'login disabled'
    WHEN membership.active IS NOT TRUE THEN 'no member'
    WHEN NOT clinic.active THEN 'clinic closed'
    WHEN NOT assistant_allowed(clinic, app) THEN 'assistant not allowed'
    WHEN clinic.second_factor_required AND NOT given.second_factor THEN 'no second factor'
    ELSE 'connection over' END AS reason) AS why
  WHERE token.token_hash = ANY (tokens) AND NOT EXISTS (
    SELECT FROM oauth_event AS earlier
    WHERE earlier.company_id = given.company_id AND earlier.at > now() - interval '1 minute'
      AND earlier.kind = 'introspection.refused' AND earlier.grant_id = given.id AND earlier.detail = why.reason)
$$;
REVOKE ALL ON FUNCTION note_refused_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_refused_tokens TO clinic_app;
