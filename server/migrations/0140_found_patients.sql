-- Whom a few letters mean, however many are called alike: the first by name are read off an index that is in their order,
-- and not out of some hundred candidates.

CREATE INDEX patient_by_name ON patient (company_id, name_text COLLATE "C", id, branch_id)
  WHERE deleted_at IS NULL AND NOT disabled;
-- By what follows the first word of the name, or by a name of one word.
CREATE INDEX patient_by_last_name ON patient (company_id, (substr(name_text, strpos(name_text, ' ') + 1)) COLLATE "C", id, branch_id)
  WHERE deleted_at IS NULL AND NOT disabled;
CREATE INDEX patient_by_phone_end ON patient (company_id, "right"(phone_number, 4))
  WHERE deleted_at IS NULL AND NOT disabled AND phone_number IS NOT NULL;

-- Who was deleted or restricted has changed, too, for those who have the file open.
DROP INDEX patient_changed;
CREATE INDEX patient_changed ON patient (company_id, updated_at, id, branch_id) INCLUDE (deleted_at);

-- Where a patient has visits, and when, is read off one index.
DROP INDEX appointment_of_patient;
CREATE INDEX appointment_of_patient ON appointment (company_id, patient_id, created_at DESC, id DESC)
  INCLUDE (branch_id, starts_at, status);

CREATE FUNCTION patients_like_in(pattern text, branches text[], max_rows integer) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan
  AS $$
    SELECT id FROM patient t
    WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern AND deleted_at IS NULL
      AND (branches IS NULL OR branch_id = ANY (branches) OR (
        SELECT bool_or(visit.branch_id = ANY (branches)) FROM appointment AS visit
        WHERE visit.company_id = t.company_id AND visit.patient_id = t.id))
    LIMIT max_rows
  $$;
COMMENT ON FUNCTION patients_like_in IS
  'As patients_like, of those alone who are in sight of these branches; of all where they are null.';
REVOKE ALL ON FUNCTION patients_like_in FROM public;
GRANT EXECUTE ON FUNCTION patients_like_in TO clinic_app;

-- What a text begins with is followed by no character that is behind all others.
CREATE FUNCTION patients_beginning(term text, branches text[], by_phone boolean, max_rows integer) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan
  AS $$
    (SELECT id FROM patient t
      WHERE company_id = current_setting('app.company', true) AND deleted_at IS NULL AND NOT disabled
      AND name_text COLLATE "C" >= term AND name_text COLLATE "C" < term || chr(1114111)
      AND (branches IS NULL OR branch_id = ANY (branches) OR (
        SELECT bool_or(visit.branch_id = ANY (branches)) FROM appointment AS visit
        WHERE visit.company_id = t.company_id AND visit.patient_id = t.id))
      ORDER BY name_text COLLATE "C", id LIMIT max_rows)
    UNION ALL
    (SELECT id FROM patient t
      WHERE company_id = current_setting('app.company', true) AND deleted_at IS NULL AND NOT disabled
      AND (substr(name_text, strpos(name_text, ' ') + 1)) COLLATE "C" >= term
      AND (substr(name_text, strpos(name_text, ' ') + 1)) COLLATE "C" < term || chr(1114111)
      AND (branches IS NULL OR branch_id = ANY (branches) OR (
        SELECT bool_or(visit.branch_id = ANY (branches)) FROM appointment AS visit
        WHERE visit.company_id = t.company_id AND visit.patient_id = t.id))
      ORDER BY (substr(name_text, strpos(name_text, ' ') + 1)) COLLATE "C", id LIMIT max_rows)
    UNION ALL
    (SELECT id FROM patient t
      WHERE company_id = current_setting('app.company', true) AND deleted_at IS NULL AND NOT disabled
      AND by_phone AND length(term) = 4 AND phone_number IS NOT NULL AND "right"(phone_number, 4) = term
      AND (branches IS NULL OR branch_id = ANY (branches) OR (
        SELECT bool_or(visit.branch_id = ANY (branches)) FROM appointment AS visit
        WHERE visit.company_id = t.company_id AND visit.patient_id = t.id))
      ORDER BY (name_text || '') COLLATE "C", id LIMIT max_rows)
  $$;
COMMENT ON FUNCTION patients_beginning IS
  'The first by name of those whose name, or what follows its first word, begins so, and of those whose phone ends so: in '
  'sight of these branches, or in all. Behind row-level security no index would be looked into for it.';
REVOKE ALL ON FUNCTION patients_beginning FROM public;
GRANT EXECUTE ON FUNCTION patients_beginning TO clinic_app;
