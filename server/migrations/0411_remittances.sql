-- additive
-- What insurers pay for claims: an advice of a payment, line by line of the invoices that it is for.

CREATE TABLE remittance (
  LIKE clinic_record INCLUDING INDEXES,
  insurance_company_id text NOT NULL,
  treasury_id text NOT NULL,
  reference text NOT NULL,
  date date NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  made_by text NOT NULL,
  made_by_name text NOT NULL,
  CONSTRAINT remittance_once UNIQUE (company_id, insurance_company_id, reference),
  CONSTRAINT remittance_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company,
  CONSTRAINT remittance_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury
);
COMMENT ON TABLE remittance IS 'clinic: Money of an insurer with what it says of each invoice. No row is ever changed.';
COMMENT ON COLUMN remittance.reference IS 'Under which the insurer paid; each but once.';
COMMENT ON COLUMN remittance.date IS 'The day to which the money counts, on the clinic''s calendar.';
COMMENT ON COLUMN remittance.made_by IS 'Id of the person who entered it.';
SELECT protect_by_clinic('remittance', 'SELECT, INSERT');
CREATE INDEX remittance_of_treasury ON remittance (company_id, treasury_id);

CREATE TABLE remittance_line (
  company_id text NOT NULL,
  remittance_id text NOT NULL,
  invoice_id text NOT NULL,
  claim_id text NOT NULL,
  received_minor bigint NOT NULL CHECK (received_minor >= 0),
  rejected_minor bigint NOT NULL CHECK (rejected_minor >= 0),
  code text,
  disposition text CHECK (disposition IN ('WRITE_OFF', 'PATIENT', 'DISPUTE')),
  payment_id text,
  PRIMARY KEY (company_id, remittance_id, invoice_id),
  CONSTRAINT remittance_line_says_something CHECK (received_minor + rejected_minor > 0),
  CONSTRAINT remittance_line_disposed CHECK ((rejected_minor > 0) = (disposition IS NOT NULL)),
  CONSTRAINT remittance_line_paid CHECK ((received_minor > 0) = (payment_id IS NOT NULL)),
  CONSTRAINT remittance_line_ref_remittance FOREIGN KEY (company_id, remittance_id) REFERENCES remittance ON DELETE CASCADE,
  CONSTRAINT remittance_line_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT remittance_line_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim,
  CONSTRAINT remittance_line_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment
);
COMMENT ON TABLE remittance_line IS 'clinic: What an insurer paid and would not pay of one invoice, in one remittance. No row is ever changed.';
COMMENT ON COLUMN remittance_line.rejected_minor IS 'What it would not pay; of a dispute it is not rejected yet.';
SELECT protect_by_clinic('remittance_line', 'SELECT, INSERT');
CREATE INDEX remittance_line_of_invoice ON remittance_line (company_id, invoice_id);
CREATE INDEX remittance_line_of_claim ON remittance_line (company_id, claim_id);
CREATE INDEX remittance_line_of_payment ON remittance_line (company_id, payment_id) WHERE payment_id IS NOT NULL;
