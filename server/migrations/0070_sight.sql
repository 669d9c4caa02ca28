-- What a member sees of the clinic is said in one place, for the console and for assistants alike.

CREATE FUNCTION branches_of_member(member membership)
RETURNS TABLE (all_branches boolean, branch_ids text[])
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT sees_all_branches(member), CASE WHEN sees_all_branches(member) THEN '{}' ELSE array(
    SELECT works.branch_id FROM practitioner_branch AS works
    WHERE works.company_id = member.company_id AND works.practitioner_id = member.practitioner_id
    ORDER BY works.branch_id) END;
END;
COMMENT ON FUNCTION branches_of_member IS
  'The branches in a member''s sight: all of them, or those that are named. Where none is named and it is not said that '
  'they see all, they see none. The planner takes this into the statement that asks.';
REVOKE ALL ON FUNCTION branches_of_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION branches_of_member TO clinic_app;

DROP FUNCTION clinics_of_user;
CREATE FUNCTION clinics_of_user(who text)
RETURNS TABLE (
  company_id text, name text, name_ar text, sandbox boolean, second_factor_required boolean, role text,
  practitioner_id text, all_branches boolean, branch_ids text[], time_zone text, facts jsonb
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT clinic.company_id, clinic.name, clinic.name_ar, clinic.sandbox, clinic.second_factor_required,
    membership.role, membership.practitioner_id, sight.all_branches, sight.branch_ids,
    clinic.time_zone, to_jsonb(clinic)
  FROM membership JOIN clinic USING (company_id) CROSS JOIN LATERAL branches_of_member(membership) AS sight
  WHERE membership.user_id = who AND membership.active AND clinic.active
$$;
COMMENT ON FUNCTION clinics_of_user IS
  'The clinics that a person may enter now, with what they are and see there. `facts` is the whole clinic: what the '
  'rules need to know of it is taken from there.';
REVOKE ALL ON FUNCTION clinics_of_user FROM PUBLIC;

-- The same for assistants: what their person sees.

DROP FUNCTION active_oauth_tokens, active_connections;

CREATE FUNCTION active_connections()
RETURNS TABLE (id text, client_id text, client_name text, user_id text, user_name text, email text, company_id text,
  scope text, declined text, resource text, absolute_end timestamptz, last_used_at timestamptz, role text,
  practitioner_id text, all_branches boolean, branch_ids text[])
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT given.id, given.client_id, client.name, given.user_id, who.name, who.email, given.company_id,
    CASE WHEN clinic.assistant_patient_contacts THEN given.scope
      ELSE array_to_string(array_remove(string_to_array(given.scope, ' '), 'patients:read.pii'), ' ') END,
    given.declined, given.resource,
    least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day')::timestamptz(3)::timestamptz,
    given.last_used_at::timestamptz, membership.role, membership.practitioner_id, sight.all_branches, sight.branch_ids
  FROM oauth_grant AS given
  JOIN oauth_client AS client ON client.client_id = given.client_id
  JOIN staff_user AS who ON who.id = given.user_id AND who.active
  JOIN membership ON membership.company_id = given.company_id AND membership.user_id = given.user_id AND membership.active
  CROSS JOIN LATERAL branches_of_member(membership) AS sight
  JOIN clinic ON clinic.company_id = given.company_id AND clinic.active
  WHERE least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day') > now()
    AND assistant_allowed(clinic, client) AND (given.second_factor OR NOT clinic.second_factor_required);
END;
COMMENT ON FUNCTION active_connections IS
  'The connections of which everything that they rest on holds now: the person, their membership, the clinic, what '
  'it allows to assistants and its rule on second factors (specification, OAuth rule 5). Their scopes and their end '
  'are what the clinic leaves of what was consented to. The planner takes this into the statement that asks.';

CREATE FUNCTION active_oauth_tokens(tokens bytea[])
RETURNS TABLE (place integer, grant_id text, client_id text, client_name text, user_id text, user_name text, email text,
  company_id text, token_scope text, grant_scope text, declined text, resource text, created_at timestamptz,
  expires_at timestamptz, absolute_end timestamptz, role text, practitioner_id text, all_branches boolean,
  branch_ids text[], last_use_stale boolean, last_use_fresh_until timestamptz, grant_version bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT access.place::integer, connection.id, connection.client_id, connection.client_name, connection.user_id,
    connection.user_name, connection.email, connection.company_id, access.scope, connection.scope, connection.declined,
    connection.resource, access.created_at::timestamptz, least(access.expires_at, connection.absolute_end)::timestamptz,
    connection.absolute_end, connection.role, connection.practitioner_id, connection.all_branches, connection.branch_ids,
    connection.last_used_at IS NULL OR connection.last_used_at < now() - interval '1 minute',
    connection.last_used_at + interval '1 minute',
    coalesce((SELECT current.version FROM grant_version AS current WHERE current.company_id = connection.company_id), 0)
  FROM (
    SELECT asked.place, token.scope, token.grant_id, token.created_at, token.expires_at
    FROM unnest(tokens) WITH ORDINALITY AS asked (hash, place)
    JOIN oauth_token AS token ON token.token_hash = asked.hash AND token.type = 'access' AND token.expires_at > now()
    -- What follows is not mixed into this.
    OFFSET 0) AS access
  JOIN active_connections() AS connection ON connection.id = access.grant_id;
END $$;
COMMENT ON FUNCTION active_oauth_tokens IS
  'What the resource server is told of access tokens, by their place among those asked about: nothing of one that '
  'is none, is over, or whose connection is not active. What is read is limited to `branch_ids`, to none where there '
  'are none, unless `all_branches` says that it is not. `last_use_stale` says that the use recorded last is a minute '
  'ago, `last_use_fresh_until` when it will be. The tokens are looked up first, everything else by its key from there, '
  'and one plan is kept: to plan it anew costs as much as to answer.';

REVOKE ALL ON FUNCTION active_connections, active_oauth_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION active_oauth_tokens TO clinic_app;
