-- The seals of the audit: of each clinic and day a tree of hashes over its records, by heads that are signed and refer to
-- the one before. And, made with the seals, which patients a day's records are about, so that adding a record need not.

ALTER TABLE retention ADD COLUMN audit_guarded_at timestamptz(3) NOT NULL DEFAULT now();
COMMENT ON COLUMN retention.audit_guarded_at IS
  'Since when records of the audit are guarded. What is older was brought in, and its seals say so.';
GRANT SELECT ON retention TO clinic_sealer;

CREATE POLICY all_clinics ON audit_record FOR SELECT TO clinic_sealer USING (true);
CREATE POLICY clinics_to_seal ON clinic FOR SELECT TO clinic_sealer USING (true);
GRANT SELECT ON audit_record TO clinic_sealer;
GRANT SELECT (company_id) ON clinic TO clinic_sealer;

CREATE TABLE audit_key (
  id text PRIMARY KEY,
  public_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE audit_key IS 'database: The public keys by which seals of the audit can be checked, old ones too.';
GRANT SELECT, INSERT ON audit_key TO clinic_sealer;
GRANT SELECT ON audit_key TO clinic_app;
SELECT guard_from_change('audit_key');

CREATE TABLE audit_head (
  company_id text NOT NULL,
  number integer NOT NULL,
  day date NOT NULL,
  size integer NOT NULL,
  root bytea NOT NULL,
  previous bytea,
  sealed_at timestamptz(3) NOT NULL,
  sealed_to timestamptz(3) NOT NULL,
  closing boolean NOT NULL,
  imported boolean NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  leaves bytea NOT NULL,
  peaks bytea NOT NULL,
  PRIMARY KEY (company_id, number)
);
COMMENT ON TABLE audit_head IS
  'clinic: The signed heads of the trees over a clinic''s records of the audit, one tree for each UTC day (RFC 6962).';
COMMENT ON COLUMN audit_head.number IS 'Counts the heads of the clinic from 1, without a gap.';
COMMENT ON COLUMN audit_head.size IS 'How many records of the day it covers: those of the heads before, and its own.';
COMMENT ON COLUMN audit_head.previous IS 'SHA-256 of the head before with its signature; null of the first.';
COMMENT ON COLUMN audit_head.sealed_to IS 'It covers the records of the day that were taken in before this instant.';
COMMENT ON COLUMN audit_head.closing IS 'The day is over, and no record of it is added any more.';
COMMENT ON COLUMN audit_head.imported IS 'It covers records from before the audit was guarded.';
COMMENT ON COLUMN audit_head.leaves IS
  'The hashes, one after the other, of the records that it adds to the tree: by them a record that differs is found.';
COMMENT ON COLUMN audit_head.peaks IS
  'The hashes of the perfect subtrees that the tree consists of, largest first: from them it grows on.';
-- Hashes are as short as they get.
ALTER TABLE audit_head ALTER COLUMN leaves SET STORAGE EXTERNAL;
SELECT protect_by_clinic('audit_head', 'SELECT');
CREATE POLICY all_clinics ON audit_head TO clinic_sealer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON audit_head TO clinic_sealer;
SELECT guard_from_change('audit_head');
CREATE INDEX audit_head_of_day ON audit_head (company_id, day, number);

CREATE TABLE audit_of_patient (
  company_id text NOT NULL,
  patient_id text NOT NULL,
  day date NOT NULL,
  caller text NOT NULL,
  records integer NOT NULL,
  operations text[] NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, patient_id, day, caller)
);
COMMENT ON TABLE audit_of_patient IS
  'clinic: Who had to do with which patient on which UTC day, as far as the audit is sealed. It follows from the records.';
COMMENT ON COLUMN audit_of_patient.operations IS
  'What they did, each operation with the field scopes that it was answered by, in one text.';
COMMENT ON COLUMN audit_of_patient.first_at IS 'When the first of these records was taken in.';
SELECT protect_by_clinic('audit_of_patient', 'SELECT');
CREATE POLICY all_clinics ON audit_of_patient TO clinic_sealer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON audit_of_patient TO clinic_sealer;
