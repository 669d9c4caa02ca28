-- breaking: programs from before it know no links but to visits
-- Links that patients sign, answer and read by: of more kinds, used once, replaced by the next one, and opened by who knows
-- in which year the patient was born.

ALTER TABLE patient_link
  DROP CONSTRAINT patient_link_kind_check,
  ADD CONSTRAINT patient_link_kind_check CHECK (kind IN ('VISIT', 'QUOTATION', 'FORM', 'CONSENT', 'RECEIPT', 'FEEDBACK')),
  ADD subject_id text,
  ADD document_id text,
  ADD asks_birth_year boolean NOT NULL DEFAULT false,
  ADD used_at timestamptz(3),
  ADD replaced_at timestamptz(3),
  ADD failed_checks integer NOT NULL DEFAULT 0,
  ADD locked_until timestamptz(3),
  ADD CONSTRAINT patient_link_subject CHECK ((kind = 'VISIT') = (subject_id IS NULL)),
  ADD CONSTRAINT patient_link_ref_signed_document FOREIGN KEY (company_id, document_id) REFERENCES signed_document;
COMMENT ON COLUMN patient_link.subject_id IS 'What it shows, by its kind; a quotation stands for the options beside it.';
COMMENT ON COLUMN patient_link.document_id IS 'What is signed by it, as it was frozen.';
COMMENT ON COLUMN patient_link.asks_birth_year IS 'Whether who opens it says in which year the patient was born before anything is shown.';
COMMENT ON COLUMN patient_link.used_at IS 'When it was signed or answered by, after which it shows nothing any more.';
COMMENT ON COLUMN patient_link.replaced_at IS 'When a newer link, or a change of what it shows, took its place.';
COMMENT ON COLUMN patient_link.failed_checks IS 'Wrong answers in a row.';
COMMENT ON COLUMN patient_link.locked_until IS 'Until when no answer is taken, after too many wrong ones.';
CREATE INDEX patient_link_of_subject ON patient_link (company_id, subject_id) WHERE subject_id IS NOT NULL;

ALTER TABLE quotation
  ADD document_id text,
  ADD CONSTRAINT quotation_ref_signed_document FOREIGN KEY (company_id, document_id) REFERENCES signed_document;
COMMENT ON COLUMN quotation.document_id IS 'What the patient reads and signs of this version, once it was frozen.';
