-- What is recorded: the names of the fields that a write changes and of those that a list was asked by, how much was
-- found, and what was refused, counted where it may be repeated without end.

ALTER TABLE audit_record
  ADD COLUMN changed_fields text[],
  ADD COLUMN search_fields text[],
  ADD COLUMN result_count integer,
  ADD COLUMN code text,
  ADD COLUMN times integer NOT NULL DEFAULT 1 CHECK (times > 0);
COMMENT ON COLUMN audit_record.changed_fields IS 'Of a write: the names of the fields that it changed, never a value.';
COMMENT ON COLUMN audit_record.search_fields IS 'Of a list: the names of the filters that it was asked by, never a value.';
COMMENT ON COLUMN audit_record.result_count IS
  'Of a read: how many records it showed, 0 where it found none. Null where it is recorded before it is known.';
COMMENT ON COLUMN audit_record.code IS 'What was refused, by the code of the refusal; null for what was done.';
COMMENT ON COLUMN audit_record.times IS 'How often, where the same was refused again and again since the record before.';
GRANT INSERT (changed_fields, code, times) ON audit_record TO clinic_app;

CREATE FUNCTION patients_through(company text, ids text[]) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT patient_id ORDER BY patient_id), '{}') FROM (
    SELECT invoice.patient_id FROM invoice WHERE invoice.company_id = company AND invoice.id = ANY (ids)
    UNION ALL
    SELECT payment.patient_id FROM payment WHERE payment.company_id = company AND payment.id = ANY (ids)
  ) AS whose
$$;
COMMENT ON FUNCTION patients_through IS
  'The patients of a clinic''s invoices and payments: whom a record is about that names one of these and no patient.';

DROP FUNCTION record_access(
  text[], text[], text[], text[], text[], text[], text[], text[], text[], bigint[]);
CREATE FUNCTION record_access(
  companies text[], requests text[], callers text[], tokens text[], operations text[], resources text[],
  patients text[], throughs text[], scopes text[], addresses text[], searches text[], counts integer[], versions bigint[]
) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH entry AS MATERIALIZED (
    SELECT one.*,
      (one.version IS NULL OR one.version = coalesce(
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
            WHERE session.id = one.token_id AND session.user_id = works.user_id)))) AS holds
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
COMMENT ON FUNCTION record_access IS
  'Adds records of what was shown, of many clinics in one batch: each only where its caller is one of its clinic, and '
  'while the clinic''s grant version is the one given. Answers the requests that it added none for.';

CREATE OR REPLACE FUNCTION record_assistant_access(
  companies text[], requests text[], grants text[], operations text[], resources text[], patients text[],
  scopes text[], addresses text[], details text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  added integer;
BEGIN
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, details, search_fields,
      result_count)
  SELECT one.company_id, one.request_id, 'assistant ' || one.grant_id, one.operation,
    one.resource_ids::text[], one.patient_ids::text[], one.field_scopes::text[], one.address, one.details::jsonb,
    ARRAY(SELECT name FROM jsonb_object_keys(one.details::jsonb -> 'arguments') AS name
      WHERE name NOT IN ('cursor', 'limit') ORDER BY name),
    cardinality(one.resource_ids::text[])
  FROM unnest(companies, requests, grants, operations, resources, patients, scopes, addresses, details)
    AS one (company_id, request_id, grant_id, operation, resource_ids, patient_ids, field_scopes, address, details)
  WHERE EXISTS (SELECT FROM oauth_grant AS given WHERE given.id = one.grant_id AND given.company_id = one.company_id)
    OR EXISTS (SELECT FROM ended_connection AS ended WHERE ended.company_id = one.company_id AND ended.id = one.grant_id);
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added < cardinality(companies) THEN
    RAISE insufficient_privilege USING MESSAGE = 'A record names a connection that is none of its clinic.';
  END IF;
END $$;

CREATE FUNCTION record_login(
  person text, login text, only_clinic text, session text, request text, did text, resources text[], fields text[],
  client text, refusal text, counted integer
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_record
    (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
      changed_fields, code, times)
  SELECT works.company_id, request, 'staff ' || who.id, session, did, coalesce(resources, ARRAY[who.id]), '{}', '{}', client,
    CASE WHEN refusal IS NULL THEN fields END, refusal, counted
  FROM staff_user AS who JOIN membership AS works ON works.user_id = who.id AND works.active
  WHERE (who.id = person OR (person IS NULL AND who.email = login))
    AND (only_clinic IS NULL OR works.company_id = only_clinic)
$$;
COMMENT ON FUNCTION record_login IS
  'Adds a record of what a person did with their login, or was refused: to every clinic that they work in, or to the '
  'one that it concerns. For an address that nobody logs in with it adds none.';

-- An invitation is accepted together with its record, which names the request and what the person gave.
DROP FUNCTION accept_invitation(bytea, text, text, text, text);
CREATE FUNCTION accept_invitation(
  token bytea, new_id text, new_name text, hash text, client text, request text, fields text[]
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  offer invitation;
  who text;
BEGIN
  -- The members first and in their order, as those lock them who change one and with that the invitations.
  PERFORM FROM membership
  WHERE company_id = (SELECT sent.company_id FROM invitation AS sent WHERE sent.token_hash = token)
  ORDER BY user_id FOR UPDATE;
  SELECT sent.* INTO offer FROM invitation AS sent
  JOIN clinic ON clinic.company_id = sent.company_id AND clinic.active
  WHERE sent.token_hash = token AND invitation_stands(sent)
  FOR UPDATE OF sent;
  IF NOT FOUND THEN RETURN 'not_found'; END IF;
  IF hash IS NOT NULL AND new_name IS NOT NULL THEN
    INSERT INTO staff_user (id, email, name, password_hash, created_at, updated_at)
    VALUES (new_id, offer.email, new_name, hash, now(), now())
    ON CONFLICT (email) DO NOTHING;
  END IF;
  SELECT id INTO who FROM staff_user WHERE email = offer.email;
  IF NOT FOUND THEN RETURN 'details_required'; END IF;
  INSERT INTO membership (company_id, user_id, role, practitioner_id, all_branches, created_at, updated_at)
  VALUES (offer.company_id, who, offer.role, offer.practitioner_id, offer.all_branches, now(), now())
  ON CONFLICT (company_id, user_id) DO UPDATE
  SET role = EXCLUDED.role, practitioner_id = coalesce(EXCLUDED.practitioner_id, membership.practitioner_id),
    all_branches = EXCLUDED.all_branches, active = true, updated_at = now()
  WHERE NOT membership.active;
  UPDATE invitation SET accepted_at = now(), updated_at = now() WHERE company_id = offer.company_id AND id = offer.id;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (who, now(), 'invitation_accepted', client);
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  VALUES (offer.company_id, request, 'staff ' || who, 'acceptInvitation', ARRAY[offer.id, who], '{}', '{}', client, fields);
  RETURN 'ok';
END $$;
COMMENT ON FUNCTION accept_invitation IS
  'Accepts an invitation, once: ok, not_found where it is not good any more, details_required where there is no '
  'account and nothing to make one of. A person who works in the clinic already keeps their role.';

REVOKE ALL ON FUNCTION patients_through, record_access, record_login, accept_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patients_through, record_access, record_login, accept_invitation TO clinic_app;
