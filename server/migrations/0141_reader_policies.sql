-- Whether a patient can be seen is looked up for each row that is read. EXISTS would let the planner hash all appointments
-- of all clinics instead, where it expects many rows; a single value it cannot.
ALTER POLICY reader ON patient USING (
  company_id = current_setting('app.company', true)
  AND (reads_branch(branch_id) OR coalesce((
    SELECT true FROM appointment
    WHERE appointment.company_id = patient.company_id AND appointment.patient_id = patient.id LIMIT 1), false)));

DO $$
DECLARE
  target regclass;
BEGIN
  FOREACH target IN ARRAY ARRAY['file', 'form_submission', 'xray']::regclass[] LOOP
    EXECUTE format('ALTER POLICY reader ON %1$s USING (company_id = current_setting(''app.company'', true)
      AND (current_setting(''app.branches'', true) = ''*'' OR coalesce((
        SELECT true FROM patient WHERE patient.company_id = %1$s.company_id AND patient.id = %1$s.patient_id), false)))', target);
  END LOOP;
END $$;
