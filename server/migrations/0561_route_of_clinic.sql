-- expand
-- Where there are cells, tells the proxy's process whose requests are routed otherwise from now on: routes of clinics and
-- tokens arrive where control is as copies, access tokens of assistants are written there.
CREATE FUNCTION announce_route() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM cell) THEN PERFORM pg_notify('route_changed', NEW.company_id); END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION announce_route FROM PUBLIC;

CREATE TRIGGER route_changed AFTER INSERT OR UPDATE OF cell ON clinic FOR EACH ROW EXECUTE FUNCTION announce_route();
ALTER TABLE clinic ENABLE ALWAYS TRIGGER route_changed;
