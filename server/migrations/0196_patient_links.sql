-- additive
-- Links that patients open on their phones: each shows one thing for a while.

CREATE TABLE patient_link (
  LIKE clinic_record INCLUDING INDEXES,
  kind text NOT NULL CHECK (kind IN ('VISIT')),
  token_hash text NOT NULL,
  patient_id text NOT NULL,
  appointment_id text,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  CONSTRAINT patient_link_token UNIQUE (company_id, token_hash),
  CONSTRAINT patient_link_about CHECK ((kind = 'VISIT') = (appointment_id IS NOT NULL)),
  CONSTRAINT patient_link_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT patient_link_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE patient_link IS 'clinic: Links that patients open without a login: each shows one thing, for a while.';
COMMENT ON COLUMN patient_link.token_hash IS 'SHA-256 of what the link ends with, hexadecimal; the link itself is not kept.';
SELECT protect_by_clinic('patient_link', 'SELECT, INSERT, UPDATE');
SELECT hide_restricted('patient_link');
CREATE INDEX patient_link_by_token ON patient_link (token_hash);

CREATE FUNCTION patient_link_of(hash text) RETURNS TABLE (company_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT patient_link.company_id, patient_link.id FROM patient_link WHERE token_hash = hash
$$;
COMMENT ON FUNCTION patient_link_of(text) IS
  'Which link a patient has opened: a patient has nothing else to say which clinic it is.';
REVOKE EXECUTE ON FUNCTION patient_link_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patient_link_of(text) TO clinic_app;
