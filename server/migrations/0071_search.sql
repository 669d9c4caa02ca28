-- Staff who may not see how patients are reached find them by name alone, and people on their way to becoming patients too.

ALTER TABLE patient ADD COLUMN name_text text NOT NULL DEFAULT '';
COMMENT ON COLUMN patient.name_text IS 'Folded name, for those who may see nothing else of whom they look for.';
-- The searched text begins with the name; what follows begins with a digit or a plus sign, or is an address.
UPDATE patient SET name_text = regexp_replace(search_text, ' ([+0-9]|\S+@).*$', '');

ALTER TABLE contact ADD COLUMN search_text text NOT NULL DEFAULT '';
COMMENT ON COLUMN contact.search_text IS 'Folded name, phone and e-mail.';
-- As foldForSearch() does with what is usual; a contact that is changed is folded anew.
UPDATE contact SET search_text = btrim(regexp_replace(
  translate(lower(normalize(name, NFKD)), 'ىیکةۀٱءـ٠١٢٣٤٥٦٧٨٩', 'ييكههاا') , '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'))
  || coalesce(' ' || phone, '') || coalesce(' ' || lower(email), '');
SELECT make_searchable('contact', 'contacts_like');

CREATE INDEX patient_archived ON patient (company_id, created_at DESC, id DESC, branch_id)
  WHERE deleted_at IS NULL AND disabled;

-- What a person chooses for their own console.

ALTER TABLE staff_user
  ADD COLUMN density text CHECK (density IN ('compact', 'comfortable')),
  ADD COLUMN digits text NOT NULL DEFAULT 'latn' CHECK (digits IN ('latn', 'arab')),
  ADD COLUMN shortcuts boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN staff_user.density IS 'How high rows are; null leaves it to the screen.';
COMMENT ON COLUMN staff_user.digits IS 'In which digits numbers are shown.';
COMMENT ON COLUMN staff_user.shortcuts IS 'Whether single letters act, besides keys that are held with another.';

DROP FUNCTION set_language;
CREATE FUNCTION set_preferences(token bytea, chosen jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE staff_user SET updated_at = now(),
    language = coalesce(chosen->>'language', language),
    density = CASE WHEN chosen ? 'density' THEN chosen->>'density' ELSE density END,
    digits = coalesce(chosen->>'digits', digits),
    shortcuts = coalesce((chosen->>'shortcuts')::boolean, shortcuts)
  WHERE id = (complete_session(token)).user_id
$$;
COMMENT ON FUNCTION set_preferences IS 'Changes what is named of what the person of a session has chosen for their console.';
REVOKE ALL ON FUNCTION set_preferences FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_preferences TO clinic_app;

CREATE FUNCTION preferences_of(who text) RETURNS TABLE (density text, digits text, shortcuts boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT density, digits, shortcuts FROM staff_user WHERE id = who
$$;
COMMENT ON FUNCTION preferences_of IS 'What a person has chosen for their console, besides its language.';
REVOKE ALL ON FUNCTION preferences_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION preferences_of TO clinic_app;
