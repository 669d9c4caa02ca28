-- What was issued is corrected by credit notes: the invoice's amounts become what is left, its lines stay.
ALTER TABLE invoice
  ADD credited_minor bigint NOT NULL DEFAULT 0 CHECK (credited_minor >= 0);
COMMENT ON COLUMN invoice.credited_minor IS 'What its credit notes come to: with the total it is what was issued.';

CREATE TABLE credit_note (
  LIKE clinic_record INCLUDING INDEXES,
  reference_id integer NOT NULL,
  invoice_id text NOT NULL,
  reason text,
  subtotal_minor bigint NOT NULL CHECK (subtotal_minor >= 0),
  discount_minor bigint NOT NULL CHECK (discount_minor BETWEEN 0 AND subtotal_minor),
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0),
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  insurance_minor bigint NOT NULL CHECK (insurance_minor BETWEEN 0 AND total_minor),
  to_credit_minor bigint NOT NULL CHECK (to_credit_minor >= 0),
  refunded_minor bigint NOT NULL CHECK (refunded_minor >= 0),
  bill_again boolean NOT NULL,
  made_by text NOT NULL,
  CONSTRAINT credit_note_adds_up CHECK (total_minor = subtotal_minor - discount_minor + tax_minor),
  CONSTRAINT credit_note_reference UNIQUE (company_id, reference_id),
  CONSTRAINT credit_note_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice
);
COMMENT ON TABLE credit_note IS
  'clinic: What is taken off an invoice that was issued: its totals before, less those of what is left. Notes are never changed.';
COMMENT ON COLUMN credit_note.reason IS 'Why, as a member of staff said it.';
COMMENT ON COLUMN credit_note.to_credit_minor IS 'What was paid above what is left and became the credit of the patient.';
COMMENT ON COLUMN credit_note.refunded_minor IS 'What was paid above what is left and was given back.';
COMMENT ON COLUMN credit_note.bill_again IS 'Whether what was done can be billed again where all of its line was credited.';
COMMENT ON COLUMN credit_note.made_by IS 'Id of the person who made it.';
SELECT protect_by_clinic('credit_note');
CREATE INDEX credit_note_of_invoice ON credit_note (company_id, invoice_id);

CREATE TABLE credit_note_line (
  company_id text NOT NULL,
  id text NOT NULL,
  credit_note_id text NOT NULL,
  line_id text NOT NULL,
  quantity integer CHECK (quantity > 0),
  net_minor bigint NOT NULL CHECK (net_minor > 0),
  PRIMARY KEY (company_id, id),
  CONSTRAINT credit_note_line_once UNIQUE (company_id, credit_note_id, line_id),
  CONSTRAINT credit_note_line_ref_credit_note FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_note ON DELETE CASCADE,
  CONSTRAINT credit_note_line_ref_invoice_line FOREIGN KEY (company_id, line_id) REFERENCES invoice_line
);
COMMENT ON TABLE credit_note_line IS 'clinic: What is credited of one line of an invoice.';
COMMENT ON COLUMN credit_note_line.quantity IS 'How many of it; null where an amount was credited.';
COMMENT ON COLUMN credit_note_line.net_minor IS
  'Without tax, after the discount of the line and before that of the whole invoice.';
SELECT protect_by_clinic('credit_note_line');
CREATE INDEX credit_note_line_of_line ON credit_note_line (company_id, line_id);

-- A credit note is reported in the chain of the clinic's documents, with attempts of its own.
ALTER TABLE einvoice_submission
  ADD credit_note_id text,
  ADD CONSTRAINT einvoice_submission_of_note CHECK (credit_note_id IS NULL OR invoice_id IS NOT NULL),
  ADD CONSTRAINT einvoice_submission_ref_credit_note FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_note;
COMMENT ON COLUMN einvoice_submission.credit_note_id IS
  'The credit note that it reports; null where it reports the invoice or the claim itself.';
DROP INDEX einvoice_submission_attempt;
CREATE UNIQUE INDEX einvoice_submission_attempt
  ON einvoice_submission (company_id, invoice_id, claim_id, credit_note_id, attempt_number) NULLS NOT DISTINCT;
DROP INDEX einvoice_submission_live;
CREATE UNIQUE INDEX einvoice_submission_live ON einvoice_submission (company_id, invoice_id, credit_note_id)
  NULLS NOT DISTINCT WHERE status NOT IN ('REJECTED', 'CANCELLED') AND invoice_id IS NOT NULL;
CREATE INDEX einvoice_submission_of_credit_note ON einvoice_submission (company_id, credit_note_id, attempt_number DESC)
  WHERE credit_note_id IS NOT NULL;
