-- National ids lie sealed, bound to their clinic, with a MAC by which a whole number is found; so do the documents of
-- e-invoices, which name them. What lies in clear is sealed by the job `seal_national_ids`, and the plain columns go with
-- a later release.

ALTER TABLE patient
  ADD national_id_sealed bytea,
  ADD national_id_mac text;
COMMENT ON COLUMN patient.national_id IS 'From before national ids were sealed; a release after that it goes.';
COMMENT ON COLUMN patient.national_id_mac IS 'Of the folded number, with the clinic''s key: a whole number is found by it.';
COMMENT ON COLUMN patient.search_text IS 'Folded names, phones, e-mail and file numbers, for callers who may see them.';
CREATE INDEX patient_of_national_id ON patient (company_id, national_id_mac)
  WHERE national_id_mac IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX patient_to_seal ON patient (company_id, id) WHERE national_id IS NOT NULL;

ALTER TABLE einvoice_submission
  ADD document_sealed bytea,
  DROP CONSTRAINT einvoice_submission_documented,
  ADD CONSTRAINT einvoice_submission_documented CHECK (
    num_nonnulls(icv, document_uuid, previous_hash, document_hash, qr)
      + (num_nonnulls(document_sealed, document_xml) > 0)::integer =
      CASE WHEN status IN ('IN_PROGRESS', 'SUBMITTED', 'REJECTED') THEN 6 ELSE 0 END);
COMMENT ON COLUMN einvoice_submission.document_xml IS 'From before documents were sealed; a release after that it goes.';
COMMENT ON COLUMN einvoice_submission.document_sealed IS 'The document as it was sent.';
CREATE INDEX einvoice_submission_to_seal ON einvoice_submission (company_id, id) WHERE document_xml IS NOT NULL;

CREATE FUNCTION clinics_to_seal() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT company_id FROM patient WHERE national_id IS NOT NULL
  UNION
  SELECT company_id FROM einvoice_submission WHERE document_xml IS NOT NULL
$$;
COMMENT ON FUNCTION clinics_to_seal IS 'The clinics with national ids in clear: which ones they are the worker is not told.';
REVOKE ALL ON FUNCTION clinics_to_seal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clinics_to_seal TO clinic_dispatcher;

-- Assistants are shown none, and have no key for what is sealed.
REVOKE SELECT (national_id) ON patient FROM clinic_reader;
