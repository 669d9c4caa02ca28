-- The console shows the times of a clinic as the clocks there do: the session says in which zone each is. Where the clinics
-- of a person come with it already, there is nothing to do.

DO $$
BEGIN
  IF pg_get_function_result('clinics_of_user(text)'::regprocedure) LIKE '%time_zone%' THEN RETURN; END IF;
  DROP FUNCTION clinics_of_user(text);
  CREATE FUNCTION clinics_of_user(who text)
  RETURNS TABLE (
    company_id text, name text, name_ar text, sandbox boolean, second_factor_required boolean, role text,
    practitioner_id text, time_zone text
  )
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $body$
    SELECT clinic.company_id, clinic.name, clinic.name_ar, clinic.sandbox, clinic.second_factor_required,
      membership.role, membership.practitioner_id, clinic.time_zone
    FROM membership JOIN clinic USING (company_id)
    WHERE membership.user_id = who AND membership.active AND clinic.active
  $body$;
  COMMENT ON FUNCTION clinics_of_user IS 'The clinics that a person may enter now.';
  REVOKE EXECUTE ON FUNCTION clinics_of_user FROM PUBLIC;
END $$;
