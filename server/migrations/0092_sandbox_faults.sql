-- What goes wrong on purpose for a plugin in a sandbox clinic. A live installation has no row, and none is looked for.

CREATE TABLE sandbox_fault (
  company_id text NOT NULL,
  installation_id text NOT NULL,
  until timestamptz(3) NOT NULL,
  latency_ms integer NOT NULL,
  rate_limited float8 NOT NULL,
  failed float8 NOT NULL,
  unavailable float8 NOT NULL,
  dropped_before float8 NOT NULL,
  dropped_after float8 NOT NULL,
  duplicated float8 NOT NULL,
  shuffled boolean NOT NULL,
  delayed_seconds integer NOT NULL,
  compress_retries integer NOT NULL,
  PRIMARY KEY (company_id, installation_id),
  CONSTRAINT sandbox_fault_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation
);
COMMENT ON TABLE sandbox_fault IS
  'clinic: What goes wrong on purpose for an installation of a sandbox clinic, for an hour at most.';
COMMENT ON COLUMN sandbox_fault.until IS 'By the real clock.';
SELECT protect_by_clinic('sandbox_fault');
SELECT allow_dispatcher('sandbox_fault', 'SELECT');

CREATE FUNCTION require_test_installation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM installation WHERE company_id = NEW.company_id AND id = NEW.installation_id AND mode = 'TEST') THEN
    RAISE EXCEPTION 'a live installation has no faults' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER for_tests_alone BEFORE INSERT OR UPDATE ON sandbox_fault
  FOR EACH ROW EXECUTE FUNCTION require_test_installation();
CREATE TRIGGER faults_changed AFTER INSERT OR UPDATE OR DELETE ON sandbox_fault
  FOR EACH ROW EXECUTE FUNCTION announce_grant_change();

DROP FUNCTION sandbox_facts(text);
CREATE FUNCTION sandbox_facts(company text, installed text)
RETURNS TABLE (clock_offset_ms bigint, resets integer, faults jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT clinic.clock_offset_ms, clinic.resets, CASE WHEN clinic.sandbox THEN (
    SELECT to_jsonb(fault) FROM sandbox_fault AS fault
    WHERE fault.company_id = company AND fault.installation_id = installed AND fault.until > now()) END
  FROM clinic WHERE clinic.company_id = company
$$;
COMMENT ON FUNCTION sandbox_facts IS
  'What a grant rests on besides what grant_of_token says, for who has a token and no clinic yet.';
REVOKE ALL ON FUNCTION sandbox_facts, require_test_installation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sandbox_facts TO clinic_app;
