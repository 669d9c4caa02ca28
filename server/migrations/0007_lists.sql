-- Every page of a list is read off one index. The columns that narrow a list stand behind those it is in order of, so
-- that rows which are not wanted are passed over within the index, even if the planner, which plans for a clinic of
-- average size, takes the wrong one; what narrows a list most has an index of its own.

DROP INDEX appointment_newest, appointment_changed, appointment_by_start, appointment_of_doctor, appointment_of_branch;
CREATE INDEX appointment_newest ON appointment (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX appointment_changed ON appointment (company_id, updated_at, id, branch_id, doctor_id, status, patient_id, starts_at);
CREATE INDEX appointment_by_start ON appointment (company_id, starts_at DESC, id DESC, branch_id, status, patient_id);
CREATE INDEX appointment_of_status ON appointment (company_id, status, created_at DESC, id DESC, branch_id);
CREATE INDEX appointment_of_doctor ON appointment (company_id, doctor_id, created_at DESC, id DESC, status);
-- A doctor's diary: what availability reads, and lists of a doctor's day.
CREATE INDEX appointment_in_diary ON appointment (company_id, doctor_id, starts_at DESC, id DESC, ends_at, status, patient_id);

DROP INDEX patient_newest, patient_changed, patient_of_branch;
CREATE INDEX patient_newest ON patient (company_id, created_at DESC, id DESC, branch_id) WHERE deleted_at IS NULL;
CREATE INDEX patient_changed ON patient (company_id, updated_at, id, branch_id) WHERE deleted_at IS NULL;
CREATE INDEX patient_of_clinic_file ON patient (company_id, clinic_file_number) WHERE deleted_at IS NULL;

-- A branch, a doctor or a patient is one clinic's. Without knowing, the planner takes a doctor of a clinic for a rarity
-- and sorts all of that doctor's appointments instead of reading a page of them.
CREATE STATISTICS appointment_belongs (dependencies) ON company_id, branch_id, doctor_id, patient_id FROM appointment;
CREATE STATISTICS patient_belongs (dependencies) ON company_id, branch_id, doctor_id FROM patient;

-- Ids of the clinic's patients with the pattern in their search text, `most` at most. Behind row-level security LIKE cannot
-- use an index, because LIKE might tell of rows that it was not allowed to see; here the clinic is named in the index
-- itself. Planned anew each time: which index serves depends on how rare the pattern is.
CREATE FUNCTION patients_like(pattern text, most integer) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT id FROM patient
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern AND deleted_at IS NULL
  LIMIT most
$$;
REVOKE ALL ON FUNCTION patients_like FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patients_like TO clinic_app;

-- Closed days are empty texts, so that a week always has seven times.
ALTER TABLE branch ADD CONSTRAINT branch_hours
  CHECK (array_position(opens, NULL) IS NULL AND array_position(closes, NULL) IS NULL);
