-- A patient of another branch is shown to a person who sees one of their appointments (0141). Whether they see one was
-- prepared with every reading of a patient, though it is hardly ever asked; in a function of its own it costs nothing unless
-- it is. The function is no part of the statement and reads as whoever calls it, so under the caller's own walls.
CREATE FUNCTION reads_appointment_of(company text, patient text) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM appointment WHERE appointment.company_id = company AND appointment.patient_id = patient);
END $$;
REVOKE ALL ON FUNCTION reads_appointment_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reads_appointment_of TO clinic_reader;

ALTER POLICY reader ON patient USING (
  company_id = current_setting('app.company', true)
  AND (reads_branch(branch_id) OR reads_appointment_of(company_id, id)));
