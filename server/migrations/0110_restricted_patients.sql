-- Patients whose file is to be erased: restricted at once, which hides what is about them from every caller but those who
-- see to it, and anonymised when the clinic need not keep the records any longer.

ALTER TABLE patient
  ADD restricted_at timestamptz(3),
  ADD anonymise_at timestamptz(3),
  ADD anonymised_at timestamptz(3),
  ADD legal_hold text,
  ADD CONSTRAINT patient_restricted CHECK (
    (restricted_at IS NULL) = (anonymise_at IS NULL) AND (restricted_at IS NULL OR deleted_at IS NOT NULL)),
  ADD CONSTRAINT patient_anonymised CHECK (anonymised_at IS NULL OR restricted_at IS NOT NULL);
COMMENT ON COLUMN patient.restricted_at IS
  'Since when the file is kept for the law alone. It counts as deleted since then, if it was not before.';
COMMENT ON COLUMN patient.anonymise_at IS 'When the records need not be kept any longer.';
COMMENT ON COLUMN patient.legal_hold IS 'Why nothing may be erased, such as a lawsuit; null where it may.';

CREATE TABLE restricted_patient (
  company_id text NOT NULL,
  patient_id text NOT NULL,
  reason text NOT NULL,
  restricted_by text NOT NULL,
  was_deleted boolean NOT NULL,
  PRIMARY KEY (company_id, patient_id),
  CONSTRAINT restricted_patient_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE restricted_patient IS
  'clinic: Whose records are hidden. Apart from the file, so that the policies that hide it can look here.';
COMMENT ON COLUMN restricted_patient.restricted_by IS 'The member of staff who restricted it.';
COMMENT ON COLUMN restricted_patient.was_deleted IS 'The file was deleted before; lifting the restriction leaves it so.';
SELECT protect_by_clinic('restricted_patient');
CREATE POLICY read_own_clinic ON restricted_patient FOR SELECT TO clinic_reader
  USING (company_id = current_setting('app.company', true));
GRANT SELECT (company_id, patient_id) ON restricted_patient TO clinic_reader;

CREATE TABLE withheld_text (
  company_id text NOT NULL,
  table_name text NOT NULL,
  record_id text NOT NULL,
  patient_id text NOT NULL,
  texts jsonb NOT NULL,
  PRIMARY KEY (company_id, table_name, record_id),
  CONSTRAINT withheld_text_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE withheld_text IS
  'clinic: What was taken out of records that stay to be seen of a restricted patient, to be put back if that is lifted.';
COMMENT ON COLUMN withheld_text.texts IS 'The values by their columns.';
SELECT protect_by_clinic('withheld_text');
CREATE INDEX withheld_text_of_patient ON withheld_text (company_id, patient_id);

-- Under a policy that hides, a row of a restricted patient is there for a transaction alone that says it is for those who
-- see to erasures. The patient is looked up for each row that is read, as is done where assistants read.
CREATE FUNCTION hide_restricted(target regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY unrestricted ON %1$s AS RESTRICTIVE FOR SELECT TO clinic_app, clinic_reader USING (
    current_setting(''app.restricted'', true) = ''shown'' OR coalesce((
      SELECT false FROM restricted_patient AS hidden
      WHERE hidden.company_id = %1$s.company_id AND hidden.patient_id = %1$s.patient_id), true))', target);
END $$;
COMMENT ON FUNCTION hide_restricted IS
  'Hides the rows of restricted patients, except where app.restricted is `shown`. Every table with a patient_id is hidden '
  'or frozen.';

CREATE FUNCTION freeze_restricted(target regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY unrestricted ON %1$s AS RESTRICTIVE FOR UPDATE TO clinic_app USING (
    current_setting(''app.restricted'', true) = ''shown'' OR coalesce((
      SELECT false FROM restricted_patient AS hidden
      WHERE hidden.company_id = %1$s.company_id AND hidden.patient_id = %1$s.patient_id), true))', target);
END $$;
COMMENT ON FUNCTION freeze_restricted IS
  'Lets the rows of restricted patients be read and neither locked nor changed, except where app.restricted is `shown`.';
REVOKE ALL ON FUNCTION hide_restricted, freeze_restricted FROM PUBLIC;

DO $$
DECLARE
  target regclass;
BEGIN
  FOREACH target IN ARRAY ARRAY[
    'communication', 'consent_form', 'conversation', 'encounter', 'feedback', 'file', 'file_upload', 'form_submission',
    'lab_order', 'lead', 'loyalty_account', 'loyalty_transaction', 'measurement', 'prescription', 'quotation', 'task',
    'treatment', 'withheld_text', 'xray'
  ]::regclass[] LOOP
    PERFORM hide_restricted(target);
  END LOOP;
  FOREACH target IN ARRAY ARRAY['appointment', 'invoice', 'payment']::regclass[] LOOP
    PERFORM freeze_restricted(target);
  END LOOP;
END $$;
-- Where a file is not deleted it is not restricted: said first, an index of files that are not deleted answers it.
CREATE POLICY unrestricted ON patient AS RESTRICTIVE FOR SELECT TO clinic_app, clinic_reader USING (
  deleted_at IS NULL OR restricted_at IS NULL OR current_setting('app.restricted', true) = 'shown');

-- How long the clinic keeps what.
CREATE TABLE retention_setting (
  company_id text PRIMARY KEY REFERENCES clinic,
  medical_years integer NOT NULL CHECK (medical_years BETWEEN 10 AND 100),
  money_years integer NOT NULL CHECK (money_years BETWEEN 6 AND 100),
  lost_lead_months integer NOT NULL CHECK (lost_lead_months BETWEEN 1 AND 60),
  conversation_months integer NOT NULL CHECK (conversation_months BETWEEN 6 AND 120),
  updated_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE retention_setting IS
  'clinic: How long a clinic keeps what it need not keep for ever; without a row, what is usual in its country.';
COMMENT ON COLUMN retention_setting.medical_years IS 'After the last visit.';
SELECT protect_by_clinic('retention_setting', 'SELECT, INSERT, UPDATE');

GRANT SELECT ON retention TO clinic_app;

-- What is over, clinic by clinic, each found by an index of what is still there.
ALTER TABLE lead ADD forgotten_at timestamptz(3);
COMMENT ON COLUMN lead.forgotten_at IS 'When the contact of a lost lead was emptied.';
CREATE INDEX lead_to_forget ON lead (company_id, staged_at)
  WHERE reject_reason_id IS NOT NULL AND patient_id IS NULL AND forgotten_at IS NULL;
CREATE INDEX conversation_message_to_forget ON conversation_message (company_id, created_at)
  WHERE text IS NOT NULL OR template_text IS NOT NULL;
CREATE INDEX communication_to_forget ON communication (company_id, created_at)
  WHERE text IS NOT NULL OR content_preview IS NOT NULL;
CREATE INDEX patient_to_anonymise ON patient (company_id, anonymise_at)
  WHERE restricted_at IS NOT NULL AND anonymised_at IS NULL AND legal_hold IS NULL;
CREATE INDEX patient_restricted_newest ON patient (company_id, restricted_at DESC, id DESC) WHERE restricted_at IS NOT NULL;

CREATE FUNCTION clinics_that_retain() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT company_id FROM clinic ORDER BY company_id
$$;
COMMENT ON FUNCTION clinics_that_retain IS 'All clinics, for the job that ends what each keeps no longer.';
REVOKE ALL ON FUNCTION clinics_that_retain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clinics_that_retain TO clinic_dispatcher;
