-- additive
-- What was signed, to the byte, and who signed it: evidence, which is added and never changed.

CREATE TABLE signed_document (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  subject_kind text NOT NULL CHECK (subject_kind IN ('ENCOUNTER', 'QUOTATION', 'FORM_SUBMISSION', 'CONSENT_FORM')),
  subject_id text NOT NULL,
  version_num integer NOT NULL CHECK (version_num > 0),
  html text,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  forgotten_at timestamptz(3),
  CONSTRAINT signed_document_version UNIQUE (company_id, subject_id, version_num),
  CONSTRAINT signed_document_forgotten CHECK ((html IS NULL) = (forgotten_at IS NOT NULL)),
  CONSTRAINT signed_document_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE signed_document IS 'clinic: What is shown to a person who signs, exactly as it is shown.';
COMMENT ON COLUMN signed_document.subject_id IS 'What it is about, a record of its kind.';
COMMENT ON COLUMN signed_document.version_num IS 'Of the documents about the subject, from 1 on.';
COMMENT ON COLUMN signed_document.sha256 IS 'Of the bytes of `html` in UTF-8, hexadecimal; it stays when the words are gone.';
COMMENT ON COLUMN signed_document.forgotten_at IS 'When the words were emptied, because the patient is anonymous.';
SELECT protect_by_clinic('signed_document', 'SELECT, INSERT');
SELECT hide_restricted('signed_document');
CREATE INDEX signed_document_of_patient ON signed_document (company_id, patient_id);

CREATE TABLE signature (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  subject_kind text NOT NULL CHECK (subject_kind IN ('ENCOUNTER', 'QUOTATION', 'FORM_SUBMISSION', 'CONSENT_FORM')),
  subject_id text NOT NULL,
  document_id text NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  kind text NOT NULL CHECK (kind IN ('DRAWN', 'TYPED')),
  drawing bytea CHECK (octet_length(drawing) <= 61440),
  name text,
  role text NOT NULL CHECK (role IN ('PATIENT', 'GUARDIAN', 'WITNESS', 'DOCTOR')),
  address text,
  user_agent text,
  link_id text,
  user_id text,
  forgotten_at timestamptz(3),
  CONSTRAINT signature_by CHECK (num_nonnulls(link_id, user_id) = 1),
  CONSTRAINT signature_forgotten CHECK ((name IS NULL) = (forgotten_at IS NOT NULL)),
  CONSTRAINT signature_drawn CHECK (forgotten_at IS NOT NULL OR (kind = 'DRAWN') = (drawing IS NOT NULL)),
  CONSTRAINT signature_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT signature_ref_signed_document FOREIGN KEY (company_id, document_id) REFERENCES signed_document,
  CONSTRAINT signature_ref_patient_link FOREIGN KEY (company_id, link_id) REFERENCES patient_link
);
COMMENT ON TABLE signature IS 'clinic: Who signed which document, and how it came about. It was signed at created_at.';
COMMENT ON COLUMN signature.sha256 IS 'Of the document as it was signed: that of the document, or one of the two was changed.';
COMMENT ON COLUMN signature.drawing IS 'As drawn with finger or mouse, a PNG; null of what was typed.';
COMMENT ON COLUMN signature.name IS 'As the person who signed gave it, or the login of a member of staff does.';
COMMENT ON COLUMN signature.user_agent IS 'What the browser said of itself, where it is known.';
COMMENT ON COLUMN signature.link_id IS 'The link under which a patient signed.';
COMMENT ON COLUMN signature.user_id IS 'The member of staff who signed.';
COMMENT ON COLUMN signature.forgotten_at IS
  'When it was emptied of what names the person, because the patient is anonymous.';
SELECT protect_by_clinic('signature', 'SELECT, INSERT');
SELECT hide_restricted('signature');
CREATE INDEX signature_of_subject ON signature (company_id, subject_id, created_at, id);
CREATE INDEX signature_of_patient ON signature (company_id, patient_id);
CREATE INDEX signature_of_document ON signature (company_id, document_id);
CREATE INDEX signature_of_link ON signature (company_id, link_id) WHERE link_id IS NOT NULL;

CREATE FUNCTION keep_signed() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  forgotten CONSTANT text[] := '{html, name, drawing, address, user_agent, forgotten_at}';
BEGIN
  IF current_setting('app.resetting', true) = 'on'
    AND (SELECT sandbox FROM clinic WHERE company_id = coalesce(NEW.company_id, OLD.company_id)) THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'UPDATE' AND pg_has_role(session_user, 'clinic_retention', 'MEMBER')
    AND OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL
    AND to_jsonb(NEW) - forgotten = to_jsonb(OLD) - forgotten
    AND NOT jsonb_strip_nulls(to_jsonb(NEW)) ?| ARRAY['html', 'name', 'drawing', 'address', 'user_agent']
    AND EXISTS (SELECT FROM patient
      WHERE company_id = NEW.company_id AND id = NEW.patient_id AND anonymised_at IS NOT NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
COMMENT ON FUNCTION keep_signed IS
  'Evidence stays as it was written, by its owner neither changed. What is let through is that everything which names a '
  'person is emptied together, by clinic_retention, once the patient is anonymous; and the reset of a sandbox clinic.';
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON signed_document FOR EACH ROW EXECUTE FUNCTION keep_signed();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON signature FOR EACH ROW EXECUTE FUNCTION keep_signed();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON signed_document FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION forget_signatures(company text, patient text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE signature SET name = NULL, drawing = NULL, address = NULL, user_agent = NULL, forgotten_at = now()
  WHERE company_id = company AND patient_id = patient AND forgotten_at IS NULL;
  UPDATE signed_document SET html = NULL, forgotten_at = now()
  WHERE company_id = company AND patient_id = patient AND forgotten_at IS NULL;
END $$;
COMMENT ON FUNCTION forget_signatures IS
  'Empties what names a person in the signatures of a patient who is anonymous, and the words that were signed; the hashes '
  'stay.';
REVOKE ALL ON FUNCTION keep_signed, forget_signatures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_signatures TO clinic_retention;
