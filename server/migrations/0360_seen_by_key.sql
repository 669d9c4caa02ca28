-- additive
-- Whom a plugin was shown is looked up by the key alone: a plan that was made while the table was empty could take the day
-- instead, and read all who were shown on it for each patient.

CREATE OR REPLACE FUNCTION forget_sightings(max_rows integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone bigint;
  most bigint := 0;
  forget text;
BEGIN
  FOREACH forget IN ARRAY ARRAY[
    'sighting WHERE ctid = ANY (ARRAY(SELECT ctid FROM sighting
      WHERE at < now() - interval ''1 hour'' ORDER BY at LIMIT $1 FOR UPDATE SKIP LOCKED))',
    'patient_seen WHERE ctid = ANY (ARRAY(SELECT seen.ctid
      FROM patients_of_day AS old JOIN patient_seen AS seen USING (company_id, installation_id, day)
      WHERE old.day < current_date - 8 LIMIT $1 FOR UPDATE OF seen SKIP LOCKED))',
    -- A day of an installation goes after the last who was seen on it.
    'patients_of_day WHERE ctid = ANY (ARRAY(SELECT ctid FROM patients_of_day AS old
      WHERE day < current_date - 8 AND NOT EXISTS (SELECT FROM patient_seen AS seen WHERE seen.company_id = old.company_id
        AND seen.installation_id = old.installation_id AND seen.day = old.day)
      ORDER BY day LIMIT $1 FOR UPDATE SKIP LOCKED))',
    -- One stays: a person who comes back after long is told of the browser that they come with.
    'known_device WHERE ctid = ANY (ARRAY(SELECT ctid FROM known_device AS old
      WHERE last_seen_at < now() - interval ''90 days'' AND EXISTS (SELECT FROM known_device AS newer
        WHERE newer.user_id = old.user_id AND newer.last_seen_at > old.last_seen_at)
      ORDER BY last_seen_at LIMIT $1 FOR UPDATE SKIP LOCKED))'
  ] LOOP
    EXECUTE 'DELETE FROM ' || forget USING max_rows;
    GET DIAGNOSTICS gone = ROW_COUNT;
    most := greatest(most, gone);
  END LOOP;
  RETURN most;
END $$;

DROP INDEX patient_seen_age;
