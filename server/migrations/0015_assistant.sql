-- What the assistant's resource server may do: read what the tools show, of one clinic and where the person is
-- limited to branches of those alone, and leave an access record. It sees nothing of logins, tokens, secrets or other
-- callers.

CREATE FUNCTION reads_branch(branch text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.branches', true) = '*'
    OR branch = ANY (string_to_array(current_setting('app.branches', true), ',')), false)
$$;
COMMENT ON FUNCTION reads_branch IS
  'Whether the transaction may read the branch: app.branches lists them, separated by commas; `*` is all of them, '
  'and unset is none.';

CREATE FUNCTION reads_appointment_of(company text, patient text) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM appointment WHERE appointment.company_id = company AND appointment.patient_id = patient);
END $$;
COMMENT ON FUNCTION reads_appointment_of IS
  'Whether the transaction may read an appointment of the patient. A function of its own, because a subquery in the '
  'policy was planned with every reading of a patient though it is hardly ever asked; it reads as its caller, so '
  'under the caller''s own policies.';

REVOKE ALL ON FUNCTION reads_appointment_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reads_appointment_of TO clinic_reader;

DO $$
DECLARE
  target regclass;
  within text := 'company_id = current_setting(''app.company'', true)';
BEGIN
  -- Of the clinic as a whole.
  FOREACH target IN ARRAY ARRAY[
    'clinic', 'branch', 'practitioner', 'practitioner_branch', 'practitioner_shift', 'practitioner_time_off',
    'procedure', 'procedure_group', 'medication', 'insurance_company', 'insurance_policy', 'policy_class',
    'form', 'lab', 'medication_line', 'treatment_step'
  ]::regclass[] LOOP
    EXECUTE format('CREATE POLICY read_own_clinic ON %s FOR SELECT TO clinic_reader USING (%s)', target, within);
    EXECUTE format('GRANT SELECT ON %s TO clinic_reader', target);
  END LOOP;
  -- Of one branch.
  FOREACH target IN ARRAY ARRAY[
    'appointment', 'claim', 'consent_form', 'encounter', 'invoice', 'lab_order', 'measurement', 'payment',
    'prescription', 'quotation', 'treatment'
  ]::regclass[] LOOP
    EXECUTE format('CREATE POLICY read_own_branches ON %s FOR SELECT TO clinic_reader USING (%s AND reads_branch(branch_id))',
      target, within);
    EXECUTE format('GRANT SELECT ON %s TO clinic_reader', target);
  END LOOP;
  -- Of a patient who can be seen, looked up for each row that is read: EXISTS would let the planner hash all patients
  -- of all clinics instead, where it expects many rows; a single value it cannot.
  FOREACH target IN ARRAY ARRAY['file', 'form_submission', 'xray']::regclass[] LOOP
    EXECUTE format('CREATE POLICY read_own_patients ON %1$s FOR SELECT TO clinic_reader USING (%2$s
      AND (current_setting(''app.branches'', true) = ''*'' OR coalesce((
        SELECT true FROM patient WHERE patient.company_id = %1$s.company_id AND patient.id = %1$s.patient_id), false)))',
      target, within);
    EXECUTE format('GRANT SELECT ON %s TO clinic_reader', target);
  END LOOP;
END $$;

-- A patient can be seen at the branch where the file lies and wherever there is an appointment.
CREATE POLICY read_own_patients ON patient FOR SELECT TO clinic_reader USING (
  company_id = current_setting('app.company', true)
  AND (reads_branch(branch_id) OR reads_appointment_of(company_id, id)));
-- No tool shows the other columns: marital status, nationality, notes on the file.
GRANT SELECT (
  company_id, id, file_number, clinic_file_number, gender, is_lead, disabled, pending, branch_id, doctor_id, created_at,
  updated_at, deleted_at, first_name, last_name, phone_number, email, birth_date, address, national_id, search_text,
  insurance_company_id, insurance_policy_id, insurance_class_id, insurance_number, insurance_group,
  insurance_percentage, insurance_limit_minor, insurance_unlimited, insurance_end_date
) ON patient TO clinic_reader;

-- Ids alone, which are then read under the policies.
GRANT EXECUTE ON FUNCTION patients_like, procedures_like TO clinic_reader;

CREATE FUNCTION record_assistant_access(
  companies text[], instants timestamptz[], requests text[], grants text[], operations text[], resources text[],
  patients text[], scopes text[], addresses text[], details text[]
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_record
    (company_id, at, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, details)
  SELECT one.company_id, one.at, one.request_id, 'assistant ' || one.grant_id, one.operation,
    one.resource_ids::text[], one.patient_ids::text[], one.field_scopes::text[], one.address, one.details::jsonb
  FROM unnest(companies, instants, requests, grants, operations, resources, patients, scopes, addresses, details)
    AS one (company_id, at, request_id, grant_id, operation, resource_ids, patient_ids, field_scopes, address, details)
$$;
COMMENT ON FUNCTION record_assistant_access IS
  'The one thing that the resource server writes: it can add such records and nothing else.';

REVOKE ALL ON FUNCTION record_assistant_access FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_assistant_access TO clinic_reader;
