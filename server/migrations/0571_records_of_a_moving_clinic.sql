-- expand
CREATE OR REPLACE FUNCTION record_access(companies text[], requests text[], callers text[], tokens text[], operations text[], resources text[], patients text[], throughs text[], scopes text[], addresses text[], searches text[], counts integer[], versions bigint[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path = public, pg_temp
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH entry AS MATERIALIZED (
    SELECT one.*,
      -- While a clinic is being moved nothing of it is shown that cannot be recorded.
      (NOT EXISTS (SELECT FROM moving_clinic) OR is_written(one.company_id))
      AND (one.version IS NULL OR one.version = coalesce(
        (SELECT current.version FROM grant_version AS current WHERE current.company_id = one.company_id), 0))
      AND (EXISTS (
        SELECT FROM plugin_token AS token
        WHERE token.company_id = one.company_id AND token.id = one.token_id
          AND 'installation ' || token.installation_id = one.caller)
      OR EXISTS (
        SELECT FROM membership AS works
        WHERE works.company_id = one.company_id AND works.user_id = split_part(one.caller, ' ', 2)
          AND 'staff ' || works.user_id = one.caller
          -- What a member of staff comes with is a session.
          AND (one.token_id IS NULL OR EXISTS (
            SELECT FROM staff_session AS session
            WHERE session.id = one.token_id AND session.user_id = works.user_id)))
      OR (one.caller LIKE 'publisher %' AND acts_as_publisher(one.company_id, split_part(one.caller, ' ', 2)))
      -- Where control is it was just asked who this is; the copies of that may be on their way yet.
      OR (one.caller LIKE 'staff %' AND NOT is_control() AND lives_here(one.company_id))) AS holds
    FROM unnest(companies, requests, callers, tokens, operations, resources, patients, throughs, scopes, addresses,
        searches, counts, versions)
      AS one (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, through_ids, field_scopes,
        address, search_fields, result_count, version)),
  added AS (
    INSERT INTO audit_record
      (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
        search_fields, result_count)
    SELECT entry.company_id, entry.request_id, entry.caller, entry.token_id, entry.operation,
      entry.resource_ids::text[],
      CASE WHEN entry.through_ids = '{}' THEN entry.patient_ids::text[]
        ELSE entry.patient_ids::text[] || patients_through(entry.company_id, entry.through_ids::text[]) END,
      entry.field_scopes::text[], entry.address, entry.search_fields::text[], entry.result_count
    FROM entry WHERE entry.holds)
  SELECT entry.request_id FROM entry WHERE NOT entry.holds;
END $$;
