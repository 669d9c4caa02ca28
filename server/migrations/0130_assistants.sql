-- What a clinic allows to assistants, and what stays of a connection that has ended.

ALTER TABLE clinic
  ADD COLUMN assistant_mode text NOT NULL DEFAULT 'ANY' CHECK (assistant_mode IN ('ANY', 'VERIFIED', 'LISTED')),
  ADD COLUMN assistants_allowed text[] NOT NULL DEFAULT '{}',
  ADD COLUMN assistants_blocked text[] NOT NULL DEFAULT '{}',
  -- Whether assistants may see how to reach and identify patients.
  ADD COLUMN assistant_patient_contacts boolean NOT NULL DEFAULT false,
  -- After how many days a connection needs the doctor's consent again.
  ADD COLUMN assistant_max_days integer NOT NULL DEFAULT 90 CHECK (assistant_max_days BETWEEN 1 AND 90);

-- Whether the client is who it says: registered by hand, or named by a document on the very origin that codes are sent to.
CREATE FUNCTION oauth_client_verified(client oauth_client) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT CASE client.kind
    WHEN 'preregistered' THEN true
    WHEN 'cimd' THEN NOT EXISTS (
      SELECT FROM unnest(client.redirect_uris) AS uri
      WHERE substring(uri FROM '^https://[^/?#]+') IS DISTINCT FROM substring(client.client_id FROM '^https://[^/?#]+'))
    ELSE false END
$$;

-- Whether the clinic lets its staff connect this client.
CREATE FUNCTION assistant_allowed(clinic clinic, client oauth_client) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT clinic.assistants_enabled AND NOT client.client_id = ANY (clinic.assistants_blocked)
    AND (clinic.assistant_mode = 'ANY' OR client.client_id = ANY (clinic.assistants_allowed)
      OR (clinic.assistant_mode = 'VERIFIED' AND oauth_client_verified(client)))
$$;

-- What a clinic allows, also for whoever stands in no clinic yet.
CREATE FUNCTION assistant_policy_of(company text)
RETURNS TABLE (enabled boolean, mode text, allowed text[], blocked text[], patient_contacts boolean, max_days integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT assistants_enabled, assistant_mode, assistants_allowed, assistants_blocked, assistant_patient_contacts,
    assistant_max_days
  FROM clinic WHERE company_id = company
$$;

-- Whether the clinic lets its staff connect the client of this id.
CREATE FUNCTION may_connect_assistant(company text, client text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM clinic, oauth_client
    WHERE clinic.company_id = company AND clinic.active AND oauth_client.client_id = client
      AND assistant_allowed(clinic, oauth_client))
$$;

-- The connection as long as everything that it rests on holds: the person, their membership, the clinic, what it allows
-- to assistants and its rule on second factors (specification, OAuth rule 5). Its scopes and its end are what the clinic
-- leaves of what was consented to. Locks it, so that refreshes queue.
CREATE OR REPLACE FUNCTION standing_oauth_grant(wanted text, locked boolean)
RETURNS TABLE (id text, client_id text, user_id text, company_id text, scope text, resource text, absolute_end timestamptz,
  role text, practitioner_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF locked THEN PERFORM FROM oauth_grant WHERE id = wanted FOR UPDATE; END IF;
  RETURN QUERY
  SELECT given.id, given.client_id, given.user_id, given.company_id,
    CASE WHEN clinic.assistant_patient_contacts THEN given.scope
      ELSE array_to_string(array_remove(string_to_array(given.scope, ' '), 'patients:read.pii'), ' ') END,
    given.resource, ends.at, membership.role, membership.practitioner_id
  FROM oauth_grant AS given
  JOIN oauth_client AS client ON client.client_id = given.client_id
  JOIN staff_user AS who ON who.id = given.user_id AND who.active
  JOIN membership ON membership.company_id = given.company_id AND membership.user_id = given.user_id AND membership.active
  JOIN clinic ON clinic.company_id = given.company_id AND clinic.active
  CROSS JOIN LATERAL (
    SELECT least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day')::timestamptz(3) AS at
  ) AS ends
  WHERE given.id = wanted AND ends.at > now() AND assistant_allowed(clinic, client)
    AND (given.second_factor OR NOT clinic.second_factor_required);
END $$;

-- Connections that were ended, by whomever: what they read stays to be looked up.
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
SELECT wall_off('ended_connection', 'SELECT');
CREATE INDEX ended_connection_of_user ON ended_connection (company_id, user_id, ended_at DESC);

CREATE FUNCTION remember_connection() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO ended_connection (company_id, id, user_id, client_id, scope, connected_at, ended_at)
  VALUES (OLD.company_id, OLD.id, OLD.user_id, OLD.client_id, OLD.scope, OLD.created_at, now())
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER connection_ended AFTER DELETE ON oauth_grant FOR EACH ROW EXECUTE FUNCTION remember_connection();

-- What an assistant read, newest first; records of other callers are not in it and cost nothing.
CREATE INDEX audit_record_of_assistant ON audit_record (company_id, caller, at DESC, request_id DESC)
  WHERE caller LIKE 'assistant %';

REVOKE ALL ON FUNCTION assistant_policy_of, may_connect_assistant FROM PUBLIC;
GRANT EXECUTE ON FUNCTION assistant_policy_of, may_connect_assistant TO clinic_app;
