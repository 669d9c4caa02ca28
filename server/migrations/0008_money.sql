-- Money: where it is kept, what is owed, what was paid, what was spent, what is reported. Amounts are in the minor
-- unit of the clinic's currency. What a constraint can hold about them is held here.

CREATE TABLE treasury (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('CASH', 'BANK', 'POS', 'GATEWAY')),
  branch_id text,
  is_default boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CHECK (active OR NOT is_default),
  CONSTRAINT treasury_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
COMMENT ON TABLE treasury IS 'clinic: Where money is kept: a till, a bank account, a terminal, a gateway.';
COMMENT ON COLUMN treasury.branch_id IS 'Null: the clinic''s own, for all branches.';
SELECT protect_by_clinic('treasury');
CREATE INDEX treasury_newest ON treasury (company_id, created_at DESC, id DESC);
CREATE INDEX treasury_changed ON treasury (company_id, updated_at, id);
CREATE INDEX treasury_of_branch ON treasury (company_id, branch_id, created_at DESC, id DESC);
-- At most one default for each branch (or for the clinic itself) and type.
CREATE UNIQUE INDEX treasury_default ON treasury (company_id, type, branch_id) NULLS NOT DISTINCT WHERE is_default;

CREATE TABLE invoice (
  LIKE clinic_record INCLUDING INDEXES,
  reference_id integer NOT NULL,
  branch_id text NOT NULL,
  patient_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  created_from_appointment_id text,
  insurance_company_id text,
  claim_id text,
  chart text,
  e_invoice_status text,
  balance_invoice boolean NOT NULL DEFAULT false,
  subtotal_minor bigint NOT NULL CHECK (subtotal_minor >= 0),
  discount_minor bigint NOT NULL CHECK (discount_minor BETWEEN 0 AND subtotal_minor),
  discount_percent numeric(5, 2) NOT NULL,
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0),
  tax_percent numeric(5, 2) NOT NULL,
  total_minor bigint NOT NULL,
  insurance_minor bigint NOT NULL CHECK (insurance_minor BETWEEN 0 AND total_minor),
  paid_minor bigint NOT NULL DEFAULT 0 CHECK (paid_minor >= 0),
  pending_minor bigint NOT NULL GENERATED ALWAYS AS (total_minor - insurance_minor - paid_minor) STORED,
  whole_discount_minor bigint CHECK (whole_discount_minor >= 0),
  whole_discount_percent numeric(9, 6) CHECK (whole_discount_percent BETWEEN 0 AND 100),
  released_at timestamptz(3),
  CONSTRAINT invoice_reference UNIQUE (company_id, reference_id),
  CONSTRAINT invoice_adds_up CHECK (total_minor = subtotal_minor - discount_minor + tax_minor),
  CONSTRAINT invoice_not_overpaid CHECK (paid_minor + insurance_minor <= total_minor),
  CONSTRAINT invoice_of_credit CHECK (NOT balance_invoice OR discount_minor + tax_minor + insurance_minor = 0),
  CONSTRAINT invoice_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT invoice_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT invoice_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT invoice_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT invoice_created_from_ref_appointment FOREIGN KEY (company_id, created_from_appointment_id) REFERENCES appointment,
  CONSTRAINT invoice_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company,
  -- An invoice is on one claim at most.
  CONSTRAINT invoice_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim
);
COMMENT ON TABLE invoice IS 'clinic: What a patient and an insurer owe.';
COMMENT ON COLUMN invoice.e_invoice_status IS 'Of the latest submission.';
COMMENT ON COLUMN invoice.balance_invoice IS 'What is paid on it becomes the patient''s credit.';
COMMENT ON COLUMN invoice.insurance_minor IS 'The insurer''s share.';
COMMENT ON COLUMN invoice.pending_minor IS 'total = paid + pending + insurance by construction.';
COMMENT ON COLUMN invoice.whole_discount_minor IS 'The discount on the whole, as it was agreed.';
SELECT protect_by_clinic('invoice');
CREATE INDEX invoice_of_appointment ON invoice (company_id, appointment_id) WHERE appointment_id IS NOT NULL;
CREATE INDEX invoice_newest ON invoice (company_id, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX invoice_changed ON invoice (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX invoice_of_branch ON invoice (company_id, branch_id, created_at DESC, id DESC, patient_id);
CREATE INDEX invoice_of_patient ON invoice (company_id, patient_id, created_at DESC, id DESC, branch_id);
CREATE INDEX invoice_of_claim ON invoice (company_id, claim_id, created_at, id) WHERE claim_id IS NOT NULL;
CREATE INDEX invoice_unclaimed ON invoice (company_id, insurance_company_id, branch_id, created_at)
  WHERE claim_id IS NULL AND insurance_minor > 0;
-- One doctor's figures are added up from the records: all of them stand in the index.
CREATE INDEX invoice_of_doctor ON invoice (company_id, doctor_id, created_at)
  INCLUDE (total_minor, pending_minor, branch_id) WHERE NOT balance_invoice AND doctor_id IS NOT NULL;
CREATE STATISTICS invoice_dependencies (dependencies) ON company_id, branch_id, patient_id FROM invoice;

CREATE TABLE invoice_line (
  company_id text NOT NULL,
  id text NOT NULL,
  invoice_id text NOT NULL,
  sort_order integer NOT NULL,
  procedure_id text,
  treatment_id text,
  name text NOT NULL,
  code text,
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_minor bigint NOT NULL CHECK (unit_minor >= 0),
  discount_minor bigint CHECK (discount_minor >= 0),
  discount_percent numeric(9, 6) CHECK (discount_percent BETWEEN 0 AND 100),
  tax_percent numeric(5, 2) NOT NULL CHECK (tax_percent BETWEEN 0 AND 100),
  insurance_minor bigint NOT NULL DEFAULT 0 CHECK (insurance_minor >= 0),
  PRIMARY KEY (company_id, id),
  CONSTRAINT invoice_line_place UNIQUE (company_id, invoice_id, sort_order),
  CONSTRAINT invoice_line_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice ON DELETE CASCADE,
  CONSTRAINT invoice_line_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure
);
COMMENT ON TABLE invoice_line IS 'clinic: One item of an invoice.';
SELECT protect_by_clinic('invoice_line');
CREATE INDEX invoice_line_of_treatment ON invoice_line (company_id, treatment_id) WHERE treatment_id IS NOT NULL;

CREATE TABLE payment (
  LIKE clinic_record INCLUDING INDEXES,
  type text NOT NULL CHECK (type IN
    ('CARD', 'CASH', 'BANK_TRANSFER', 'MOBILE_WALLET', 'CHEQUE', 'OTHER', 'BALANCE', 'INSURANCE')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  applied_minor bigint NOT NULL CHECK (applied_minor BETWEEN 0 AND amount_minor),
  balance_minor bigint NOT NULL,
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND amount_minor),
  invoice_id text,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  insurance_company_id text,
  treasury_id text,
  chart text,
  reference text,
  claimed_at timestamptz(3),
  refunded_at timestamptz(3),
  CONSTRAINT payment_on_invoice CHECK (invoice_id IS NOT NULL OR applied_minor = 0),
  -- Credit is taken whole for an invoice; an insurer pays its own share; anything else pays the invoice and
  -- leaves the rest as credit, or, on an invoice of credit, does both with the whole amount.
  CONSTRAINT payment_goes_somewhere CHECK (CASE type
    WHEN 'BALANCE' THEN applied_minor = amount_minor AND balance_minor = -amount_minor
    WHEN 'INSURANCE' THEN applied_minor = 0 AND balance_minor = 0
    ELSE balance_minor = amount_minor - applied_minor OR (applied_minor = amount_minor AND balance_minor = amount_minor)
    END),
  CONSTRAINT payment_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT payment_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT payment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT payment_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT payment_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT payment_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury,
  CONSTRAINT payment_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company
);
COMMENT ON TABLE payment IS 'clinic: Money that came in, on an invoice or as credit.';
COMMENT ON COLUMN payment.id IS
  'Derived from the Idempotency-Key where there is one, so that a late retry collides instead of charging twice.';
COMMENT ON COLUMN payment.applied_minor IS 'What of the amount counts as paid on the invoice.';
COMMENT ON COLUMN payment.balance_minor IS 'What the payment added to the patient''s credit, or took from it.';
COMMENT ON COLUMN payment.reference IS 'Transaction id of the terminal or gateway.';
SELECT protect_by_clinic('payment');
CREATE INDEX payment_of_invoice ON payment (company_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX payment_newest ON payment (company_id, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX payment_changed ON payment (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX payment_of_branch ON payment (company_id, branch_id, created_at DESC, id DESC, patient_id);
CREATE INDEX payment_of_patient ON payment (company_id, patient_id, created_at DESC, id DESC, branch_id);
CREATE INDEX payment_refund_figures ON payment (company_id, refunded_at)
  INCLUDE (amount_minor, branch_id, doctor_id) WHERE type <> 'BALANCE' AND refunded_at IS NOT NULL;
-- One doctor's figures are added up from the records: all of them stand in the index.
CREATE INDEX payment_of_doctor ON payment (company_id, doctor_id, created_at)
  INCLUDE (amount_minor, branch_id) WHERE type <> 'BALANCE' AND doctor_id IS NOT NULL;
CREATE STATISTICS payment_dependencies (dependencies) ON company_id, branch_id, patient_id FROM payment;

CREATE TABLE expense (
  LIKE clinic_record INCLUDING INDEXES,
  reference_id integer NOT NULL,
  name text NOT NULL,
  category text,
  supplier text,
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND total_minor),
  tax_percent numeric(5, 2) NOT NULL CHECK (tax_percent BETWEEN 0 AND 100),
  paid_minor bigint NOT NULL CHECK (paid_minor BETWEEN 0 AND total_minor),
  treasury_id text,
  branch_id text NOT NULL,
  date date NOT NULL,
  CONSTRAINT expense_reference UNIQUE (company_id, reference_id),
  CONSTRAINT expense_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury,
  CONSTRAINT expense_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
COMMENT ON TABLE expense IS 'clinic: Money that was spent.';
COMMENT ON COLUMN expense.date IS 'On the clinic''s calendar.';
SELECT protect_by_clinic('expense');
CREATE INDEX expense_of_branch ON expense (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX expense_newest ON expense (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX expense_changed ON expense (company_id, updated_at, id, branch_id, created_at);

CREATE TABLE income (
  LIKE clinic_record INCLUDING INDEXES,
  reference_id integer NOT NULL,
  name text NOT NULL,
  category text,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  payment_id text,
  treasury_id text,
  branch_id text NOT NULL,
  date date NOT NULL,
  CHECK (payment_id IS NOT NULL OR amount_minor > 0),
  CONSTRAINT income_reference UNIQUE (company_id, reference_id),
  CONSTRAINT income_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  CONSTRAINT income_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury,
  CONSTRAINT income_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
COMMENT ON TABLE income IS 'clinic: What enters the books: payments, and other income of the clinic.';
COMMENT ON COLUMN income.amount_minor IS 'Below zero where it takes back the income of a payment that was refunded.';
SELECT protect_by_clinic('income');
CREATE INDEX income_of_branch ON income (company_id, branch_id, created_at DESC, id DESC);
-- A payment enters the books once and leaves them at most once.
CREATE UNIQUE INDEX income_of_payment ON income (company_id, payment_id, (amount_minor > 0)) WHERE payment_id IS NOT NULL;
CREATE INDEX income_newest ON income (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX income_changed ON income (company_id, updated_at, id, branch_id, created_at);

CREATE TABLE online_payment (
  LIKE clinic_record INCLUDING INDEXES,
  invoice_id text NOT NULL,
  branch_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  extra_fees_minor bigint NOT NULL DEFAULT 0 CHECK (extra_fees_minor >= 0),
  provider text NOT NULL,
  status text NOT NULL CHECK (status IN ('CREATED', 'PENDING', 'SUCCESS', 'FAILED', 'REFUND')),
  link_token text NOT NULL,
  checkout_attempt integer NOT NULL DEFAULT 0,
  checkout_until timestamptz(3),
  checkout_reference text,
  checkout_url text,
  checkout_expires_at timestamptz(3),
  paid_at timestamptz(3),
  payment_id text,
  -- Found by the token before a clinic is known, so the token stands first.
  CONSTRAINT online_payment_link UNIQUE (link_token, company_id),
  -- Money that came in was recorded, and nothing else was.
  CONSTRAINT online_payment_recorded CHECK (
    (status IN ('SUCCESS', 'REFUND')) = (payment_id IS NOT NULL) AND (payment_id IS NULL) = (paid_at IS NULL)),
  CONSTRAINT online_payment_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT online_payment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT online_payment_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment
);
COMMENT ON TABLE online_payment IS 'clinic: Links through which patients pay online, and what became of them.';
COMMENT ON COLUMN online_payment.extra_fees_minor IS 'What the gateway kept of it.';
COMMENT ON COLUMN online_payment.link_token IS 'The last part of the payer''s link: a person who has it may pay.';
COMMENT ON COLUMN online_payment.checkout_attempt IS
  'How many checkouts were opened at the gateway, one after the other. While one is being opened it is '
  'reserved until checkout_until; then it has the gateway''s reference and page, which ends at checkout_expires_at.';
SELECT protect_by_clinic('online_payment');
CREATE INDEX online_payment_of_invoice ON online_payment (company_id, invoice_id, created_at DESC, id DESC);
CREATE INDEX online_payment_of_checkout ON online_payment (company_id, provider, checkout_reference)
  WHERE checkout_reference IS NOT NULL;
-- At most one online payment records a payment.
CREATE UNIQUE INDEX online_payment_of_payment ON online_payment (company_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX online_payment_newest ON online_payment
  (company_id, created_at DESC, id DESC, branch_id, status, invoice_id);
CREATE INDEX online_payment_changed ON online_payment
  (company_id, updated_at, id, branch_id, status, invoice_id, created_at);
CREATE INDEX online_payment_by_status ON online_payment
  (company_id, status, created_at DESC, id DESC, branch_id, invoice_id);
CREATE INDEX online_payment_of_branch ON online_payment
  (company_id, branch_id, created_at DESC, id DESC, status, invoice_id);
CREATE STATISTICS online_payment_dependencies (dependencies) ON company_id, branch_id, invoice_id FROM online_payment;

CREATE FUNCTION online_payment_of_link(token text) RETURNS TABLE (company_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT online_payment.company_id, online_payment.id FROM online_payment WHERE link_token = token
$$;
COMMENT ON FUNCTION online_payment_of_link IS
  'Which payment a payer''s link is for: a payer has nothing else to say which clinic it is.';

CREATE TABLE einvoice_chain (
  company_id text PRIMARY KEY REFERENCES clinic,
  last_icv integer NOT NULL CHECK (last_icv >= 0),
  last_hash text NOT NULL
);
COMMENT ON TABLE einvoice_chain IS
  'clinic: The last place in the clinic''s chain: how many documents there were, and the hash of the last of them.';
SELECT protect_by_clinic('einvoice_chain');

CREATE TABLE einvoice_submission (
  LIKE clinic_record INCLUDING INDEXES,
  invoice_id text,
  claim_id text,
  provider text NOT NULL,
  transaction_type text NOT NULL CHECK (transaction_type IN ('SIMPLIFIED', 'STANDARD')),
  status text NOT NULL CHECK (status IN ('NOT_STARTED', 'PENDING', 'IN_PROGRESS', 'SUBMITTED', 'REJECTED', 'CANCELLED')),
  attempt_number integer NOT NULL CHECK (attempt_number >= 1),
  submission_time timestamptz(3),
  clearance_time timestamptz(3),
  status_changed_at timestamptz(3) NOT NULL,
  info_messages text[] NOT NULL DEFAULT '{}',
  warning_messages text[] NOT NULL DEFAULT '{}',
  error_messages text[] NOT NULL DEFAULT '{}',
  icv integer,
  document_uuid uuid,
  previous_hash text,
  document_hash text,
  qr text,
  document_xml text,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CONSTRAINT einvoice_submission_of_one CHECK (num_nonnulls(invoice_id, claim_id) = 1),
  CONSTRAINT einvoice_submission_documented CHECK (
    num_nonnulls(icv, document_uuid, previous_hash, document_hash, qr, document_xml) =
      CASE WHEN status IN ('IN_PROGRESS', 'SUBMITTED', 'REJECTED') THEN 6 ELSE 0 END),
  CONSTRAINT einvoice_submission_cleared CHECK (clearance_time IS NULL OR status = 'SUBMITTED'),
  CONSTRAINT einvoice_submission_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT einvoice_submission_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim
);
COMMENT ON TABLE einvoice_submission IS 'clinic: Every attempt to report an invoice or a claim to the authority.';
COMMENT ON COLUMN einvoice_submission.status IS
  'Clearance shows in clearance_time and an event; it is no status of its own (specification, States and '
  'transitions).';
COMMENT ON COLUMN einvoice_submission.icv IS
  'The document''s place in the chain; like its hashes and the document itself, from IN_PROGRESS on.';
SELECT protect_by_clinic('einvoice_submission');
CREATE INDEX einvoice_submission_of_invoice ON einvoice_submission (company_id, invoice_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX einvoice_submission_attempt ON einvoice_submission (company_id, invoice_id, claim_id, attempt_number)
  NULLS NOT DISTINCT;
-- One place in the chain belongs to one document.
CREATE UNIQUE INDEX einvoice_submission_place ON einvoice_submission (company_id, icv) WHERE icv IS NOT NULL;
-- An invoice is reported once: only after a rejection or a cancellation it is tried again.
CREATE UNIQUE INDEX einvoice_submission_live ON einvoice_submission (company_id, invoice_id)
  WHERE status NOT IN ('REJECTED', 'CANCELLED');
CREATE INDEX einvoice_submission_newest ON einvoice_submission (company_id, created_at DESC, id DESC, status, invoice_id);
CREATE INDEX einvoice_submission_changed ON einvoice_submission
  (company_id, updated_at, id, status, invoice_id, created_at);
CREATE INDEX einvoice_submission_by_status ON einvoice_submission (company_id, status, created_at DESC, id DESC, invoice_id);
CREATE STATISTICS einvoice_submission_dependencies (dependencies) ON company_id, invoice_id FROM einvoice_submission;

REVOKE ALL ON FUNCTION online_payment_of_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION online_payment_of_link TO clinic_app;
