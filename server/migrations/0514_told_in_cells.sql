-- expand
-- What follows from logins, invitations and alarms is written in the cell of each clinic.

CREATE OR REPLACE FUNCTION record_login(person text, login text, only_clinic text, session text, request text, did text, resources text[], fields text[], client text, refusal text, counted integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path = public, pg_temp
AS $$
  SELECT record_in_cell(works.company_id, request, 'staff ' || who.id, session, did, coalesce(resources, ARRAY[who.id]), client,
    CASE WHEN refusal IS NULL THEN fields END, refusal, counted)
  FROM staff_user AS who JOIN membership AS works ON works.user_id = who.id AND works.active
  WHERE (who.id = person OR (person IS NULL AND who.email = login))
    AND (only_clinic IS NULL OR works.company_id = only_clinic)
$$;

CREATE OR REPLACE FUNCTION accept_invitation(token bytea, new_id text, new_name text, hash text, client text, request text, fields text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path = public, pg_temp
AS $$
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
  PERFORM record_in_cell(offer.company_id, request, 'staff ' || who, NULL, 'acceptInvitation', ARRAY[offer.id, who], client, fields,
    NULL, 1);
  RETURN 'ok';
END $$;

CREATE OR REPLACE FUNCTION raise_security_event(company text, event_kind text, event_level text, about text, facts jsonb, counted integer DEFAULT 1, tells_owners boolean DEFAULT true, person text DEFAULT NULL::text, notifies_person boolean DEFAULT false, mails_person boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path = public, pg_temp
AS $$
DECLARE
  moment timestamptz(3);
  code text := replace(gen_random_uuid()::text, '-', '');
  told jsonb := jsonb_build_object('securityEventId', 'sev_' || code, 'alarm', event_kind, 'level', event_level);
  all_facts jsonb := facts || jsonb_strip_nulls(jsonb_build_object('pluginSlug', plugin_of(company, facts ->> 'installationId')));
  mails_owners boolean;
BEGIN
  IF tell_cell(company, 'alarm', jsonb_build_object('kind', event_kind, 'level', event_level, 'about', about, 'facts', facts,
    'counted', counted, 'tells_owners', tells_owners, 'person', person, 'notifies_person', notifies_person,
    'mails_person', mails_person)) THEN RETURN; END IF;
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

CREATE OR REPLACE FUNCTION sweep_logins()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path = public, pg_temp
AS $$
  DELETE FROM staff_session WHERE least(idle_end, absolute_end) < now();
  DELETE FROM staff_login_failure WHERE last_at < now() - interval '1 day';
  DELETE FROM password_reset WHERE expires_at < now() - interval '1 day';
  DELETE FROM publisher_registration WHERE expires_at < now() - interval '1 day';
  DELETE FROM publisher_invitation WHERE created_at < now() - interval '30 days';
  DELETE FROM invitation
  WHERE least(expires_at, coalesce(accepted_at, 'infinity'), coalesce(withdrawn_at, 'infinity')) < now() - interval '30 days';
  DELETE FROM staff_mail WHERE created_at < now() - interval '30 days';
  UPDATE cell_news SET key = NULL WHERE key IS NOT NULL AND at < now() - interval '24 hours';
  DELETE FROM cell_news WHERE at < now() - interval '30 days';
$$;
