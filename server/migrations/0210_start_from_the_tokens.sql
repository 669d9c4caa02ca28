-- The question about tokens was planned anew each time, since each plan took the few rows of small tables for reason enough
-- to begin elsewhere; to plan it cost as much as to answer. Now the tokens are looked up first, everything else by its key
-- from there, and one plan is kept: in alternating pairs one token costs half of what it did, and ten a quarter less.
CREATE OR REPLACE FUNCTION standing_oauth_tokens(tokens bytea[])
RETURNS TABLE (place integer, grant_id text, client_id text, client_name text, user_id text, user_name text, email text,
  company_id text, token_scope text, grant_scope text, declined text, resource text, created_at timestamptz,
  expires_at timestamptz, absolute_end timestamptz, role text, practitioner_id text, branch_ids text[], unnoted boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT access.place::integer, standing.id, standing.client_id, standing.client_name, standing.user_id,
    standing.user_name, standing.email, standing.company_id, access.scope, standing.scope, standing.declined,
    standing.resource, access.created_at::timestamptz, least(access.expires_at, standing.absolute_end)::timestamptz,
    standing.absolute_end, standing.role, standing.practitioner_id,
    CASE WHEN standing.role NOT IN ('owner', 'admin') THEN (
      SELECT array_agg(works.branch_id) FROM practitioner_branch AS works
      WHERE works.company_id = standing.company_id AND works.practitioner_id = standing.practitioner_id) END,
    standing.last_used_at IS NULL OR standing.last_used_at < now() - interval '1 minute'
  FROM (
    SELECT asked.place, token.scope, token.grant_id, token.created_at, token.expires_at
    FROM unnest(tokens) WITH ORDINALITY AS asked (hash, place)
    JOIN oauth_token AS token ON token.token_hash = asked.hash AND token.type = 'access' AND token.expires_at > now()
    -- What follows is not mixed into this.
    OFFSET 0) AS access
  JOIN standing_connections() AS standing ON standing.id = access.grant_id;
END $$;
