-- Publishers look after the installations of their plugins: those in their own sandbox, and those of clinics.

ALTER TABLE installation
  ADD ids_shared_until timestamptz(3),
  ADD keys_handed_over boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN installation.ids_shared_until IS
  'Until when the clinic lets the publisher see which of its records the plugin works with; null where it does not.';
COMMENT ON COLUMN installation.keys_handed_over IS
  'Whether the publisher''s own backend took its key by a setup link: then it may make and replace keys.';
CREATE INDEX installation_of_publisher ON installation (plugin_id, created_at, id);

CREATE TABLE setup_code (
  company_id text NOT NULL,
  code_hash bytea NOT NULL,
  installation_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  claimed_at timestamptz(3),
  PRIMARY KEY (company_id, code_hash),
  FOREIGN KEY (company_id, installation_id) REFERENCES installation
);
COMMENT ON TABLE setup_code IS
  'clinic: What a clinic is led to a plugin''s setup with, and the publisher''s backend takes its key for, once.';
SELECT protect_by_clinic('setup_code', 'SELECT, INSERT, UPDATE (expires_at)');
CREATE INDEX setup_code_by_hash ON setup_code (code_hash);
CREATE INDEX setup_code_of_installation ON setup_code (company_id, installation_id);

CREATE FUNCTION installation_of_publisher(own_company text, wanted text)
RETURNS TABLE (company_id text, keys_handed_over boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT installation.company_id, installation.keys_handed_over
  FROM publisher
  JOIN plugin ON plugin.publisher_id = publisher.id
  JOIN installation ON installation.plugin_id = plugin.id
  JOIN clinic ON clinic.company_id = installation.company_id AND clinic.active
  WHERE publisher.company_id = own_company AND installation.id = wanted
$$;
COMMENT ON FUNCTION installation_of_publisher IS
  'In which clinic an installation of a plugin of the publisher is; nothing for one of another publisher.';

CREATE FUNCTION installations_of_publisher(
  wanted_plugin text, wanted_mode text, wanted_status text, wanted_id text, before_at timestamptz, before_id text, most integer
) RETURNS TABLE (
  id text, created_at timestamptz, clinic_id text, clinic_name text, clinic_name_ar text, plugin_id text, slug text,
  version text, pending_version text, mode text, status text, runs boolean, installed_at timestamptz,
  uninstalled_at timestamptz, keys_handed_over boolean, ids_shared_until timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT one.id, one.created_at, one.company_id, clinic.name, clinic.name_ar, one.plugin_id, plugin.slug, release.version,
    pending.version, one.mode, one.status, plugin_runs(one.status, one.held_at, clinic.plugins_stopped_at), one.installed_at,
    one.uninstalled_at, one.keys_handed_over, one.ids_shared_until
  FROM publisher
  JOIN plugin ON plugin.publisher_id = publisher.id AND (wanted_plugin IS NULL OR plugin.id = wanted_plugin)
  CROSS JOIN LATERAL (
    SELECT * FROM installation AS i
    WHERE i.plugin_id = plugin.id AND (wanted_mode IS NULL OR i.mode = wanted_mode)
      AND (wanted_status IS NULL OR i.status = wanted_status) AND (wanted_id IS NULL OR i.id = wanted_id)
      AND (before_at IS NULL OR (i.created_at, i.id) < (before_at, before_id))
    ORDER BY i.created_at DESC, i.id DESC LIMIT most
  ) AS one
  JOIN clinic ON clinic.company_id = one.company_id
  JOIN plugin_version AS release ON release.id = one.plugin_version_id
  LEFT JOIN plugin_version AS pending ON pending.id = one.pending_version_id
  WHERE publisher.company_id = current_setting('app.company', true)
  ORDER BY one.created_at DESC, one.id DESC LIMIT most
$$;
COMMENT ON FUNCTION installations_of_publisher IS
  'Where the plugins of a publisher are installed, newest first, as it may know: the clinic by its name, and how it stands.';

CREATE FUNCTION claim_setup_code(
  hash bytea, new_token text, live_hash bytea, live_hint text, test_hash bytea, test_hint text, live_days integer,
  test_days integer, client text, request text, fields text[]
) RETURNS TABLE (company_id text, installation_id text, token_id text, mode text, expires_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  claimer text := (SELECT publisher.id FROM publisher WHERE publisher.company_id = current_setting('app.company', true));
  claimed setup_code;
  one installation;
  made plugin_token;
BEGIN
  UPDATE setup_code SET claimed_at = now()
  FROM installation JOIN plugin ON plugin.id = installation.plugin_id
  WHERE setup_code.code_hash = hash AND setup_code.claimed_at IS NULL AND setup_code.expires_at > now()
    AND installation.company_id = setup_code.company_id AND installation.id = setup_code.installation_id
    AND installation.status <> 'UNINSTALLED' AND plugin.publisher_id = claimer
  RETURNING setup_code.* INTO claimed;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE installation SET keys_handed_over = true, updated_at = now()
  WHERE installation.company_id = claimed.company_id AND installation.id = claimed.installation_id RETURNING * INTO one;
  INSERT INTO plugin_token
    (company_id, id, installation_id, token_hash, hint, allowed_ip_ranges, created_at, name, expires_at)
  VALUES (one.company_id, new_token, one.id, CASE one.mode WHEN 'LIVE' THEN live_hash ELSE test_hash END,
    CASE one.mode WHEN 'LIVE' THEN live_hint ELSE test_hint END, one.allowed_ip_ranges, now(), 'Setup',
    now() + CASE one.mode WHEN 'LIVE' THEN live_days ELSE test_days END * interval '1 day')
  RETURNING * INTO made;
  -- In the publisher's own sandbox the record of the request says it already.
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  SELECT one.company_id, request, 'publisher ' || claimer, 'claimInstallation', ARRAY[one.id, made.id], '{}', '{}',
    client, fields
  WHERE one.company_id <> current_setting('app.company', true);
  PERFORM raise_security_event(one.company_id, 'token_created', 'INFO', made.id, jsonb_build_object(
    'installationId', one.id, 'tokenHint', made.hint, 'actor', 'publisher ' || claimer));
  RETURN QUERY SELECT one.company_id, one.id, made.id, one.mode, made.expires_at::timestamptz;
END $$;
COMMENT ON FUNCTION claim_setup_code IS
  'Gives a key for the code of a setup link, once, with the record of it in the clinic; nothing for a code that is over, or '
  'of another publisher''s plugin.';

CREATE FUNCTION acts_as_publisher(company text, who text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM publisher
    WHERE (EXISTS (SELECT FROM publisher_key AS key WHERE key.company_id = publisher.company_id AND key.id = who)
        OR EXISTS (SELECT FROM publisher_member AS member
          WHERE member.company_id = publisher.company_id AND member.user_id = who))
      AND (publisher.company_id = company OR EXISTS (
        SELECT FROM installation JOIN plugin ON plugin.id = installation.plugin_id
        WHERE installation.company_id = company AND plugin.publisher_id = publisher.id)))
$$;
COMMENT ON FUNCTION acts_as_publisher IS
  'Whether a key or a person is one of a publisher that has something in the clinic: its own sandbox, or a plugin there.';

CREATE OR REPLACE FUNCTION record_access(
  companies text[], requests text[], callers text[], tokens text[], operations text[], resources text[], patients text[],
  throughs text[], scopes text[], addresses text[], searches text[], counts integer[], versions bigint[]
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
            WHERE session.id = one.token_id AND session.user_id = works.user_id)))
      OR (one.caller LIKE 'publisher %' AND acts_as_publisher(one.company_id, split_part(one.caller, ' ', 2)))) AS holds
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

REVOKE ALL ON FUNCTION acts_as_publisher, installation_of_publisher, installations_of_publisher, claim_setup_code FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_of_publisher, installations_of_publisher, claim_setup_code TO clinic_app;
