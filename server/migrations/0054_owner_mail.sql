-- Mail to the owners of a clinic, sent by the worker.
ALTER TABLE outgoing_mail
  -- Raised by every attempt, which has the mail until due_at.
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The people who have it already.
  ADD COLUMN sent_to text[] NOT NULL DEFAULT '{}',
  -- Given up, and why.
  ADD COLUMN error_code text;
DROP INDEX outgoing_mail_unsent;
CREATE INDEX outgoing_mail_due ON outgoing_mail (due_at) WHERE sent_at IS NULL AND error_code IS NULL;
CREATE POLICY any_clinic_sent ON outgoing_mail TO clinic_dispatcher USING (true);
GRANT SELECT, UPDATE (attempts, due_at, sent_to, sent_at, error_code, updated_at) ON outgoing_mail TO clinic_dispatcher;

-- Who owns these clinics now, and what the clinics are called. (The staff's tables come with a later migration.)
CREATE FUNCTION owners_of(companies text[])
RETURNS TABLE (company_id text, clinic_name text, user_id text, email text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT clinic.company_id, clinic.name, who.id, who.email
  FROM membership
  JOIN clinic ON clinic.company_id = membership.company_id
  JOIN staff_user AS who ON who.id = membership.user_id
  WHERE membership.company_id = ANY (companies) AND membership.role = 'owner' AND membership.active AND who.active
  ORDER BY clinic.company_id, who.id;
END $$;
REVOKE ALL ON FUNCTION owners_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION owners_of TO clinic_dispatcher;
