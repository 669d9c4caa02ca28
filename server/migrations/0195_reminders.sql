-- additive
-- What patients are told before a visit, and what of it was sent.

CREATE TABLE reminder_rule (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('whatsapp', 'sms', 'email')),
  template_name text,
  variables text[] NOT NULL DEFAULT '{}',
  text text,
  text_ar text,
  minutes_before integer CHECK (minutes_before BETWEEN 15 AND 20160),
  days_before integer CHECK (days_before BETWEEN 1 AND 14),
  at_time text,
  branch_ids text[] NOT NULL DEFAULT '{}',
  statuses text[] NOT NULL CHECK (cardinality(statuses) > 0 AND statuses <@ '{OPEN,CONFIRMED}'),
  active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT reminder_rule_content CHECK ((channel = 'whatsapp') = (template_name IS NOT NULL)
    AND (channel = 'whatsapp') = (text IS NULL)),
  CONSTRAINT reminder_rule_when CHECK ((minutes_before IS NULL) = (days_before IS NOT NULL)
    AND (days_before IS NULL) = (at_time IS NULL))
);
COMMENT ON TABLE reminder_rule IS 'clinic: When patients are reminded of a visit, by what channel and with which words.';
COMMENT ON COLUMN reminder_rule.variables IS 'What stands for {{1}}, {{2}} … in the template.';
COMMENT ON COLUMN reminder_rule.at_time IS 'At what time of day, so many days before, on the clocks of the clinic.';
COMMENT ON COLUMN reminder_rule.branch_ids IS 'Of which branches the visits are; of all where none is named.';
COMMENT ON COLUMN reminder_rule.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
SELECT protect_by_clinic('reminder_rule', 'SELECT, INSERT, UPDATE');
CREATE INDEX reminder_rule_active ON reminder_rule (company_id, id) WHERE active;

CREATE TABLE reminder (
  LIKE clinic_record INCLUDING INDEXES,
  rule_id text NOT NULL,
  appointment_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  state text NOT NULL CHECK (state IN ('QUEUED', 'SKIPPED', 'CANCELED')),
  communication_id text,
  CONSTRAINT reminder_once UNIQUE (company_id, appointment_id, rule_id, starts_at),
  CONSTRAINT reminder_ref_reminder_rule FOREIGN KEY (company_id, rule_id) REFERENCES reminder_rule,
  CONSTRAINT reminder_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT reminder_ref_communication FOREIGN KEY (company_id, communication_id) REFERENCES communication
);
COMMENT ON TABLE reminder IS
  'clinic: That a rule has reminded of a visit at a time, or will not: its key lets one worker win; a visit that moves is reminded of anew.';
COMMENT ON COLUMN reminder.starts_at IS 'When the visit began as it was queued.';
SELECT protect_by_clinic('reminder', 'SELECT, INSERT, UPDATE');
CREATE INDEX reminder_of_communication ON reminder (company_id, communication_id) WHERE communication_id IS NOT NULL;

-- Which ones they are the worker is not told otherwise.
CREATE FUNCTION clinics_that_remind() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT company_id FROM reminder_rule WHERE active ORDER BY company_id
$$;
COMMENT ON FUNCTION clinics_that_remind() IS 'The clinics with active rules, for the job that reminds their patients.';
REVOKE EXECUTE ON FUNCTION clinics_that_remind() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clinics_that_remind() TO clinic_dispatcher;
