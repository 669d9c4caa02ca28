-- What leads back: refresh tokens go on in one line, and the audit is neither pruned nor forged by a login of the
-- application.

ALTER TABLE oauth_token ADD COLUMN given_again_at timestamptz(3), ADD COLUMN sealed_successor bytea;
COMMENT ON COLUMN oauth_token.given_again_at IS
  'When a second request got the same refresh token, because it overlapped the first. Only one may go on with it.';
COMMENT ON COLUMN oauth_token.sealed_successor IS
  'The refresh token that was given for this used one, sealed: a request that overlaps is given it again. Gone with '
  'the successor''s own use, or with the grace.';
GRANT UPDATE (given_again_at, sealed_successor) ON oauth_token TO clinic_app;

-- Roles belong to the whole cluster, so another database may have made this one before, or be making it now.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clinic_keeper') THEN
    CREATE ROLE clinic_keeper NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END $$;

CREATE TABLE retention (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  event_days integer NOT NULL DEFAULT 31 CHECK (event_days >= 31),
  delivery_days integer NOT NULL DEFAULT 30 CHECK (delivery_days >= 1),
  audit_months integer NOT NULL DEFAULT 0 CHECK (audit_months = 0 OR audit_months >= 12)
);
COMMENT ON TABLE retention IS
  'database: How long the operator keeps what grows, in one row. The owner writes it when the platform starts; no '
  'login of the application may.';
COMMENT ON COLUMN retention.event_days IS
  'As long as the contract promises that events can be listed and recovered, and a day to spare.';
COMMENT ON COLUMN retention.audit_months IS '0: for ever. Never less than a year.';
INSERT INTO retention DEFAULT VALUES;

DROP FUNCTION keep_all_partitions(integer, integer, integer);
CREATE FUNCTION keep_all_partitions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kept retention;
BEGIN
  SELECT * INTO STRICT kept FROM retention;
  PERFORM keep_partitions('event', interval '1 day', 7, make_interval(days => kept.event_days));
  PERFORM keep_partitions('webhook_delivery_done', interval '1 day', 7, make_interval(days => kept.delivery_days));
  PERFORM keep_partitions('audit_record', interval '1 month', 2,
    CASE WHEN kept.audit_months > 0 THEN make_interval(months => kept.audit_months) END);
END $$;
COMMENT ON FUNCTION keep_all_partitions IS
  'What the keeper may do of keep_partitions: the tables and steps are fixed, and how long rows are kept stands in '
  'retention.';

DROP FUNCTION sweep_oauth(integer);
CREATE FUNCTION sweep_oauth() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM oauth_authorization_request WHERE expires_at < now() - interval '1 day';
  -- A code that was used is kept a day, so that its replay is seen.
  DELETE FROM oauth_authorization_code WHERE expires_at < now() - interval '1 day';
  DELETE FROM oauth_token WHERE expires_at < now() - interval '1 day';
  -- After the grace no successor is given again.
  UPDATE oauth_token SET sealed_successor = NULL
  WHERE sealed_successor IS NOT NULL AND rotated_at < now() - interval '5 minutes';
  DELETE FROM oauth_grant AS given WHERE absolute_end < now()
    OR (created_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM oauth_token AS token
      WHERE token.grant_id = given.id AND token.type = 'refresh'));
  DELETE FROM oauth_client AS client WHERE kind = 'dcr' AND created_at < now() - interval '1 day'
    AND (first_consent_at IS NULL OR first_consent_at < now() - interval '30 days')
    AND NOT EXISTS (SELECT FROM oauth_grant AS given WHERE given.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM oauth_authorization_request AS pending WHERE pending.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM ended_connection AS ended
      WHERE ended.client_id = client.client_id AND ended.ended_at > now() - interval '30 days');
  DELETE FROM oauth_event USING retention AS kept
  WHERE kept.audit_months > 0 AND at < now() - kept.audit_months * interval '1 month';
$$;
COMMENT ON FUNCTION sweep_oauth IS
  'Deletes what is over: requests, codes, tokens and connections that have ended, clients that no person allowed or '
  'that have had no connection for a month. Events are kept as long as the audit (retention).';

REVOKE ALL ON FUNCTION keep_all_partitions, sweep_oauth FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_all_partitions, sweep_oauth TO clinic_keeper;

-- The time of a record is the database's, and its clinic the one that the transaction has named: the application may
-- give neither.
ALTER TABLE audit_record
  ALTER COLUMN company_id SET DEFAULT nullif(current_setting('app.company', true), ''),
  ALTER COLUMN at SET DEFAULT date_trunc('milliseconds', clock_timestamp());
REVOKE INSERT ON audit_record FROM clinic_app;
GRANT INSERT (request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address, details)
  ON audit_record TO clinic_app;
DROP POLICY insert_for_any_clinic ON audit_record;
CREATE POLICY insert_for_own_clinic ON audit_record FOR INSERT TO clinic_app
  WITH CHECK (company_id = current_setting('app.company', true));

ALTER TABLE oauth_event ALTER COLUMN at SET DEFAULT date_trunc('milliseconds', clock_timestamp());
REVOKE INSERT ON oauth_event FROM clinic_app;
GRANT INSERT (kind, client_id, user_id, company_id, grant_id, scope, request_id, address, detail)
  ON oauth_event TO clinic_app;

CREATE FUNCTION record_access(
  companies text[], requests text[], callers text[], tokens text[], operations text[], resources text[],
  patients text[], scopes text[], addresses text[], versions bigint[]
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
    FROM unnest(companies, requests, callers, tokens, operations, resources, patients, scopes, addresses, versions)
      AS one (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
        version)),
  added AS (
    INSERT INTO audit_record
      (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
    SELECT entry.company_id, entry.request_id, entry.caller, entry.token_id, entry.operation,
      entry.resource_ids::text[], entry.patient_ids::text[], entry.field_scopes::text[], entry.address
    FROM entry WHERE entry.holds)
  SELECT entry.request_id FROM entry WHERE NOT entry.holds;
END $$;
COMMENT ON FUNCTION record_access IS
  'Adds records of what was shown, of many clinics in one batch: each only where its caller is one of its clinic, and '
  'while the clinic''s grant version is the one given. Answers the requests that it added none for.';

DROP FUNCTION record_assistant_access(
  text[], timestamptz[], text[], text[], text[], text[], text[], text[], text[], text[]);
CREATE FUNCTION record_assistant_access(
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
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, details)
  SELECT one.company_id, one.request_id, 'assistant ' || one.grant_id, one.operation,
    one.resource_ids::text[], one.patient_ids::text[], one.field_scopes::text[], one.address, one.details::jsonb
  FROM unnest(companies, requests, grants, operations, resources, patients, scopes, addresses, details)
    AS one (company_id, request_id, grant_id, operation, resource_ids, patient_ids, field_scopes, address, details)
  WHERE EXISTS (SELECT FROM oauth_grant AS given WHERE given.id = one.grant_id AND given.company_id = one.company_id)
    OR EXISTS (SELECT FROM ended_connection AS ended WHERE ended.company_id = one.company_id AND ended.id = one.grant_id);
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added < cardinality(companies) THEN
    RAISE insufficient_privilege USING MESSAGE = 'A record names a connection that is none of its clinic.';
  END IF;
END $$;
COMMENT ON FUNCTION record_assistant_access IS
  'The one thing that the resource server writes: it can add records of calls over connections of their clinics, as of '
  'now, and nothing else.';

REVOKE ALL ON FUNCTION record_access, record_assistant_access FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_access TO clinic_app;
GRANT EXECUTE ON FUNCTION record_assistant_access TO clinic_reader;
