-- Invitations end with the right to send them, and a member who sees all branches is said to.

-- An invitation stands as long as the person who sent it could send it now.

CREATE FUNCTION may_invite(sender text, invited text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sender = 'owner' OR (sender = 'admin' AND invited <> 'owner')
$$;
COMMENT ON FUNCTION may_invite IS
  'Whether a role may invite to another: owners:manage for owners, members:manage for all others. A test compares it '
  'with the contract''s map of permissions.';

CREATE FUNCTION invitation_stands(offer invitation) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT offer.accepted_at IS NULL AND offer.withdrawn_at IS NULL AND offer.expires_at > now() AND EXISTS (
    SELECT FROM membership AS sender JOIN staff_user AS who ON who.id = sender.user_id
    WHERE sender.company_id = offer.company_id AND sender.user_id = offer.invited_by AND sender.active AND who.active
      AND may_invite(sender.role, offer.role))
$$;
COMMENT ON FUNCTION invitation_stands IS
  'Whether an invitation can be accepted: it is open, and the member who sent it may still send it.';

CREATE FUNCTION end_invitations_of_sender() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitation SET withdrawn_at = now(), updated_at = now()
  WHERE invitation.accepted_at IS NULL AND invitation.withdrawn_at IS NULL AND NOT invitation_stands(invitation)
    AND invitation.company_id = OLD.company_id AND invitation.invited_by = OLD.user_id;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION end_invitations_of_sender IS
  'Withdraws what a member may not send any more, for good: a right that comes back does not bring it back.';

CREATE FUNCTION end_invitations_of_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitation SET withdrawn_at = now(), updated_at = now()
  WHERE invited_by = NEW.id AND accepted_at IS NULL AND withdrawn_at IS NULL;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION end_invitations_of_person IS 'Withdraws what a person sent who may not log in any more, in every clinic.';

CREATE TRIGGER invitations_end AFTER UPDATE ON membership FOR EACH ROW
  WHEN ((OLD.active, OLD.role) IS DISTINCT FROM (NEW.active, NEW.role))
  EXECUTE FUNCTION end_invitations_of_sender();
CREATE TRIGGER invitations_end_with_membership AFTER DELETE ON membership FOR EACH ROW
  EXECUTE FUNCTION end_invitations_of_sender();
CREATE TRIGGER invitations_end AFTER UPDATE ON staff_user FOR EACH ROW
  WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION end_invitations_of_person();

CREATE INDEX invitation_of_sender ON invitation (invited_by) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

UPDATE invitation SET withdrawn_at = now(), updated_at = now()
WHERE accepted_at IS NULL AND withdrawn_at IS NULL AND NOT invitation_stands(invitation);

CREATE OR REPLACE FUNCTION invitation_of(token bytea)
RETURNS TABLE (email text, clinic_name text, clinic_name_ar text, role text, has_account boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT offer.email, clinic.name, clinic.name_ar, offer.role,
    EXISTS (SELECT FROM staff_user AS who WHERE who.email = offer.email)
  FROM invitation AS offer JOIN clinic ON clinic.company_id = offer.company_id AND clinic.active
  WHERE offer.token_hash = token AND invitation_stands(offer)
$$;

-- Which branches a member sees: all of them where their role goes beyond branches or the membership says so, else
-- those of their practitioner. Without a practitioner, or where that one works at no branch, none.

ALTER TABLE membership ADD COLUMN all_branches boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN membership.all_branches IS
  'Whether they see every branch; else those of their practitioner, and none without one. Owners and admins see all.';
-- Before, no practitioner meant all branches: for those it is said now, and only what is new starts with none.
UPDATE membership SET all_branches = true WHERE practitioner_id IS NULL;
GRANT UPDATE (practitioner_id, all_branches) ON membership TO clinic_app;

ALTER TABLE invitation ADD COLUMN all_branches boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN invitation.all_branches IS 'Whether the person will see every branch.';
UPDATE invitation SET all_branches = true WHERE practitioner_id IS NULL AND accepted_at IS NULL AND withdrawn_at IS NULL;

CREATE FUNCTION sees_all_branches(member membership) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT member.role IN ('owner', 'admin') OR member.all_branches
$$;
COMMENT ON FUNCTION sees_all_branches IS 'Whether no branch is kept from a member. Never because something is missing.';

CREATE OR REPLACE FUNCTION accept_invitation(token bytea, new_id text, new_name text, hash text, client text) RETURNS text
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
  UPDATE invitation SET accepted_at = now(), updated_at = now() WHERE company_id = offer.company_id AND id = offer.id;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (who, now(), 'invitation_accepted', client);
  INSERT INTO audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  VALUES (offer.company_id, now(), offer.id, 'staff ' || who, NULL, 'acceptInvitation', ARRAY[offer.id, who], '{}', '{}', client);
  RETURN 'ok';
END $$;

CREATE OR REPLACE FUNCTION claim_staff_mail(max_rows integer)
RETURNS TABLE (id text, kind text, subject_id text, token_hash bytea, attempts integer, email text, company_id text,
  clinic_name text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH claimed AS (
    UPDATE staff_mail AS mail
    SET attempts = mail.attempts + 1, due_at = now() + least(2 ^ mail.attempts, 1440) * interval '1 minute'
    FROM (
      SELECT id FROM staff_mail WHERE done_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT max_rows FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE mail.id = due.id
    RETURNING mail.id, mail.kind, mail.subject_id, mail.attempts
  )
  SELECT claimed.id, claimed.kind, claimed.subject_id, coalesce(reset.token_hash, offer.token_hash), claimed.attempts,
    coalesce(who.email, offer.email), coalesce(clinic.company_id, works.company_id), coalesce(clinic.name, works.name)
  FROM claimed
  LEFT JOIN password_reset AS reset ON claimed.kind = 'password_reset' AND reset.id = claimed.subject_id
    AND reset.used_at IS NULL AND reset.expires_at > now()
  LEFT JOIN invitation AS offer ON claimed.kind = 'invitation' AND offer.id = claimed.subject_id
    AND invitation_stands(offer)
  LEFT JOIN clinic ON clinic.company_id = offer.company_id
  LEFT JOIN staff_user AS who ON who.id = coalesce(reset.user_id, claimed.subject_id) AND who.active
  LEFT JOIN LATERAL (SELECT * FROM clinics_of_user(who.id) ORDER BY company_id LIMIT 1) AS works ON true
$$;

DROP FUNCTION active_oauth_tokens, active_connections;

CREATE FUNCTION active_connections()
RETURNS TABLE (id text, client_id text, client_name text, user_id text, user_name text, email text, company_id text,
  scope text, declined text, resource text, absolute_end timestamptz, last_used_at timestamptz, role text,
  practitioner_id text, all_branches boolean)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT given.id, given.client_id, client.name, given.user_id, who.name, who.email, given.company_id,
    CASE WHEN clinic.assistant_patient_contacts THEN given.scope
      ELSE array_to_string(array_remove(string_to_array(given.scope, ' '), 'patients:read.pii'), ' ') END,
    given.declined, given.resource,
    least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day')::timestamptz(3)::timestamptz,
    given.last_used_at::timestamptz, membership.role, membership.practitioner_id, sees_all_branches(membership)
  FROM oauth_grant AS given
  JOIN oauth_client AS client ON client.client_id = given.client_id
  JOIN staff_user AS who ON who.id = given.user_id AND who.active
  JOIN membership ON membership.company_id = given.company_id AND membership.user_id = given.user_id AND membership.active
  JOIN clinic ON clinic.company_id = given.company_id AND clinic.active
  WHERE least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day') > now()
    AND assistant_allowed(clinic, client) AND (given.second_factor OR NOT clinic.second_factor_required);
END;
COMMENT ON FUNCTION active_connections IS
  'The connections of which everything that they rest on holds now: the person, their membership, the clinic, what '
  'it allows to assistants and its rule on second factors (specification, OAuth rule 5). Their scopes and their end '
  'are what the clinic leaves of what was consented to. The planner takes this into the statement that asks.';

CREATE FUNCTION active_oauth_tokens(tokens bytea[])
RETURNS TABLE (place integer, grant_id text, client_id text, client_name text, user_id text, user_name text, email text,
  company_id text, token_scope text, grant_scope text, declined text, resource text, created_at timestamptz,
  expires_at timestamptz, absolute_end timestamptz, role text, practitioner_id text, all_branches boolean,
  branch_ids text[], last_use_stale boolean, last_use_fresh_until timestamptz, grant_version bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT access.place::integer, connection.id, connection.client_id, connection.client_name, connection.user_id,
    connection.user_name, connection.email, connection.company_id, access.scope, connection.scope, connection.declined,
    connection.resource, access.created_at::timestamptz, least(access.expires_at, connection.absolute_end)::timestamptz,
    connection.absolute_end, connection.role, connection.practitioner_id, connection.all_branches,
    CASE WHEN connection.all_branches THEN '{}' ELSE array(
      SELECT works.branch_id FROM practitioner_branch AS works
      WHERE works.company_id = connection.company_id AND works.practitioner_id = connection.practitioner_id
      ORDER BY works.branch_id) END,
    connection.last_used_at IS NULL OR connection.last_used_at < now() - interval '1 minute',
    connection.last_used_at + interval '1 minute',
    coalesce((SELECT current.version FROM grant_version AS current WHERE current.company_id = connection.company_id), 0)
  FROM (
    SELECT asked.place, token.scope, token.grant_id, token.created_at, token.expires_at
    FROM unnest(tokens) WITH ORDINALITY AS asked (hash, place)
    JOIN oauth_token AS token ON token.token_hash = asked.hash AND token.type = 'access' AND token.expires_at > now()
    -- What follows is not mixed into this.
    OFFSET 0) AS access
  JOIN active_connections() AS connection ON connection.id = access.grant_id;
END $$;
COMMENT ON FUNCTION active_oauth_tokens IS
  'What the resource server is told of access tokens, by their place among those asked about: nothing of one that '
  'is none, is over, or whose connection is not active. What is read is limited to `branch_ids`, to none where there '
  'are none, unless `all_branches` says that it is not. `last_use_stale` says that the use recorded last is a minute '
  'ago, `last_use_fresh_until` when it will be. The tokens are looked up first, everything else by its key from there, '
  'and one plan is kept: to plan it anew costs as much as to answer.';

DROP TRIGGER connection_changed ON membership;
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON membership
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.active, OLD.role, OLD.practitioner_id, OLD.all_branches)
    IS DISTINCT FROM (NEW.active, NEW.role, NEW.practitioner_id, NEW.all_branches))
  EXECUTE FUNCTION announce_grant_change();

REVOKE ALL ON FUNCTION may_invite, invitation_stands, end_invitations_of_sender, end_invitations_of_person,
  sees_all_branches, active_connections, active_oauth_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION active_oauth_tokens TO clinic_app;
