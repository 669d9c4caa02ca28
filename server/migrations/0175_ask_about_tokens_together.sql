-- The resource server asks about many access tokens at once. Until now each was looked up by three functions that called
-- one another; now one statement looks up all of them, and what a connection rests on is still said in one place.

-- As before (0130), as an expression, which the planner takes into the statement around it.
CREATE OR REPLACE FUNCTION assistant_allowed(clinic clinic, client oauth_client) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN clinic.assistants_enabled AND NOT client.client_id = ANY (clinic.assistants_blocked)
  AND (clinic.assistant_mode = 'ANY' OR client.client_id = ANY (clinic.assistants_allowed)
    OR (clinic.assistant_mode = 'VERIFIED' AND oauth_client_verified(client)));

-- The connections of which everything that they rest on holds now: the person, their membership, the clinic, what it allows
-- to assistants and its rule on second factors (specification, OAuth rule 5). Their scopes and their end are what the clinic
-- leaves of what was consented to. The planner takes this, too, into the statement that asks.
CREATE FUNCTION standing_connections()
RETURNS TABLE (id text, client_id text, client_name text, user_id text, user_name text, email text, company_id text,
  scope text, declined text, resource text, absolute_end timestamptz, last_used_at timestamptz, role text,
  practitioner_id text)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT given.id, given.client_id, client.name, given.user_id, who.name, who.email, given.company_id,
    CASE WHEN clinic.assistant_patient_contacts THEN given.scope
      ELSE array_to_string(array_remove(string_to_array(given.scope, ' '), 'patients:read.pii'), ' ') END,
    given.declined, given.resource,
    least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day')::timestamptz(3)::timestamptz,
    given.last_used_at::timestamptz, membership.role, membership.practitioner_id
  FROM oauth_grant AS given
  JOIN oauth_client AS client ON client.client_id = given.client_id
  JOIN staff_user AS who ON who.id = given.user_id AND who.active
  JOIN membership ON membership.company_id = given.company_id AND membership.user_id = given.user_id AND membership.active
  JOIN clinic ON clinic.company_id = given.company_id AND clinic.active
  WHERE least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day') > now()
    AND assistant_allowed(clinic, client) AND (given.second_factor OR NOT clinic.second_factor_required);
END;

-- One connection, as long as it stands. Locks it, so that refreshes queue.
CREATE OR REPLACE FUNCTION standing_oauth_grant(wanted text, locked boolean)
RETURNS TABLE (id text, client_id text, user_id text, company_id text, scope text, resource text, absolute_end timestamptz,
  role text, practitioner_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF locked THEN PERFORM FROM oauth_grant WHERE id = wanted FOR UPDATE; END IF;
  RETURN QUERY
  SELECT standing.id, standing.client_id, standing.user_id, standing.company_id, standing.scope, standing.resource,
    standing.absolute_end, standing.role, standing.practitioner_id
  FROM standing_connections() AS standing WHERE standing.id = wanted;
END $$;

-- What the resource server is told of access tokens, by their place among those asked about: nothing of one that is none,
-- is over, or whose connection does not stand. The person's own branches limit what is read where their role does not go
-- beyond them. `unnoted` says that the last use that was noted is a minute ago.
DROP FUNCTION standing_oauth_token;
CREATE FUNCTION standing_oauth_tokens(tokens bytea[])
RETURNS TABLE (place integer, grant_id text, client_id text, client_name text, user_id text, user_name text, email text,
  company_id text, token_scope text, grant_scope text, declined text, resource text, created_at timestamptz,
  expires_at timestamptz, absolute_end timestamptz, role text, practitioner_id text, branch_ids text[], unnoted boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT asked.place::integer, standing.id, standing.client_id, standing.client_name, standing.user_id,
    standing.user_name, standing.email, standing.company_id, access.scope, standing.scope, standing.declined,
    standing.resource, access.created_at::timestamptz, least(access.expires_at, standing.absolute_end)::timestamptz,
    standing.absolute_end, standing.role, standing.practitioner_id,
    CASE WHEN standing.role NOT IN ('owner', 'admin') THEN (
      SELECT array_agg(works.branch_id) FROM practitioner_branch AS works
      WHERE works.company_id = standing.company_id AND works.practitioner_id = standing.practitioner_id) END,
    standing.last_used_at IS NULL OR standing.last_used_at < now() - interval '1 minute'
  FROM unnest(tokens) WITH ORDINALITY AS asked (hash, place)
  JOIN oauth_token AS access ON access.token_hash = asked.hash AND access.type = 'access' AND access.expires_at > now()
  JOIN standing_connections() AS standing ON standing.id = access.grant_id;
END $$;

REVOKE ALL ON FUNCTION standing_connections, standing_oauth_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION standing_oauth_tokens TO clinic_app;
