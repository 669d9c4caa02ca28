-- What the people of a clinic are warned of: security events, browsers that are known, and which patients' records each
-- plugin was shown in a day.

ALTER TABLE clinic ADD muted_alarms text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN clinic.muted_alarms IS
  'Kinds of security events of which owners get no warning by mail. What is critical is mailed all the same.';

CREATE TABLE security_event (
  LIKE clinic_record INCLUDING INDEXES,
  kind text NOT NULL,
  level text NOT NULL CHECK (level IN ('INFO', 'WARN', 'CRITICAL')),
  subject text NOT NULL,
  data jsonb NOT NULL,
  times integer NOT NULL DEFAULT 1,
  last_at timestamptz(3) NOT NULL,
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  note text,
  open boolean NOT NULL GENERATED ALWAYS AS (level <> 'INFO' AND acknowledged_at IS NULL) STORED,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE security_event IS
  'clinic: What its owners are to know of logins, keys and plugins. The same within an hour is one row that counts.';
COMMENT ON COLUMN security_event.subject IS 'What makes two events the same, besides kind and level.';
COMMENT ON COLUMN security_event.data IS 'Who and what it is about: people of the clinic, plugins, networks. Never a patient.';
COMMENT ON COLUMN security_event.open IS 'Whether somebody is still to look at it.';
SELECT protect_by_clinic('security_event', 'SELECT, UPDATE (acknowledged_at, acknowledged_by, note, updated_at)');
CREATE INDEX security_event_newest ON security_event (company_id, created_at DESC, id DESC, open, kind, level);
CREATE INDEX security_event_by_open ON security_event (company_id, open, created_at DESC, id DESC, kind, level);
CREATE INDEX security_event_of_subject ON security_event (company_id, kind, subject, created_at DESC);

ALTER TABLE outgoing_mail DROP CONSTRAINT outgoing_mail_audience_check;
ALTER TABLE outgoing_mail ADD CONSTRAINT outgoing_mail_audience_check CHECK (audience IN ('OWNERS', 'PERSON'));
COMMENT ON COLUMN outgoing_mail.user_id IS
  'A mail to the owners may also go to the person whom it is about; one of the audience PERSON goes to nobody else.';

CREATE FUNCTION plugin_of(company text, installed text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT plugin.slug FROM installation JOIN plugin ON plugin.id = installation.plugin_id
  WHERE installation.company_id = company AND installation.id = installed
$$;
COMMENT ON FUNCTION plugin_of IS 'What the plugin of an installation is called.';

CREATE FUNCTION raise_security_event(
  company text, event_kind text, event_level text, about text, facts jsonb, counted integer DEFAULT 1,
  tells_owners boolean DEFAULT true, person text DEFAULT NULL, notifies_person boolean DEFAULT false,
  mails_person boolean DEFAULT false
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  moment timestamptz(3) := clock_timestamp();
  code text := replace(gen_random_uuid()::text, '-', '');
  told jsonb := jsonb_build_object('securityEventId', 'sev_' || code, 'alarm', event_kind, 'level', event_level);
  all_facts jsonb := facts || jsonb_strip_nulls(jsonb_build_object('pluginSlug', plugin_of(company, facts ->> 'installationId')));
  mails_owners boolean;
BEGIN
  -- Two at the same time are one event as well.
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'security_event', company, event_kind, about), 0));
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
COMMENT ON FUNCTION raise_security_event IS
  'Adds a security event of a clinic, with a notice to those who are told and a mail on its way; the same within an hour '
  'is counted and told once, until somebody has acknowledged it. Of what is about a login, the person is told as well; '
  'one who was written to already is no recipient.';

CREATE FUNCTION raise_login_event(
  who text, event_kind text, about text, facts jsonb, tells_owners boolean, mails_person boolean
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  works record;
BEGIN
  FOR works IN
    SELECT mine.company_id, person.name, tells_owners OR mine.role = 'owner' AS tells_these,
      mine.role IN ('owner', 'admin') AS reads_alarms, row_number() OVER (ORDER BY mine.company_id) = 1 AS is_first
    FROM clinics_of_user(who) AS mine JOIN staff_user AS person ON person.id = who
    ORDER BY mine.company_id
  LOOP
    PERFORM raise_security_event(works.company_id, event_kind, 'WARN', about,
      facts || jsonb_build_object('userId', who, 'userName', works.name), 1, works.tells_these,
      who, NOT (works.tells_these AND works.reads_alarms), mails_person AND works.is_first);
  END LOOP;
END $$;
COMMENT ON FUNCTION raise_login_event IS
  'The same for what happened with a login, in every clinic that the person works in: they get one mail, and as an '
  'owner of several clinics no more than that.';

CREATE TABLE known_device (
  user_id text NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  browser text NOT NULL,
  network text NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, browser, network)
);
COMMENT ON TABLE known_device IS 'control: With which browsers from which networks a person has logged in.';
CREATE INDEX known_device_age ON known_device (last_seen_at);

CREATE FUNCTION record_device(token bytea, family text, block text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  who text;
  is_first boolean;
  is_known boolean;
BEGIN
  SELECT session.user_id INTO who FROM staff_session AS session WHERE session.token_hash = token AND session.state = 'ok';
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT count(*) = 0,
    coalesce(bool_or(known.browser = family AND known.network = block
      AND known.last_seen_at > now() - interval '90 days'), false)
  INTO is_first, is_known FROM known_device AS known WHERE known.user_id = who;
  INSERT INTO known_device (user_id, browser, network, last_seen_at) VALUES (who, family, block, now())
  ON CONFLICT (user_id, browser, network) DO UPDATE SET last_seen_at = now();
  IF is_first OR is_known THEN RETURN false; END IF;
  PERFORM raise_login_event(who, 'new_device', concat_ws(' ', who, family, block),
    jsonb_build_object('browser', family, 'network', block), false, true);
  RETURN true;
END $$;
COMMENT ON FUNCTION record_device IS
  'Remembers the browser and network of a login that is complete, and tells the person of one that was not seen for '
  'ninety days; owners of that of an owner. The first of all is new to nobody.';

CREATE UNLOGGED TABLE sighting (
  key text NOT NULL,
  what text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (key, what)
);
COMMENT ON TABLE sighting IS
  'database: What is counted over minutes before anybody is told of it. Not logged: after a crash the count begins anew.';
CREATE INDEX sighting_age ON sighting (at);

CREATE FUNCTION record_sighting(counted_as text, seen text, span interval, enough integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- One after the other, or of two that make it enough neither would see the other.
  PERFORM pg_advisory_xact_lock(hashtextextended('sighting ' || counted_as, 0));
  INSERT INTO sighting (key, what, at) VALUES (counted_as, seen, clock_timestamp())
  ON CONFLICT (key, what) DO UPDATE SET at = clock_timestamp();
  RETURN enough <= (SELECT count(*) FROM (
    SELECT FROM sighting WHERE key = counted_as AND at > clock_timestamp() - span LIMIT enough) AS lately);
END $$;
COMMENT ON FUNCTION record_sighting IS 'Counts, and answers whether as many different ones were seen within the span.';

CREATE FUNCTION record_login_failure(person text, login text, block text, request text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  who text := (SELECT id FROM staff_user WHERE id = person OR (person IS NULL AND email = login));
  facts jsonb := jsonb_build_object('network', block);
  tried text;
BEGIN
  IF who IS NOT NULL AND record_sighting('failures of ' || who, request, interval '15 minutes', 10) THEN
    PERFORM raise_login_event(who, 'login_failures', who, facts, true, true);
  END IF;
  IF NOT record_sighting('failures from ' || block, concat_ws(' ', coalesce(who, 'nobody'), request), interval '15 minutes', 50)
  THEN RETURN; END IF;
  FOR tried IN
    SELECT DISTINCT split_part(what, ' ', 1) AS id FROM sighting
    WHERE key = 'failures from ' || block AND at > clock_timestamp() - interval '15 minutes' ORDER BY id
  LOOP
    PERFORM raise_login_event(tried, 'login_failures', 'network ' || block, facts, true, true);
  END LOOP;
END $$;
COMMENT ON FUNCTION record_login_failure IS
  'Counts a failed login: ten at one login within a quarter of an hour are told, and fifty from one network to all who '
  'were tried from there.';

CREATE FUNCTION alarm_account_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_login_event(NEW.user_id, NEW.kind, NEW.user_id,
    jsonb_strip_nulls(jsonb_build_object('network', NEW.address)), true, false);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION alarm_account_event IS
  'Tells owners that what guards a login was taken away or replaced; the person has a mail of its own (mail_account_event).';
CREATE TRIGGER alarm_account_event AFTER INSERT ON account_event FOR EACH ROW
  WHEN (NEW.kind IN ('second_factor_removed', 'password_reset')) EXECUTE FUNCTION alarm_account_event();

CREATE FUNCTION alarm_recovery_code() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM raise_login_event(NEW.user_id, 'recovery_code_used', NEW.user_id, '{}', true, true);
  RETURN NULL;
END $$;
COMMENT ON FUNCTION alarm_recovery_code IS 'Tells the person and the owners that a login went by a recovery code.';
CREATE TRIGGER alarm_recovery_code AFTER UPDATE ON staff_recovery_code FOR EACH ROW
  WHEN (OLD.used_at IS NULL AND NEW.used_at IS NOT NULL) EXECUTE FUNCTION alarm_recovery_code();

CREATE OR REPLACE FUNCTION accept_invitation(
  token bytea, new_id text, new_name text, hash text, client text, request text, fields text[]
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  offer invitation;
  who text;
BEGIN
  -- The members first and in their order, as those lock them who change one and with that the invitations.
  PERFORM FROM membership
  WHERE company_id = (SELECT sent.company_id FROM invitation AS sent WHERE sent.token_hash = token)
  ORDER BY user_id FOR UPDATE;
  SELECT sent.* INTO offer FROM invitation AS sent
  JOIN clinic ON clinic.company_id = sent.company_id AND clinic.active
  WHERE sent.token_hash = token AND invitation_stands(sent)
  FOR UPDATE OF sent;
  IF NOT FOUND THEN RETURN 'not_found'; END IF;
  IF hash IS NOT NULL AND new_name IS NOT NULL THEN
    INSERT INTO staff_user (id, email, name, password_hash, created_at, updated_at)
    VALUES (new_id, offer.email, new_name, hash, now(), now())
    ON CONFLICT (email) DO NOTHING;
  END IF;
  SELECT id INTO who FROM staff_user WHERE email = offer.email;
  IF NOT FOUND THEN RETURN 'details_required'; END IF;
  INSERT INTO membership (company_id, user_id, role, practitioner_id, all_branches, created_at, updated_at)
  VALUES (offer.company_id, who, offer.role, offer.practitioner_id, offer.all_branches, now(), now())
  ON CONFLICT (company_id, user_id) DO UPDATE
  SET role = EXCLUDED.role, practitioner_id = coalesce(EXCLUDED.practitioner_id, membership.practitioner_id),
    all_branches = EXCLUDED.all_branches, active = true, updated_at = now()
  WHERE NOT membership.active;
  IF FOUND AND offer.role IN ('owner', 'admin') THEN
    PERFORM raise_security_event(offer.company_id, offer.role || '_added',
      CASE offer.role WHEN 'owner' THEN 'CRITICAL' ELSE 'WARN' END, who,
      jsonb_build_object('userId', who, 'userName', staff_user.name, 'actor', 'staff ' || offer.invited_by))
    FROM staff_user WHERE staff_user.id = who;
  END IF;
  UPDATE invitation SET accepted_at = now(), updated_at = now() WHERE company_id = offer.company_id AND id = offer.id;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (who, now(), 'invitation_accepted', client);
  INSERT INTO audit_record
    (company_id, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  VALUES (offer.company_id, request, 'staff ' || who, 'acceptInvitation', ARRAY[offer.id, who], '{}', '{}', client, fields);
  RETURN 'ok';
END $$;
COMMENT ON FUNCTION accept_invitation IS
  'Accepts an invitation, once: ok, not_found where it is not good any more, details_required where there is no '
  'account and nothing to make one of. A person who works in the clinic already keeps their role. Owners are told of a '
  'new owner or admin.';

CREATE FUNCTION record_token_misuse(company text, token text, cause text, seen text, counted integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  misused plugin_token;
BEGIN
  SELECT * INTO STRICT misused FROM plugin_token WHERE company_id = company AND id = token;
  IF cause = 'ended' AND NOT record_sighting('ended ' || token, seen, interval '10 minutes', 3) THEN RETURN; END IF;
  IF cause = 'networks' AND NOT record_sighting('networks of ' || token, seen, interval '1 hour', 5) THEN RETURN; END IF;
  PERFORM raise_security_event(company, 'token_misuse', 'CRITICAL', concat_ws(' ', token, cause), jsonb_build_object(
    'installationId', misused.installation_id, 'tokenHint', misused.hint, 'cause', cause), counted);
END $$;
COMMENT ON FUNCTION record_token_misuse IS
  'Tells of a key that came from an address that is not its own; that came three times within ten minutes after its end; '
  'or from five networks within an hour. `seen` is what is counted: requests of ended keys, networks of others.';

ALTER TABLE installation ADD COLUMN IF NOT EXISTS patients_per_day integer CHECK (patients_per_day > 0);
COMMENT ON COLUMN installation.patients_per_day IS
  'Of how many patients it is shown records in a day; null: as many as the operator lets every one.';

CREATE TABLE patient_seen (
  company_id text NOT NULL,
  installation_id text NOT NULL,
  day date NOT NULL,
  patient_id text NOT NULL,
  PRIMARY KEY (company_id, installation_id, day, patient_id)
);
COMMENT ON TABLE patient_seen IS 'clinic: Whose records a plugin was shown on a day of the clinic.';
SELECT protect_by_clinic('patient_seen', 'SELECT');
CREATE INDEX patient_seen_age ON patient_seen (day);

CREATE TABLE patients_of_day (
  company_id text NOT NULL,
  installation_id text NOT NULL,
  day date NOT NULL,
  patients integer NOT NULL DEFAULT 0,
  first_copy integer,
  PRIMARY KEY (company_id, installation_id, day)
);
COMMENT ON TABLE patients_of_day IS 'clinic: How many rows patient_seen has of a day. Who adds any locks it first.';
COMMENT ON COLUMN patients_of_day.first_copy IS
  'Within a week of installing: a tenth more than the clinic has patients, so that all can be copied once.';
SELECT protect_by_clinic('patients_of_day', 'SELECT');
CREATE INDEX patients_of_day_age ON patients_of_day (day);

CREATE FUNCTION see_patients(
  companies text[], installations text[], patients text[], throughs text[], usual integer
) RETURNS TABLE (refused boolean, ceiling integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  ask record;
  counted patients_of_day;
  fresh text[];
  after integer;
  answers jsonb := '{}';
BEGIN
  -- In one order, so that two processes never wait for each other in a circle.
  FOR ask IN
    SELECT one.*, coalesce(installed.patients_per_day, usual) AS base,
      installed.installed_at > now() - interval '7 days' AS is_new,
      (clock_timestamp() AT TIME ZONE clinic.time_zone)::date AS today
    FROM unnest(companies, installations, patients, throughs)
      WITH ORDINALITY AS one (company, installation, patient_ids, through_ids, place)
    JOIN clinic ON clinic.company_id = one.company
    JOIN installation AS installed ON installed.company_id = one.company AND installed.id = one.installation
    ORDER BY one.company, one.installation, one.place
  LOOP
    INSERT INTO patients_of_day (company_id, installation_id, day) VALUES (ask.company, ask.installation, ask.today)
    ON CONFLICT DO NOTHING;
    SELECT * INTO counted FROM patients_of_day AS known
    WHERE known.company_id = ask.company AND known.installation_id = ask.installation AND known.day = ask.today
    FOR UPDATE;
    IF ask.is_new AND counted.first_copy IS NULL THEN
      SELECT ceil(count(*) * 1.1) INTO counted.first_copy FROM patient WHERE patient.company_id = ask.company;
    END IF;
    ceiling := greatest(ask.base, CASE WHEN ask.is_new THEN counted.first_copy END);
    fresh := ARRAY(
      SELECT patient.id FROM patient
      WHERE patient.company_id = ask.company
        AND patient.id = ANY (ask.patient_ids::text[] || patients_through(ask.company, ask.through_ids::text[]))
        AND NOT EXISTS (SELECT FROM patient_seen AS seen WHERE seen.company_id = ask.company
          AND seen.installation_id = ask.installation AND seen.day = ask.today AND seen.patient_id = patient.id));
    after := counted.patients + cardinality(fresh);
    refused := cardinality(fresh) > 0 AND after > ceiling;
    answers := answers || jsonb_build_object(ask.place::text, jsonb_build_array(refused, ceiling));
    IF refused OR (after >= ceiling AND counted.patients < ceiling) THEN
      PERFORM raise_mass_read(ask.company, ask.installation, 'CRITICAL', ceiling);
    ELSIF after * 2 >= ceiling AND counted.patients * 2 < ceiling THEN
      PERFORM raise_mass_read(ask.company, ask.installation, 'WARN', ceiling);
    END IF;
    CONTINUE WHEN refused OR cardinality(fresh) = 0;
    INSERT INTO patient_seen (company_id, installation_id, day, patient_id)
    SELECT ask.company, ask.installation, ask.today, id FROM unnest(fresh) AS id;
    UPDATE patients_of_day AS known SET patients = after, first_copy = counted.first_copy
    WHERE known.company_id = ask.company AND known.installation_id = ask.installation AND known.day = ask.today;
  END LOOP;
  RETURN QUERY
  SELECT coalesce((answers -> place::text ->> 0)::boolean, false), coalesce((answers -> place::text ->> 1)::integer, usual)
  FROM generate_series(1, cardinality(companies)) AS place ORDER BY place;
END $$;
COMMENT ON FUNCTION see_patients IS
  'Adds whose records plugins are about to be shown, of many in one batch, each only where that stays below its patients '
  'a day: exact, whatever number of processes ask. Answers in the order asked. Tells of a half and of the whole.';

CREATE FUNCTION raise_mass_read(company text, installed text, event_level text, ceiling integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT raise_security_event(company, 'mass_read', event_level, installed,
    jsonb_build_object('installationId', installed, 'patientsPerDay', ceiling))
$$;

CREATE FUNCTION forget_sightings(max_rows integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone bigint;
  most bigint := 0;
  forget text;
BEGIN
  FOREACH forget IN ARRAY ARRAY[
    'sighting WHERE ctid = ANY (ARRAY(SELECT ctid FROM sighting
      WHERE at < now() - interval ''1 hour'' ORDER BY at LIMIT $1 FOR UPDATE SKIP LOCKED))',
    'patient_seen WHERE ctid = ANY (ARRAY(SELECT ctid FROM patient_seen
      WHERE day < current_date - 8 ORDER BY day LIMIT $1 FOR UPDATE SKIP LOCKED))',
    'patients_of_day WHERE ctid = ANY (ARRAY(SELECT ctid FROM patients_of_day
      WHERE day < current_date - 8 ORDER BY day LIMIT $1 FOR UPDATE SKIP LOCKED))',
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
COMMENT ON FUNCTION forget_sightings IS
  'Deletes what was counted and has served its time, so many of each; answers how many of the one of which most went.';

REVOKE ALL ON FUNCTION plugin_of, raise_security_event, raise_login_event, record_device, record_sighting, record_login_failure,
  alarm_account_event, alarm_recovery_code, record_token_misuse, see_patients, raise_mass_read, forget_sightings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION raise_security_event, record_device, record_login_failure, record_token_misuse, see_patients
  TO clinic_app;
GRANT EXECUTE ON FUNCTION forget_sightings TO clinic_dispatcher;
