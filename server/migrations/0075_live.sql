-- What changes is told to those who look on: it is found by its updated_at, below the horizon of its clinic.

CREATE FUNCTION announce_change(company text) RETURNS timestamptz
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    hashtext(company), (floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint % 2147483648)::integer);
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;
COMMENT ON FUNCTION announce_change IS
  'The instant of a change that a function makes by itself, announced as every write announces its own '
  '(kernel/begin-write.ts), so that no delta reader passes over it.';

CREATE INDEX installation_changed ON installation (company_id, updated_at, id);
CREATE INDEX install_request_changed ON install_request (company_id, updated_at, id);
CREATE INDEX security_event_changed ON security_event (company_id, updated_at, id);

CREATE OR REPLACE FUNCTION hold_installations(held text, since timestamptz) RETURNS SETOF installation
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one record;
BEGIN
  -- In one order, as whatever raises the grant versions of several clinics does.
  FOR one IN
    SELECT company_id, id FROM installation
    WHERE plugin_id = held AND status <> 'UNINSTALLED' AND (held_at IS NULL) <> (since IS NULL) ORDER BY company_id, id
  LOOP
    RETURN QUERY UPDATE installation SET held_at = since, updated_at = announce_change(one.company_id)
      WHERE company_id = one.company_id AND id = one.id RETURNING *;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION raise_security_event(
  company text, event_kind text, event_level text, about text, facts jsonb, counted integer DEFAULT 1,
  tells_owners boolean DEFAULT true, person text DEFAULT NULL, notifies_person boolean DEFAULT false,
  mails_person boolean DEFAULT false
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  moment timestamptz(3);
  code text := replace(gen_random_uuid()::text, '-', '');
  told jsonb := jsonb_build_object('securityEventId', 'sev_' || code, 'alarm', event_kind, 'level', event_level);
  all_facts jsonb := facts || jsonb_strip_nulls(jsonb_build_object('pluginSlug', plugin_of(company, facts ->> 'installationId')));
  mails_owners boolean;
BEGIN
  -- Two at the same time are one event as well.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'security_event', company, event_kind, about), 0));
  moment := announce_change(company);
  UPDATE security_event AS earlier
  SET times = earlier.times + counted, last_at = moment, updated_at = moment
  WHERE earlier.company_id = company AND earlier.kind = event_kind AND earlier.subject = about
    AND earlier.level = event_level AND earlier.acknowledged_at IS NULL
    AND earlier.created_at > moment - interval '1 hour';
  IF FOUND THEN RETURN; END IF;
  INSERT INTO security_event (company_id, id, created_at, updated_at, kind, level, subject, data, times, last_at)
  VALUES (company, 'sev_' || code, moment, moment, event_kind, event_level, about, all_facts, counted, moment);
  IF event_level = 'INFO' THEN RETURN; END IF;
  INSERT INTO clinic_notice (company_id, id, created_at, updated_at, kind, data)
  SELECT company, 'ntc_' || told_as || code, moment, moment, notice, told || more
  FROM (VALUES
    ('0', 'security_event', all_facts - 'userId', tells_owners),
    ('1', 'own_login', all_facts, notifies_person)
  ) AS each (told_as, notice, more, wanted) WHERE wanted;
  SELECT tells_owners AND (event_level = 'CRITICAL' OR event_kind <> ALL (clinic.muted_alarms)) INTO mails_owners
  FROM clinic WHERE clinic.company_id = company;
  IF NOT mails_owners AND NOT mails_person THEN RETURN; END IF;
  INSERT INTO outgoing_mail (company_id, id, created_at, updated_at, audience, template, data, user_id, sent_to)
  VALUES (company, 'oml_' || code, moment, moment, CASE WHEN mails_owners THEN 'OWNERS' ELSE 'PERSON' END,
    'security_event', all_facts || told, CASE WHEN mails_person THEN person END,
    CASE WHEN person IS NULL OR mails_person THEN '{}' ELSE ARRAY[person] END);
  PERFORM graphile_worker.add_job('send_owner_mail', job_key => 'send_owner_mail');
END $$;

-- A stream, and what a page asks for by itself, look without prolonging.
CREATE OR REPLACE FUNCTION staff_session_of(token bytea, idle interval, named text)
RETURNS TABLE (session_id text, state text, second_factor_at timestamptz, confirmed_at timestamptz,
  absolute_end timestamptz, user_id text, email text, name text, name_ar text, language text,
  second_factor_enrolled boolean, company_id text, clinics jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  seen staff_session;
BEGIN
  IF idle IS NOT NULL THEN
    UPDATE staff_session AS session SET last_seen_at = now(), idle_end = now() + idle
    WHERE session.token_hash = token AND session.state = 'ok' AND session.last_seen_at < now() - interval '1 minute'
      AND least(session.idle_end, session.absolute_end) > now()
    RETURNING * INTO seen;
    IF named IS NOT NULL THEN
      PERFORM record_presence(complete_session(token), named);
    ELSIF seen.id IS NOT NULL THEN
      PERFORM record_presence(seen);
    END IF;
  END IF;
  RETURN QUERY
  SELECT session.id, session.state, session.second_factor_at, session.confirmed_at, session.absolute_end, who.id,
    who.email, who.name, who.name_ar, who.language, who.totp_secret IS NOT NULL,
    (SELECT entered.company_id FROM clinics_of_user(who.id) AS entered
     WHERE entered.company_id = session.company_id
       AND (NOT entered.second_factor_required OR session.second_factor_at IS NOT NULL)),
    coalesce((SELECT jsonb_agg(to_jsonb(mine) ORDER BY mine.name, mine.company_id) FROM clinics_of_user(who.id) AS mine), '[]')
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND who.active AND least(session.idle_end, session.absolute_end) > now();
END $$;
COMMENT ON FUNCTION staff_session_of IS
  'The session of a cookie while it lasts, with all that it rests on as that is now: the person, their clinics, and the '
  'clinic that was entered if they may still be there. Looking prolongs it by `idle`, and records once a minute that the '
  'person was seen in the clinic that the request names, or else in the one that was entered; without `idle` it changes '
  'nothing.';
