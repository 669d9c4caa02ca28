-- The OAuth 2.1 authorization server: what an assistant may read on a doctor's behalf.
--
-- Codes and tokens are found by their hash before anybody knows whose they are, so no wall of one clinic stands here; each
-- carries exactly one clinic (specification, OAuth rule 4), and only hashes are stored (rules 2 and 3).

-- Whether the clinic lets its staff connect assistants.
ALTER TABLE clinic ADD COLUMN assistants_enabled boolean NOT NULL DEFAULT true;

CREATE TABLE oauth_client (
  client_id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('dcr', 'cimd', 'preregistered')),
  name text NOT NULL,
  redirect_uris text[] NOT NULL CHECK (cardinality(redirect_uris) > 0),
  grant_types text[] NOT NULL,
  created_at timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT ON oauth_client TO clinic_app;

CREATE TABLE oauth_grant (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_client ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  company_id text NOT NULL REFERENCES clinic,
  scope text NOT NULL,
  resource text NOT NULL,
  -- Whether the login that consented had proved a second factor.
  second_factor boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  absolute_end timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
GRANT SELECT, INSERT, DELETE ON oauth_grant TO clinic_app;
CREATE INDEX oauth_grant_of_user ON oauth_grant (user_id, created_at DESC);
CREATE INDEX oauth_grant_of_clinic ON oauth_grant (company_id, created_at DESC);

CREATE TABLE oauth_authorization_code (
  code_hash bytea PRIMARY KEY,
  grant_id text NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  client_id text NOT NULL,
  company_id text NOT NULL,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- Recorded, so that a replay is seen (rule 2).
  consumed_at timestamptz(3)
);
GRANT SELECT, INSERT, UPDATE (consumed_at) ON oauth_authorization_code TO clinic_app;
CREATE INDEX oauth_authorization_code_of_grant ON oauth_authorization_code (grant_id);

CREATE TABLE oauth_token (
  token_hash bytea PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('access', 'refresh')),
  grant_id text NOT NULL REFERENCES oauth_grant ON DELETE CASCADE,
  client_id text NOT NULL,
  company_id text NOT NULL,
  user_id text NOT NULL,
  scope text NOT NULL,
  -- The refresh token that this one was given for.
  parent_hash bytea,
  -- A refresh token that was used is kept, so that its reuse is seen.
  rotated_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE (rotated_at), DELETE ON oauth_token TO clinic_app;
CREATE INDEX oauth_token_of_grant ON oauth_token (grant_id);

-- The connection as long as everything that it rests on holds: the person, their membership, the clinic, its switch for
-- assistants and its rule on second factors (specification, OAuth rule 5). Locks it, so that refreshes queue.
CREATE FUNCTION standing_oauth_grant(wanted text, locked boolean)
RETURNS TABLE (id text, client_id text, user_id text, company_id text, scope text, resource text, absolute_end timestamptz,
  role text, practitioner_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF locked THEN PERFORM FROM oauth_grant WHERE id = wanted FOR UPDATE; END IF;
  RETURN QUERY
  SELECT given.id, given.client_id, given.user_id, given.company_id, given.scope, given.resource, given.absolute_end,
    membership.role, membership.practitioner_id
  FROM oauth_grant AS given
  JOIN staff_user AS who ON who.id = given.user_id AND who.active
  JOIN membership ON membership.company_id = given.company_id AND membership.user_id = given.user_id AND membership.active
  JOIN clinic ON clinic.company_id = given.company_id AND clinic.active AND clinic.assistants_enabled
  WHERE given.id = wanted AND given.absolute_end > now() AND (given.second_factor OR NOT clinic.second_factor_required);
END $$;

-- Notes that a connection was used, once a minute.
CREATE FUNCTION note_oauth_use(used text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE oauth_grant SET last_used_at = now()
  WHERE id = used AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
$$;
REVOKE ALL ON FUNCTION standing_oauth_grant, note_oauth_use FROM PUBLIC;
GRANT EXECUTE ON FUNCTION standing_oauth_grant, note_oauth_use TO clinic_app;
