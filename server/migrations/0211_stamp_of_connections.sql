-- What an access token stands for may be remembered too, as a plugin's grant is (0021): as long as the stamp of the clinic
-- holds. So whatever the answer about a token rests on raises it from now on, and the answer says under which it was read.

CREATE FUNCTION raise_grant_stamps(companies text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- In one order, so that two who raise several never wait for each other.
  INSERT INTO grant_stamp (company_id, stamp)
  SELECT DISTINCT company, 1 FROM unnest(companies) AS company WHERE company IS NOT NULL ORDER BY company
  ON CONFLICT (company_id) DO UPDATE SET stamp = grant_stamp.stamp + 1;
  PERFORM pg_notify('grant_changed', company) FROM unnest(companies) AS company;
END $$;
REVOKE ALL ON FUNCTION raise_grant_stamps FROM PUBLIC;

CREATE OR REPLACE FUNCTION announce_grant_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_grant_stamps(ARRAY[coalesce(NEW.company_id, OLD.company_id)]);
  RETURN NULL;
END $$;

-- A person and a client have connections to several clinics.
CREATE FUNCTION announce_person_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_grant_stamps(ARRAY(SELECT DISTINCT company_id FROM oauth_grant WHERE user_id = NEW.id));
  RETURN NULL;
END $$;

CREATE FUNCTION announce_client_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_grant_stamps(ARRAY(SELECT DISTINCT company_id FROM oauth_grant WHERE client_id = NEW.client_id));
  RETURN NULL;
END $$;

CREATE INDEX oauth_grant_of_client ON oauth_grant (client_id);

-- At the commit, so that nobody waits for a stamp who holds anything that another needs for a while.
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE OR DELETE ON oauth_token
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.type = 'access' AND OLD.expires_at > now())
  EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON oauth_grant
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.scope, OLD.declined, OLD.resource, OLD.second_factor, OLD.created_at, OLD.absolute_end)
    IS DISTINCT FROM (NEW.scope, NEW.declined, NEW.resource, NEW.second_factor, NEW.created_at, NEW.absolute_end))
  EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON oauth_client
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.name, OLD.kind, OLD.redirect_uris) IS DISTINCT FROM (NEW.name, NEW.kind, NEW.redirect_uris))
  EXECUTE FUNCTION announce_client_change();
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON staff_user
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.active, OLD.name, OLD.email) IS DISTINCT FROM (NEW.active, NEW.name, NEW.email))
  EXECUTE FUNCTION announce_person_change();
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

-- As before (0210), with the stamp, and until when the use counts as noted: null where it was never.
DROP FUNCTION standing_oauth_tokens;
CREATE FUNCTION standing_oauth_tokens(tokens bytea[])
RETURNS TABLE (place integer, grant_id text, client_id text, client_name text, user_id text, user_name text, email text,
  company_id text, token_scope text, grant_scope text, declined text, resource text, created_at timestamptz,
  expires_at timestamptz, absolute_end timestamptz, role text, practitioner_id text, branch_ids text[], unnoted boolean,
  noted_until timestamptz, stamp bigint)
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
    standing.last_used_at IS NULL OR standing.last_used_at < now() - interval '1 minute',
    standing.last_used_at + interval '1 minute',
    coalesce((SELECT current.stamp FROM grant_stamp AS current WHERE current.company_id = standing.company_id), 0)
  FROM (
    SELECT asked.place, token.scope, token.grant_id, token.created_at, token.expires_at
    FROM unnest(tokens) WITH ORDINALITY AS asked (hash, place)
    JOIN oauth_token AS token ON token.token_hash = asked.hash AND token.type = 'access' AND token.expires_at > now()
    -- What follows is not mixed into this.
    OFFSET 0) AS access
  JOIN standing_connections() AS standing ON standing.id = access.grant_id;
END $$;
REVOKE ALL ON FUNCTION standing_oauth_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION standing_oauth_tokens TO clinic_app;
