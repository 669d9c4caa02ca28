-- backfill
-- Programs from before files had a folded name went on writing some beside the migration that added it: such a file was
-- found by its number and phone, and not by name at the desk.

CREATE FUNCTION backfill_patient_names(
  after text[], max_rows integer, OUT reached text[], OUT looked integer, OUT mended integer
)
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH batch AS MATERIALIZED (
    SELECT company_id, id,
      ' ' || concat_ws(' ', phone_number, phone_number2, lower(email),
        translate(lower(clinic_file_number), '٠١٢٣٤٥٦٧٨٩', '0123456789'), file_number) AS behind
    FROM patient
    WHERE (company_id, id) > (coalesce(after[1], ''), coalesce(after[2], ''))
    ORDER BY company_id, id LIMIT max_rows
  ), named AS (
    -- The searched text is the name and the numbers behind it; what is not as it was written begins with a digit or a plus
    -- sign, or is an address.
    UPDATE patient SET name_text = CASE
      WHEN right(patient.search_text, length(behind)) = behind
        THEN left(patient.search_text, length(patient.search_text) - length(behind))
      ELSE regexp_replace(patient.search_text, ' ([+0-9]|\S+@).*$', '') END
    FROM batch
    WHERE patient.company_id = batch.company_id AND patient.id = batch.id
      AND patient.name_text = '' AND patient.search_text <> ''
    RETURNING 1
  )
  SELECT (SELECT ARRAY[company_id, id] FROM batch ORDER BY company_id DESC, id DESC LIMIT 1),
    (SELECT count(*)::integer FROM batch), (SELECT count(*)::integer FROM named)
$$;
COMMENT ON FUNCTION backfill_patient_names IS 'Names the files that a program from before folded names has written.';
SELECT declare_backfill('patient_names', 'patient');
