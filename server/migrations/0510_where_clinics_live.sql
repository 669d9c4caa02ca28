-- expand
-- A request for a clinic that lives in another cell is told so, and what that rests on is announced where it arrives as a copy.

CREATE FUNCTION cell_of(company text) RETURNS text STABLE LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT cell FROM clinic WHERE company_id = company $$;
REVOKE ALL ON FUNCTION cell_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cell_of TO clinic_app;
COMMENT ON FUNCTION cell_of IS 'The cell that a clinic lives in; null where control is.';
GRANT EXECUTE ON FUNCTION lives_here TO clinic_app;

CREATE FUNCTION is_control() RETURNS boolean STABLE LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT NOT EXISTS (SELECT FROM this_cell) $$;
REVOKE ALL ON FUNCTION is_control FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_control TO clinic_app, clinic_dispatcher, clinic_keeper;
COMMENT ON FUNCTION is_control IS 'Whether this database is the one where control is.';

CREATE TRIGGER cell_changed AFTER UPDATE ON clinic FOR EACH ROW WHEN (OLD.cell IS DISTINCT FROM NEW.cell)
  EXECUTE FUNCTION announce_grant_change();
ALTER TABLE clinic ENABLE ALWAYS TRIGGER cell_changed, ENABLE ALWAYS TRIGGER connection_changed,
  ENABLE ALWAYS TRIGGER grant_changed, ENABLE ALWAYS TRIGGER grant_ended;
