-- What a clinic sees of how its plugins are doing, and what it writes to those who make them.

ALTER TABLE outgoing_mail
  ADD address text,
  DROP CONSTRAINT outgoing_mail_audience_check,
  ADD CONSTRAINT outgoing_mail_audience_check CHECK (audience IN ('OWNERS', 'PERSON', 'DEVELOPER')),
  ADD CONSTRAINT outgoing_mail_address CHECK ((audience = 'DEVELOPER') = (address IS NOT NULL));
COMMENT ON COLUMN outgoing_mail.address IS
  'Of a mail to the developer of a plugin, where the support is reached: nobody of the clinic has that mail.';
CREATE INDEX outgoing_mail_asked ON outgoing_mail (company_id, (data->>'installationId'), created_at)
  WHERE template = 'plugin_scopes_asked';

CREATE FUNCTION mail_address_of(person text) RETURNS TABLE (email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT who.email FROM staff_user AS who JOIN membership ON membership.user_id = who.id
  WHERE who.id = person AND membership.company_id = current_setting('app.company', true) AND membership.active
$$;
COMMENT ON FUNCTION mail_address_of IS
  'Where a person of the clinic is reached, who writes to somebody outside it in its name and waits for an answer.';

CREATE FUNCTION verified_host_of(plugin_id text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT publisher.verified_host FROM plugin JOIN publisher ON publisher.id = plugin.publisher_id WHERE plugin.id = $1
$$;
COMMENT ON FUNCTION verified_host_of IS 'The host that the publisher of a plugin has proved to be its own, as every clinic may know.';

REVOKE ALL ON FUNCTION mail_address_of, verified_host_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mail_address_of, verified_host_of TO clinic_app;
