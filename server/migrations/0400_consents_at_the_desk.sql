-- additive
-- Consents as the staff prepare them: in both languages, with a witness where one is needed, signed by a link, and ended.

ALTER TABLE consent_template
  ADD name_ar text,
  ADD body_ar text,
  ADD witness_required boolean NOT NULL DEFAULT false,
  ADD version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN consent_template.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';

ALTER TABLE consent_form
  ADD name_ar text,
  ADD body_ar text,
  ADD witness_required boolean NOT NULL DEFAULT false,
  ADD treatment_ids text[] NOT NULL DEFAULT '{}',
  ADD document_id text,
  ADD revoked_at timestamptz(3),
  ADD revoke_reason text,
  ADD CONSTRAINT consent_form_ref_signed_document FOREIGN KEY (company_id, document_id) REFERENCES signed_document;
COMMENT ON COLUMN consent_form.witness_required IS 'Whether a member of the staff witnesses the signature.';
COMMENT ON COLUMN consent_form.treatment_ids IS 'What it is for, which it names.';
COMMENT ON COLUMN consent_form.document_id IS 'What the patient reads and signs, once it was frozen.';
COMMENT ON COLUMN consent_form.revoked_at IS 'When it was ended: it expired then, and that it was signed stays.';
CREATE INDEX consent_waiting ON consent_form (company_id, created_at, id)
  WHERE sign_required AND NOT signed OR signed AND witness_required AND NOT witness_signed;
