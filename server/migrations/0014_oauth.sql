-- The OAuth 2.1 authorization server: what an assistant may read on a doctor's behalf.
--
-- Codes and tokens are found by their hash before the server knows whose they are; each carries exactly one clinic
-- (specification, OAuth rule 4), and only hashes are stored (rules 2 and 3).

CREATE TABLE oauth_client (
  client_id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dcr', 'cimd', 'preregistered')),
  name text NOT NULL,
  redirect_uris text[] NOT NULL CHECK (cardinality(redirect_uris) > 0),
  grant_types text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  fresh_until timestamptz(3),
  first_consent_at timestamptz(3),
  last_used_at timestamptz(3)
);
COMMENT ON TABLE oauth_client IS 'control: An app that assistants connect through.';
COMMENT ON COLUMN oauth_client.read_at IS 'When the description was read last.';
COMMENT ON COLUMN oauth_client.fresh_until IS 'Until then the description is not read again.';
GRANT SELECT, INSERT ON oauth_client TO clinic_app;
GRANT UPDATE (name, redirect_uris, grant_types, read_at, fresh_until, first_consent_at, last_used_at)
  ON oauth_client TO clinic_app;

CREATE TABLE oauth_authorization_request (
  request_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  client_id text NOT NULL REFERENCES oauth_client ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  state text,
  scope text NOT NULL,
  resource text NOT NULL,
  code_challenge text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  user_id text REFERENCES staff_user ON DELETE CASCADE,
  company_id text REFERENCES clinic,
  decided_at timestamptz(3)
);
COMMENT ON TABLE oauth_authorization_request IS
  'control: Attempts to connect an assistant, each with an id and a browser token of its own (specification, '
  'OAuth rule 7).';
COMMENT ON COLUMN oauth_authorization_request.user_id IS 'The first who came back from the login; no other person may go on.';
COMMENT ON COLUMN oauth_authorization_request.decided_at IS 'Set once: a request is decided once.';
GRANT SELECT, INSERT ON oauth_authorization_request TO clinic_app;
GRANT UPDATE (user_id, company_id, decided_at) ON oauth_authorization_request TO clinic_app;
-- A request belongs to no clinic before one is chosen, so it is the authorization server's alone.
ALTER TABLE oauth_authorization_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY authorization_server ON oauth_authorization_request TO clinic_app
  USING (current_setting('app.part', true) = 'authorization server');
CREATE INDEX oauth_authorization_request_end ON oauth_authorization_request (expires_at);

CREATE TABLE oauth_grant (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_client ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  company_id text NOT NULL REFERENCES clinic,
  scope text NOT NULL,
  resource text NOT NULL,
  second_factor boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  absolute_end timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  declined text NOT NULL DEFAULT '',
  authenticated_at timestamptz(3),
  redirect_uri text
);
COMMENT ON TABLE oauth_grant IS
  'control: A connection: what a person allowed an app to read of one clinic (specification, OAuth rule 4).';
COMMENT ON COLUMN oauth_grant.second_factor IS 'Whether the login that consented had proved a second factor.';
COMMENT ON COLUMN oauth_grant.declined IS 'What was offered and not allowed: it is not asked for again.';
COMMENT ON COLUMN oauth_grant.authenticated_at IS 'When the login that consented gave its password.';
COMMENT ON COLUMN oauth_grant.redirect_uri IS
  'Where the connection was answered: of the addresses that a client registers, the first says nothing about that.';
CREATE INDEX oauth_grant_of_user ON oauth_grant (user_id, created_at DESC);
CREATE INDEX oauth_grant_of_clinic ON oauth_grant (company_id, created_at DESC);
CREATE INDEX oauth_grant_of_client ON oauth_grant (client_id);

CREATE TABLE oauth_authorization_code (
  code_hash bytea PRIMARY KEY,
  grant_id text NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  client_id text NOT NULL,
  company_id text NOT NULL,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  consumed_at timestamptz(3)
);
COMMENT ON TABLE oauth_authorization_code IS
  'control: Codes of the authorization server; only the hash is stored (specification, OAuth rule 2).';
COMMENT ON COLUMN oauth_authorization_code.consumed_at IS 'Recorded, so that a replay is seen (rule 2).';
CREATE INDEX oauth_authorization_code_of_grant ON oauth_authorization_code (grant_id);

CREATE TABLE oauth_token (
  token_hash bytea PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('access', 'refresh')),
  grant_id text NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  client_id text NOT NULL,
  company_id text NOT NULL,
  user_id text NOT NULL,
  scope text NOT NULL,
  parent_hash bytea,
  rotated_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE oauth_token IS
  'control: Access and refresh tokens of a connection; only the hash is stored (specification, OAuth rule 3).';
COMMENT ON COLUMN oauth_token.parent_hash IS 'The refresh token that this one was given for.';
COMMENT ON COLUMN oauth_token.rotated_at IS 'A refresh token that was used is kept, so that its reuse is seen.';
CREATE INDEX oauth_token_of_grant ON oauth_token (grant_id);

-- Grants, codes and tokens are looked up by hash before a clinic is known. Only a transaction of the authorization
-- server, which says so, sees those of all clinics; every other one sees those of its own clinic.
SELECT protect_by_clinic('oauth_grant', 'SELECT, INSERT, DELETE');
SELECT protect_by_clinic('oauth_authorization_code', 'SELECT, INSERT, UPDATE (consumed_at)');
SELECT protect_by_clinic('oauth_token', 'SELECT, INSERT, UPDATE (rotated_at), DELETE');
CREATE POLICY authorization_server ON oauth_grant TO clinic_app
  USING (current_setting('app.part', true) = 'authorization server');
CREATE POLICY authorization_server ON oauth_authorization_code TO clinic_app
  USING (current_setting('app.part', true) = 'authorization server');
CREATE POLICY authorization_server ON oauth_token TO clinic_app
  USING (current_setting('app.part', true) = 'authorization server');

CREATE TABLE oauth_event (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  kind text NOT NULL,
  client_id text,
  user_id text,
  company_id text,
  grant_id text,
  scope text,
  request_id text NOT NULL,
  address text,
  detail text
);
COMMENT ON TABLE oauth_event IS
  'control: What happened in the authorization server, for a later inquiry. Never a code or a token.';
COMMENT ON COLUMN oauth_event.detail IS
  'Why, or what more: the scopes that a consent page showed, what a token was refused for.';
SELECT protect_by_clinic('oauth_event', 'SELECT, INSERT');
CREATE POLICY authorization_server ON oauth_event FOR INSERT TO clinic_app
  WITH CHECK (current_setting('app.part', true) = 'authorization server');
CREATE INDEX oauth_event_of_clinic ON oauth_event (company_id, at DESC);
CREATE INDEX oauth_event_age ON oauth_event (at);

CREATE TABLE ended_connection (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  user_id text NOT NULL,
  client_id text NOT NULL,
  scope text NOT NULL,
  connected_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE ended_connection IS
  'control: Connections that were ended, by the person or by the clinic: what they read stays to be looked up.';
SELECT protect_by_clinic('ended_connection', 'SELECT');
CREATE INDEX ended_connection_of_user ON ended_connection (company_id, user_id, ended_at DESC);

CREATE FUNCTION record_ended_connection() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO ended_connection (company_id, id, user_id, client_id, scope, connected_at, ended_at)
  VALUES (OLD.company_id, OLD.id, OLD.user_id, OLD.client_id, OLD.scope, OLD.created_at, now())
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER connection_ended AFTER DELETE ON oauth_grant FOR EACH ROW EXECUTE FUNCTION record_ended_connection();

CREATE FUNCTION oauth_client_verified(client oauth_client) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT CASE client.kind
    WHEN 'preregistered' THEN true
    WHEN 'cimd' THEN NOT EXISTS (
      SELECT FROM unnest(client.redirect_uris) AS uri
      WHERE substring(uri FROM '^https://[^/?#]+') IS DISTINCT FROM substring(client.client_id FROM '^https://[^/?#]+'))
    ELSE false END
$$;
COMMENT ON FUNCTION oauth_client_verified IS
  'Whether the client is who it says: registered by hand, or named by a document on the very origin that codes are '
  'sent to.';

CREATE FUNCTION assistant_allowed(clinic clinic, client oauth_client) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN clinic.assistants_enabled AND NOT client.client_id = ANY (clinic.assistants_blocked)
  AND (clinic.assistant_mode = 'ANY' OR client.client_id = ANY (clinic.assistants_allowed)
    OR (clinic.assistant_mode = 'VERIFIED' AND oauth_client_verified(client)));
COMMENT ON FUNCTION assistant_allowed IS
  'Whether the clinic lets its staff connect this client. An expression, which the planner takes into the statement '
  'around it.';

CREATE FUNCTION assistant_policy_of(company text)
RETURNS TABLE (enabled boolean, mode text, allowed text[], blocked text[], patient_contacts boolean, max_days integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT assistants_enabled, assistant_mode, assistants_allowed, assistants_blocked, assistant_patient_contacts,
    assistant_max_days
  FROM clinic WHERE company_id = company
$$;
COMMENT ON FUNCTION assistant_policy_of IS 'What a clinic allows, also for a person who has not entered a clinic yet.';

CREATE FUNCTION may_connect_assistant(company text, client text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM clinic, oauth_client
    WHERE clinic.company_id = company AND clinic.active AND oauth_client.client_id = client
      AND assistant_allowed(clinic, oauth_client))
$$;

CREATE FUNCTION active_connections()
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
COMMENT ON FUNCTION active_connections IS
  'The connections of which everything that they rest on holds now: the person, their membership, the clinic, what '
  'it allows to assistants and its rule on second factors (specification, OAuth rule 5). Their scopes and their end '
  'are what the clinic leaves of what was consented to. The planner takes this into the statement that asks.';

CREATE FUNCTION lock_active_grant(wanted text)
RETURNS TABLE (id text, client_id text, user_id text, company_id text, scope text, resource text, absolute_end timestamptz,
  role text, practitioner_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT FROM oauth_grant WHERE id = wanted FOR UPDATE;
  SELECT id, client_id, user_id, company_id, scope, resource, absolute_end, role, practitioner_id
  FROM active_connections() WHERE id = wanted;
$$;
COMMENT ON FUNCTION lock_active_grant IS
  'One connection, while it is active. Locks it, so that refreshes wait for each other.';

CREATE FUNCTION active_oauth_tokens(tokens bytea[])
RETURNS TABLE (place integer, grant_id text, client_id text, client_name text, user_id text, user_name text, email text,
  company_id text, token_scope text, grant_scope text, declined text, resource text, created_at timestamptz,
  expires_at timestamptz, absolute_end timestamptz, role text, practitioner_id text, branch_ids text[], last_use_stale boolean,
  last_use_fresh_until timestamptz, grant_version bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT access.place::integer, connection.id, connection.client_id, connection.client_name, connection.user_id,
    connection.user_name, connection.email, connection.company_id, access.scope, connection.scope, connection.declined,
    connection.resource, access.created_at::timestamptz, least(access.expires_at, connection.absolute_end)::timestamptz,
    connection.absolute_end, connection.role, connection.practitioner_id,
    CASE WHEN connection.role NOT IN ('owner', 'admin') THEN (
      SELECT array_agg(works.branch_id) FROM practitioner_branch AS works
      WHERE works.company_id = connection.company_id AND works.practitioner_id = connection.practitioner_id) END,
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
  'is none, is over, or whose connection is not active. The person''s own branches limit what is read where their '
  'role does not go beyond them. `last_use_stale` says that the use recorded last is a minute ago, '
  '`last_use_fresh_until` when it will be. The tokens are looked up first, everything else by its key from there, '
  'and one plan is kept: to plan it anew costs as much as to answer.';

CREATE FUNCTION record_oauth_use(used text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE oauth_grant SET last_used_at = now()
  WHERE id = (SELECT id FROM oauth_grant
    WHERE id = used AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
    FOR NO KEY UPDATE SKIP LOCKED)
$$;
COMMENT ON FUNCTION record_oauth_use IS
  'Records that a connection was used, once a minute; never waits for a transaction that is refreshing it.';

CREATE FUNCTION record_refused_tokens(tokens bytea[], request text, client text) RETURNS void
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
COMMENT ON FUNCTION record_refused_tokens IS
  'Keeps why a known token was refused when the resource server asked about it: once a minute for each connection '
  'and reason, however often it is asked. Of an unknown token there is nothing to keep.';

CREATE FUNCTION staff_logged_in_at(session text) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT created_at FROM staff_session WHERE id = session
$$;
COMMENT ON FUNCTION staff_logged_in_at IS 'When the session gave its password, for the authorization server.';

CREATE FUNCTION sweep_oauth(event_months integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM oauth_authorization_request WHERE expires_at < now() - interval '1 day';
  -- A code that was used is kept a day, so that its replay is seen.
  DELETE FROM oauth_authorization_code WHERE expires_at < now() - interval '1 day';
  DELETE FROM oauth_token WHERE expires_at < now() - interval '1 day';
  DELETE FROM oauth_grant AS given WHERE absolute_end < now()
    OR (created_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM oauth_token AS token
      WHERE token.grant_id = given.id AND token.type = 'refresh'));
  DELETE FROM oauth_client AS client WHERE kind = 'dcr' AND created_at < now() - interval '1 day'
    AND (first_consent_at IS NULL OR first_consent_at < now() - interval '30 days')
    AND NOT EXISTS (SELECT FROM oauth_grant AS given WHERE given.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM oauth_authorization_request AS pending WHERE pending.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM ended_connection AS ended
      WHERE ended.client_id = client.client_id AND ended.ended_at > now() - interval '30 days');
  DELETE FROM oauth_event WHERE event_months > 0 AND at < now() - event_months * interval '1 month';
$$;
COMMENT ON FUNCTION sweep_oauth IS
  'Deletes what is over: requests, codes, tokens and connections that have ended, clients that no person allowed or '
  'that have had no connection for a month, old events. Without `event_months` events are kept.';

CREATE FUNCTION announce_person_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_grant_versions(ARRAY(SELECT DISTINCT company_id FROM oauth_grant WHERE user_id = NEW.id));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_person_change IS
  'A person has connections to several clinics: raises the version of each.';

CREATE FUNCTION announce_client_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_grant_versions(ARRAY(SELECT DISTINCT company_id FROM oauth_grant WHERE client_id = NEW.client_id));
  RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_client_change IS
  'A client has connections to several clinics: raises the version of each.';

-- What an access token stands for may be remembered, as a plugin's grant is: as long as the clinic's grant version is
-- the same. So whatever the answer about a token rests on raises it: at the commit, so that a transaction which waits
-- for the version holds nothing for long that another needs.
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE OR DELETE ON oauth_token
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.type = 'access' AND OLD.expires_at > now())
  EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON oauth_grant
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.scope, OLD.declined, OLD.resource, OLD.second_factor, OLD.created_at, OLD.absolute_end)
    IS DISTINCT FROM (NEW.scope, NEW.declined, NEW.resource, NEW.second_factor, NEW.created_at, NEW.absolute_end))
  EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON membership
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.active, OLD.role, OLD.practitioner_id) IS DISTINCT FROM (NEW.active, NEW.role, NEW.practitioner_id))
  EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_ended AFTER DELETE ON membership
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_changed AFTER INSERT OR UPDATE OR DELETE ON practitioner_branch
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON clinic
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.assistants_enabled, OLD.assistant_mode, OLD.assistants_allowed, OLD.assistants_blocked,
      OLD.assistant_patient_contacts, OLD.assistant_max_days, OLD.second_factor_required)
    IS DISTINCT FROM (NEW.assistants_enabled, NEW.assistant_mode, NEW.assistants_allowed, NEW.assistants_blocked,
      NEW.assistant_patient_contacts, NEW.assistant_max_days, NEW.second_factor_required))
  EXECUTE FUNCTION announce_grant_change();

CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON staff_user
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.active, OLD.name, OLD.email) IS DISTINCT FROM (NEW.active, NEW.name, NEW.email))
  EXECUTE FUNCTION announce_person_change();

CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON oauth_client
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.name, OLD.kind, OLD.redirect_uris) IS DISTINCT FROM (NEW.name, NEW.kind, NEW.redirect_uris))
  EXECUTE FUNCTION announce_client_change();

REVOKE ALL ON FUNCTION assistant_policy_of, may_connect_assistant, active_connections, lock_active_grant,
  active_oauth_tokens, record_oauth_use, record_refused_tokens, staff_logged_in_at, sweep_oauth FROM PUBLIC;
GRANT EXECUTE ON FUNCTION assistant_policy_of, may_connect_assistant, lock_active_grant, active_oauth_tokens,
  record_oauth_use, record_refused_tokens, staff_logged_in_at TO clinic_app;
GRANT EXECUTE ON FUNCTION sweep_oauth TO clinic_dispatcher;
