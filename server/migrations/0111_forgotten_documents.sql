-- The document of an e-invoice names the buyer, and goes when the law does not ask for it any longer; its place in the
-- chain and its hashes stay.

ALTER TABLE einvoice_submission
  ADD document_forgotten_at timestamptz(3),
  DROP CONSTRAINT einvoice_submission_documented,
  ADD CONSTRAINT einvoice_submission_documented CHECK (
    num_nonnulls(icv, document_uuid, previous_hash, document_hash, qr)
      + (num_nonnulls(document_sealed, document_xml, document_forgotten_at) > 0)::integer =
      CASE WHEN status IN ('IN_PROGRESS', 'SUBMITTED', 'REJECTED') THEN 6 ELSE 0 END);
COMMENT ON COLUMN einvoice_submission.document_forgotten_at IS 'When the document was removed, its term being over.';
