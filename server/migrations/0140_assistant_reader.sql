-- What the assistant's resource server may do: read what the tools show, of one clinic and where the person is limited to
-- branches of those alone, and leave an access record. It sees nothing of logins, tokens, secrets or other callers.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clinic_reader') THEN
    BEGIN
      CREATE ROLE clinic_reader NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
  END IF;
END $$;

-- The branches that the transaction is limited to, separated by commas; `*` is all of them, and unset is none.
CREATE FUNCTION reads_branch(branch text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.branches', true) = '*'
    OR branch = ANY (string_to_array(current_setting('app.branches', true), ',')), false)
$$;

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
    EXECUTE format('CREATE POLICY reader ON %s FOR SELECT TO clinic_reader USING (%s)', target, within);
    EXECUTE format('GRANT SELECT ON %s TO clinic_reader', target);
  END LOOP;
  -- Of one branch.
  FOREACH target IN ARRAY ARRAY[
    'appointment', 'claim', 'consent_form', 'encounter', 'invoice', 'lab_order', 'measurement', 'payment',
    'prescription', 'quotation', 'treatment'
  ]::regclass[] LOOP
    EXECUTE format('CREATE POLICY reader ON %s FOR SELECT TO clinic_reader USING (%s AND reads_branch(branch_id))', target, within);
    EXECUTE format('GRANT SELECT ON %s TO clinic_reader', target);
  END LOOP;
  -- Of a patient who can be seen.
  FOREACH target IN ARRAY ARRAY['file', 'form_submission', 'xray']::regclass[] LOOP
    EXECUTE format('CREATE POLICY reader ON %1$s FOR SELECT TO clinic_reader USING (%2$s
      AND (current_setting(''app.branches'', true) = ''*''
        OR EXISTS (SELECT FROM patient WHERE patient.company_id = %1$s.company_id AND patient.id = %1$s.patient_id)))', target, within);
    EXECUTE format('GRANT SELECT ON %s TO clinic_reader', target);
  END LOOP;
END $$;

-- A patient can be seen at the branch where the file lies and wherever there is an appointment.
CREATE POLICY reader ON patient FOR SELECT TO clinic_reader USING (
  company_id = current_setting('app.company', true)
  AND (reads_branch(branch_id) OR EXISTS (
    SELECT FROM appointment WHERE appointment.company_id = patient.company_id AND appointment.patient_id = patient.id)));
-- No tool shows the other columns: marital status, nationality, notes on the file.
GRANT SELECT (
  company_id, id, file_number, clinic_file_number, gender, is_lead, disabled, pending, branch_id, doctor_id, created_at,
  updated_at, deleted_at, first_name, last_name, phone_number, email, birth_date, address, national_id, search_text,
  insurance_company_id, insurance_policy_id, insurance_class_id, insurance_number, insurance_group,
  insurance_percentage, insurance_limit_minor, insurance_unlimited, insurance_end_date
) ON patient TO clinic_reader;
-- Ids alone, which are then read behind the wall.
GRANT EXECUTE ON FUNCTION patients_like TO clinic_reader;

-- What an assistant's call was about, beyond what every access record holds: who, through which app, what was asked for
-- and what came of it. Free text that was searched for is not kept.
ALTER TABLE audit_record ADD COLUMN details jsonb;

-- The one thing that the resource server writes. Whoever may call this can add such records and nothing else.
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

-- As before (0120), with what the tools say of the person and the connection. The person's own branches limit what is read
-- where their role does not go beyond them.
DROP FUNCTION standing_oauth_token;
CREATE FUNCTION standing_oauth_token(token bytea)
RETURNS TABLE (grant_id text, client_id text, client_name text, user_id text, user_name text, email text, company_id text,
  token_scope text, grant_scope text, declined text, resource text, created_at timestamptz, expires_at timestamptz,
  absolute_end timestamptz, role text, practitioner_id text, branch_ids text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  used text;
BEGIN
  SELECT access.grant_id INTO used FROM oauth_token AS access
  WHERE access.token_hash = token AND access.type = 'access' AND access.expires_at > now();
  IF used IS NULL THEN RETURN; END IF;
  RETURN QUERY
  SELECT standing.id, standing.client_id, client.name, standing.user_id, who.name, who.email, standing.company_id,
    access.scope, standing.scope, given.declined, standing.resource, access.created_at::timestamptz,
    least(access.expires_at, standing.absolute_end)::timestamptz, standing.absolute_end::timestamptz, standing.role,
    standing.practitioner_id,
    CASE WHEN standing.role NOT IN ('owner', 'admin') THEN (
      SELECT array_agg(works.branch_id) FROM practitioner_branch AS works
      WHERE works.company_id = standing.company_id AND works.practitioner_id = standing.practitioner_id) END
  FROM standing_oauth_grant(used, false) AS standing
  JOIN oauth_grant AS given ON given.id = used
  JOIN oauth_token AS access ON access.token_hash = token
  JOIN oauth_client AS client ON client.client_id = standing.client_id
  JOIN staff_user AS who ON who.id = standing.user_id;
  IF FOUND THEN PERFORM note_oauth_use(used); END IF;
END $$;

REVOKE ALL ON FUNCTION record_assistant_access, standing_oauth_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_assistant_access TO clinic_reader;
GRANT EXECUTE ON FUNCTION standing_oauth_token TO clinic_app;
