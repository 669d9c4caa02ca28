-- Programs on a developer's machine get a key by what a person approves in the browser (RFC 8628).

CREATE TABLE device_login (
  id text PRIMARY KEY,
  device_hash bytea NOT NULL UNIQUE,
  user_hash bytea NOT NULL UNIQUE,
  client_name text NOT NULL,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'APPROVED', 'DENIED', 'REDEEMED')),
  wait_seconds integer NOT NULL DEFAULT 5,
  polled_at timestamptz(3),
  found_by text REFERENCES staff_user,
  company_id text REFERENCES publisher (company_id),
  approved_by text REFERENCES staff_user,
  second_factor boolean NOT NULL DEFAULT false,
  key_name text,
  rights text[],
  CONSTRAINT device_login_approved CHECK (state IN ('PENDING', 'DENIED') OR (company_id IS NOT NULL AND approved_by IS NOT NULL
    AND key_name IS NOT NULL AND rights IS NOT NULL))
);
COMMENT ON TABLE device_login IS 'control: A program that waits for a person to approve it. Of its codes only the hashes are stored.';
COMMENT ON COLUMN device_login.found_by IS 'The person who typed the code: nobody else decides.';
COMMENT ON COLUMN device_login.wait_seconds IS 'How long it waits between two questions; it grows each time that it asks too soon.';
CREATE INDEX device_login_over ON device_login (expires_at);

ALTER TABLE publisher_key ADD idle_days integer CHECK (idle_days > 0);
COMMENT ON COLUMN publisher_key.idle_days IS 'After so many days without use it is over; null where only its end counts.';

CREATE OR REPLACE FUNCTION publisher_of_key(hash bytea)
RETURNS TABLE (publisher_id text, company_id text, key_id text, rights text[], second_factor boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE publisher_key SET last_used_at = now()
  WHERE key_hash = hash AND revoked_at IS NULL AND expires_at > now()
    AND coalesce(last_used_at, created_at) > now() - coalesce(idle_days, 3650) * interval '1 day'
    AND coalesce(last_used_at, '-infinity') < now() - interval '1 minute';
  RETURN QUERY
  SELECT publisher.id, key.company_id, key.id, key.rights, key.second_factor
  FROM publisher_key AS key
  JOIN publisher ON publisher.company_id = key.company_id
  JOIN clinic ON clinic.company_id = key.company_id AND clinic.active
  JOIN publisher_member AS maker ON maker.company_id = key.company_id AND maker.user_id = key.created_by
  JOIN staff_user AS who ON who.id = maker.user_id AND who.active
  WHERE key.key_hash = hash AND key.revoked_at IS NULL AND key.expires_at > now()
    AND coalesce(key.last_used_at, key.created_at) > now() - coalesce(key.idle_days, 3650) * interval '1 day';
END $$;

CREATE FUNCTION begin_device_login(
  new_id text, device bytea, code bytea, called text, client text, lifetime interval
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM device_login WHERE expires_at < now() - interval '1 hour';
  INSERT INTO device_login (id, device_hash, user_hash, client_name, address, created_at, expires_at)
  VALUES (new_id, device, code, called, client, now(), now() + lifetime) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
COMMENT ON FUNCTION begin_device_login IS 'Lets a program wait for approval; false where its code is another one''s by chance.';

CREATE FUNCTION find_device_login(code bytea, who text)
RETURNS TABLE (id text, client_name text, address text, created_at timestamptz, expires_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE device_login AS waits SET found_by = who
  WHERE waits.user_hash = code AND waits.state = 'PENDING' AND waits.expires_at > now()
  RETURNING waits.id, waits.client_name, waits.address, waits.created_at, waits.expires_at
$$;
COMMENT ON FUNCTION find_device_login IS 'The program that shows a code, while it waits; the person who typed it decides.';

CREATE FUNCTION decide_device_login(login_id text, approves boolean, who text, is_second boolean, called text, given text[])
RETURNS TABLE (client_name text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE device_login AS waits SET state = CASE WHEN approves THEN 'APPROVED' ELSE 'DENIED' END,
    company_id = current_setting('app.company', true), approved_by = who, second_factor = is_second, key_name = called,
    rights = given
  WHERE waits.id = login_id AND waits.state = 'PENDING' AND waits.expires_at > now() AND waits.found_by = who
    AND EXISTS (SELECT FROM publisher_member AS member
      WHERE member.company_id = current_setting('app.company', true) AND member.user_id = who)
  RETURNING waits.client_name
$$;
COMMENT ON FUNCTION decide_device_login IS
  'Approves or denies a program that waits, for the publisher of the transaction; nothing where it waits no longer.';

CREATE FUNCTION redeem_device_login(
  device bytea, new_key text, hash bytea, shown text, days integer, idle integer, most integer, client text, request text,
  fields text[]
) RETURNS TABLE (outcome text, publisher_id text, rights text[], wait integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  waits device_login;
  is_soon boolean;
BEGIN
  SELECT * INTO waits FROM device_login WHERE device_hash = device FOR UPDATE;
  IF NOT FOUND OR waits.state = 'REDEEMED' THEN RETURN QUERY SELECT 'invalid_grant', NULL::text, NULL::text[], NULL::integer; RETURN; END IF;
  IF waits.expires_at <= now() THEN RETURN QUERY SELECT 'expired_token', NULL::text, NULL::text[], NULL::integer; RETURN; END IF;
  IF waits.state = 'DENIED' THEN RETURN QUERY SELECT 'access_denied', NULL::text, NULL::text[], NULL::integer; RETURN; END IF;
  is_soon := waits.polled_at > clock_timestamp() - waits.wait_seconds * interval '1 second';
  UPDATE device_login SET polled_at = clock_timestamp(), wait_seconds = least(60, wait_seconds + CASE WHEN is_soon THEN 5 ELSE 0 END)
  WHERE id = waits.id RETURNING * INTO waits;
  IF is_soon THEN RETURN QUERY SELECT 'slow_down', NULL::text, NULL::text[], waits.wait_seconds; RETURN; END IF;
  IF waits.state = 'PENDING' THEN
    RETURN QUERY SELECT 'authorization_pending', NULL::text, NULL::text[], waits.wait_seconds;
    RETURN;
  END IF;
  PERFORM FROM publisher WHERE company_id = waits.company_id FOR UPDATE;
  IF most <= (SELECT count(*) FROM publisher_key
    WHERE company_id = waits.company_id AND revoked_at IS NULL AND expires_at > now())
    OR NOT EXISTS (SELECT FROM publisher_member AS member WHERE member.company_id = waits.company_id
      AND member.user_id = waits.approved_by
      AND (member.role = 'OWNER' OR (member.role = 'DEVELOPER' AND NOT 'publish' = ANY (waits.rights))))
  THEN RETURN QUERY SELECT 'access_denied', NULL::text, NULL::text[], NULL::integer; RETURN; END IF;
  UPDATE device_login SET state = 'REDEEMED' WHERE id = waits.id;
  INSERT INTO publisher_key
    (company_id, id, created_at, updated_at, name, rights, key_hash, hint, created_by, second_factor, expires_at, idle_days)
  VALUES (waits.company_id, new_key, now(), now(), waits.key_name, waits.rights, hash, shown, waits.approved_by,
    waits.second_factor, now() + days * interval '1 day', idle);
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  VALUES (waits.company_id, request, 'staff ' || waits.approved_by, 'redeemDeviceLogin', ARRAY[new_key], '{}', '{}', client,
    fields);
  RETURN QUERY SELECT 'ok', publisher.id, waits.rights, NULL::integer FROM publisher WHERE company_id = waits.company_id;
END $$;
COMMENT ON FUNCTION redeem_device_login IS
  'What a program that waits is answered (RFC 8628 section 3.5): once it was approved a key, this once, with the record of it.';

REVOKE ALL ON FUNCTION begin_device_login, find_device_login, decide_device_login, redeem_device_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_device_login, find_device_login, decide_device_login, redeem_device_login TO clinic_app;
