-- A mail to the owners may also go to the one whom it is about.
ALTER TABLE outgoing_mail ADD COLUMN user_id text REFERENCES staff_user ON DELETE SET NULL;

-- Who reads the mail of these clinics now: their owners, and those of the people named who work there.
CREATE FUNCTION mail_readers(companies text[], people text[])
RETURNS TABLE (company_id text, clinic_name text, user_id text, email text, is_owner boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT clinic.company_id, clinic.name, who.id, who.email, membership.role = 'owner'
  FROM membership
  JOIN clinic ON clinic.company_id = membership.company_id
  JOIN staff_user AS who ON who.id = membership.user_id
  WHERE membership.company_id = ANY (companies) AND membership.active AND who.active
    AND (membership.role = 'owner' OR who.id = ANY (people))
  ORDER BY clinic.company_id, who.id
$$;
DROP FUNCTION owners_of;
REVOKE ALL ON FUNCTION mail_readers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mail_readers TO clinic_dispatcher;

-- Whatever is over: flows, codes, tokens and connections that have ended, clients that nobody allowed or that have had no
-- connection for a month, old events.
CREATE OR REPLACE FUNCTION sweep_oauth(event_months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  part integer;
  swept integer := 0;
BEGIN
  DELETE FROM oauth_flow WHERE expires_at < now() - interval '1 day';
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  -- A code that was used is kept a day, so that its replay is seen.
  DELETE FROM oauth_authorization_code WHERE expires_at < now() - interval '1 day';
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  DELETE FROM oauth_token WHERE expires_at < now() - interval '1 day';
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  DELETE FROM oauth_grant AS given WHERE absolute_end < now()
    OR (created_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM oauth_token AS token
      WHERE token.grant_id = given.id AND token.type = 'refresh'));
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  DELETE FROM oauth_client AS client WHERE kind = 'dcr' AND created_at < now() - interval '1 day'
    AND (first_consent_at IS NULL OR first_consent_at < now() - interval '30 days')
    AND NOT EXISTS (SELECT FROM oauth_grant AS given WHERE given.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM oauth_flow AS flow WHERE flow.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM ended_connection AS ended
      WHERE ended.client_id = client.client_id AND ended.ended_at > now() - interval '30 days');
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  IF event_months > 0 THEN
    DELETE FROM oauth_event WHERE at < now() - event_months * interval '1 month';
    GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  END IF;
  RETURN swept;
END $$;
