-- A process may remember what a token stands for, but a change of it counts from the next request on, on every process,
-- however late the notification arrives. So each clinic has a stamp that every such change raises: a request says which
-- stamp it was let in under, and its first statement fails when that is no longer the clinic's.
CREATE TABLE grant_stamp (
  company_id text PRIMARY KEY,
  stamp bigint NOT NULL
);
-- Behind no wall: it is read before the clinic is named, and tells nothing.
GRANT SELECT ON grant_stamp TO clinic_app;

CREATE OR REPLACE FUNCTION announce_grant_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  company text := coalesce(NEW.company_id, OLD.company_id);
BEGIN
  INSERT INTO grant_stamp (company_id, stamp) VALUES (company, 1)
  ON CONFLICT (company_id) DO UPDATE SET stamp = grant_stamp.stamp + 1;
  PERFORM pg_notify('grant_changed', company);
  RETURN NULL;
END $$;

-- Settings are no part of a grant, and a clinic's name is none either.
DROP TRIGGER grant_changed ON installation;
CREATE TRIGGER grant_changed AFTER UPDATE ON installation FOR EACH ROW
  WHEN ((OLD.mode, OLD.status, OLD.granted_scopes, OLD.granted_events)
    IS DISTINCT FROM (NEW.mode, NEW.status, NEW.granted_scopes, NEW.granted_events))
  EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_ended AFTER DELETE ON installation FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
DROP TRIGGER grant_changed ON clinic;
CREATE TRIGGER grant_changed AFTER UPDATE ON clinic FOR EACH ROW
  WHEN ((OLD.country, OLD.currency, OLD.time_zone, OLD.tax_percent, OLD.sandbox, OLD.active)
    IS DISTINCT FROM (NEW.country, NEW.currency, NEW.time_zone, NEW.tax_percent, NEW.sandbox, NEW.active))
  EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_ended AFTER DELETE ON clinic FOR EACH ROW EXECUTE FUNCTION announce_grant_change();

CREATE FUNCTION refuse_stale_grant() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the grant has changed since the request was let in' USING ERRCODE = 'GR001';
END $$;

DROP FUNCTION grant_of_token;
CREATE FUNCTION grant_of_token(hash bytea)
RETURNS TABLE (
  token_id text, expires_at timestamptz, revoked_at timestamptz, allowed_ip_ranges text[], installation_id text,
  mode text, status text, granted_scopes text[], granted_events text[], company_id text, country text, currency text,
  time_zone text, tax_percent numeric, sandbox boolean, active boolean, stamp bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT token.id, token.expires_at, token.revoked_at, token.allowed_ip_ranges, installation.id,
    installation.mode, installation.status, installation.granted_scopes, installation.granted_events,
    clinic.company_id, clinic.country, clinic.currency, clinic.time_zone, clinic.tax_percent, clinic.sandbox, clinic.active,
    coalesce(grant_stamp.stamp, 0)
  FROM plugin_token AS token
  JOIN installation ON installation.company_id = token.company_id AND installation.id = token.installation_id
  JOIN clinic ON clinic.company_id = token.company_id
  LEFT JOIN grant_stamp ON grant_stamp.company_id = token.company_id
  WHERE token.token_hash = hash
$$;
REVOKE ALL ON FUNCTION grant_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grant_of_token TO clinic_app;
