-- Publishers: who makes plugins. A publisher is a tenant as a clinic is one: all of its rows lie under its own sandbox
-- clinic, so that what keeps clinics apart keeps publishers apart.

CREATE TABLE publisher (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  name_ar text,
  website text NOT NULL,
  support_email text NOT NULL,
  verified_host text,
  CONSTRAINT publisher_id UNIQUE (id),
  CONSTRAINT publisher_clinic UNIQUE (company_id)
);
COMMENT ON TABLE publisher IS 'control: Who makes plugins. The clinic is its own sandbox.';
COMMENT ON COLUMN publisher.verified_host IS 'The host of the website, once it has named the publisher; null until then.';
SELECT protect_by_clinic('publisher', 'SELECT, UPDATE (name, name_ar, website, support_email, verified_host, updated_at)');

CREATE TABLE publisher_member (
  LIKE clinic_record INCLUDING INDEXES,
  email text NOT NULL CHECK (email = lower(email)),
  user_id text REFERENCES staff_user,
  role text NOT NULL CHECK (role IN ('OWNER', 'DEVELOPER', 'VIEWER')),
  CONSTRAINT publisher_member_email UNIQUE (company_id, email),
  CONSTRAINT publisher_member_user UNIQUE (company_id, user_id),
  FOREIGN KEY (company_id) REFERENCES publisher (company_id)
);
COMMENT ON TABLE publisher_member IS 'control: Who belongs to a publisher, and as what.';
COMMENT ON COLUMN publisher_member.email IS
  'Who was invited. A login with this address accepts, and is told of it nowhere but in its own list.';
COMMENT ON COLUMN publisher_member.user_id IS 'Null until the person has accepted.';
SELECT protect_by_clinic('publisher_member', 'SELECT, INSERT, DELETE, UPDATE (role, updated_at)');
CREATE INDEX publisher_member_of_user ON publisher_member (user_id);
CREATE INDEX publisher_member_invited ON publisher_member (email) WHERE user_id IS NULL;

CREATE TABLE publisher_key (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  rights text[] NOT NULL CHECK (rights <> '{}' AND rights <@ ARRAY['read', 'test', 'publish']),
  key_hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  created_by text NOT NULL REFERENCES staff_user,
  second_factor boolean NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  FOREIGN KEY (company_id) REFERENCES publisher (company_id)
);
COMMENT ON TABLE publisher_key IS 'control: What programs of a publisher call with; only the hash is stored.';
COMMENT ON COLUMN publisher_key.hint IS 'How the key begins, so that people can tell keys apart.';
COMMENT ON COLUMN publisher_key.second_factor IS 'Whether the login that made it had proved a second factor.';
COMMENT ON COLUMN publisher_key.last_used_at IS 'Recorded once a minute.';
SELECT protect_by_clinic('publisher_key', 'SELECT, INSERT, UPDATE (revoked_at, updated_at)');

CREATE FUNCTION follow_publisher_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE membership SET active = false, updated_at = now() WHERE company_id = OLD.company_id AND user_id = OLD.user_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.user_id IS NOT NULL AND NEW.role <> 'VIEWER' THEN
    INSERT INTO membership (company_id, user_id, role, all_branches, created_at, updated_at)
    VALUES (NEW.company_id, NEW.user_id, CASE NEW.role WHEN 'OWNER' THEN 'owner' ELSE 'admin' END, true, now(), now())
    ON CONFLICT (company_id, user_id) DO UPDATE SET role = EXCLUDED.role, active = true, updated_at = now();
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION follow_publisher_member IS
  'Who is what in the sandbox clinic follows from who is what in the publisher: an owner is its owner, a developer an '
  'administrator, a viewer is not in it.';
CREATE TRIGGER follow_publisher_member AFTER INSERT OR UPDATE OR DELETE ON publisher_member FOR EACH ROW
  EXECUTE FUNCTION follow_publisher_member();

CREATE FUNCTION create_publisher(
  token bytea, new_publisher text, new_clinic text, new_member text, name_en text, name_arabic text, site text,
  support text, most integer, client text, request text, fields text[]
) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
  who staff_user;
BEGIN
  -- One after the other, so that many at the same time are counted.
  SELECT * INTO who FROM staff_user WHERE id = session.user_id FOR UPDATE;
  IF most <= (SELECT count(*) FROM publisher_member WHERE user_id = who.id AND role = 'OWNER') THEN RETURN NULL; END IF;
  INSERT INTO clinic (company_id, name, name_ar, country, currency, time_zone, locale, tax_percent, sandbox)
  VALUES (new_clinic, name_en || ' (sandbox)', name_arabic, 'SA', 'SAR', 'Asia/Riyadh', 'ar-SA', 15, true);
  INSERT INTO publisher (company_id, id, name, name_ar, website, support_email, created_at, updated_at)
  VALUES (new_clinic, new_publisher, name_en, name_arabic, site, support, now(), now());
  INSERT INTO publisher_member (company_id, id, email, user_id, role, created_at, updated_at)
  VALUES (new_clinic, new_member, who.email, who.id, 'OWNER', now(), now());
  INSERT INTO audit_record
    (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  VALUES (new_clinic, request, 'staff ' || who.id, session.id, 'createPublisher', ARRAY[new_publisher, new_clinic], '{}',
    '{}', client, fields);
  RETURN now()::timestamptz(3);
END $$;
COMMENT ON FUNCTION create_publisher IS
  'Makes a publisher with its sandbox clinic and its first owner, and the record of it, and answers when; nothing for '
  'whom owns as many as `most` already.';

CREATE FUNCTION accept_publisher_membership(token bytea, member text, client text, request text, fields text[])
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  session staff_session := complete_session(token);
  joined publisher_member;
BEGIN
  UPDATE publisher_member SET user_id = who.id, updated_at = now()
  FROM staff_user AS who
  WHERE who.id = session.user_id AND publisher_member.email = who.email AND publisher_member.id = member
    AND publisher_member.user_id IS NULL
  RETURNING publisher_member.* INTO joined;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO audit_record
    (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address, changed_fields)
  VALUES (joined.company_id, request, 'staff ' || joined.user_id, session.id, 'acceptPublisherMembership',
    ARRAY[joined.id, joined.user_id], '{}', '{}', client, fields);
  RETURN joined.id;
END $$;
COMMENT ON FUNCTION accept_publisher_membership IS
  'Makes the person of a session a member of the publisher that has invited their address, and the record of it; '
  'nothing where it has not.';

CREATE FUNCTION publishers_of_session(token bytea)
RETURNS TABLE (id text, name text, name_ar text, sandbox_clinic_id text, member_id text, role text, accepted boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT publisher.id, publisher.name, publisher.name_ar, publisher.company_id, member.id, member.role,
    member.user_id IS NOT NULL
  FROM staff_user AS who
  JOIN publisher_member AS member ON member.user_id = who.id OR (member.user_id IS NULL AND member.email = who.email)
  JOIN publisher ON publisher.company_id = member.company_id
  WHERE who.id = (complete_session(token)).user_id
  ORDER BY publisher.name, publisher.id
$$;
COMMENT ON FUNCTION publishers_of_session IS 'The publishers that a person belongs to, and those that have invited them.';

CREATE FUNCTION publisher_of_session(token bytea, wanted text) RETURNS TABLE (company_id text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT publisher.company_id, member.role
  FROM publisher
  JOIN publisher_member AS member ON member.company_id = publisher.company_id
  JOIN clinic ON clinic.company_id = publisher.company_id AND clinic.active
  WHERE publisher.id = wanted AND member.user_id = (complete_session(token)).user_id
$$;
COMMENT ON FUNCTION publisher_of_session IS 'What the person of a session is in a publisher; nothing where they are not in it.';

CREATE FUNCTION publisher_of_key(hash bytea)
RETURNS TABLE (publisher_id text, company_id text, key_id text, rights text[], second_factor boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE publisher_key SET last_used_at = now()
  WHERE key_hash = hash AND revoked_at IS NULL AND expires_at > now()
    AND coalesce(last_used_at, '-infinity') < now() - interval '1 minute';
  RETURN QUERY
  SELECT publisher.id, key.company_id, key.id, key.rights, key.second_factor
  FROM publisher_key AS key
  JOIN publisher ON publisher.company_id = key.company_id
  JOIN clinic ON clinic.company_id = key.company_id AND clinic.active
  JOIN publisher_member AS maker ON maker.company_id = key.company_id AND maker.user_id = key.created_by
  JOIN staff_user AS who ON who.id = maker.user_id AND who.active
  WHERE key.key_hash = hash AND key.revoked_at IS NULL AND key.expires_at > now();
END $$;
COMMENT ON FUNCTION publisher_of_key IS
  'What a key may do while it is good, and while the person who made it belongs to the publisher; records its use once '
  'a minute.';

REVOKE ALL ON FUNCTION follow_publisher_member, create_publisher, accept_publisher_membership, publishers_of_session,
  publisher_of_session, publisher_of_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_publisher, accept_publisher_membership, publishers_of_session, publisher_of_session,
  publisher_of_key TO clinic_app;
