-- Money: where it is kept, what is owed, what was paid, what was spent. Amounts are in the minor unit of the clinic's
-- currency. What a constraint can hold about them is held here.

-- What was paid in advance and not yet used on an invoice; below zero after a refund of credit that was already used.
ALTER TABLE patient ADD COLUMN balance_minor bigint NOT NULL DEFAULT 0;

CREATE TABLE treasury (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('CASH', 'BANK', 'POS', 'GATEWAY')),
  -- NULL: the clinic's own, for all branches.
  branch_id text,
  is_default boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (active OR NOT is_default),
  CONSTRAINT treasury_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
SELECT wall_off('treasury');
CREATE INDEX treasury_newest ON treasury (company_id, created_at DESC, id DESC);
CREATE INDEX treasury_changed ON treasury (company_id, updated_at, id);
CREATE INDEX treasury_of_branch ON treasury (company_id, branch_id, created_at DESC, id DESC);
-- At most one default for each branch (or for the clinic itself) and type.
CREATE UNIQUE INDEX treasury_default ON treasury (company_id, type, branch_id) NULLS NOT DISTINCT WHERE is_default;

CREATE TABLE invoice (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  reference_id integer NOT NULL,
  branch_id text NOT NULL,
  patient_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  created_from_appointment_id text,
  insurance_company_id text,
  claim_id text,
  chart text,
  -- Of the latest submission.
  e_invoice_status text,
  -- What is paid on it becomes the patient's credit.
  balance_invoice boolean NOT NULL DEFAULT false,
  subtotal_minor bigint NOT NULL CHECK (subtotal_minor >= 0),
  discount_minor bigint NOT NULL CHECK (discount_minor BETWEEN 0 AND subtotal_minor),
  discount_percent numeric(5, 2) NOT NULL,
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0),
  tax_percent numeric(5, 2) NOT NULL,
  total_minor bigint NOT NULL,
  -- The insurer's share.
  insurance_minor bigint NOT NULL CHECK (insurance_minor BETWEEN 0 AND total_minor),
  paid_minor bigint NOT NULL DEFAULT 0 CHECK (paid_minor >= 0),
  -- total = paid + pending + insurance by construction.
  pending_minor bigint NOT NULL GENERATED ALWAYS AS (total_minor - insurance_minor - paid_minor) STORED,
  -- The discount on the whole, as it was agreed.
  whole_discount_minor bigint CHECK (whole_discount_minor >= 0),
  whole_discount_percent numeric(5, 2) CHECK (whole_discount_percent BETWEEN 0 AND 100),
  released_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT invoice_reference UNIQUE (company_id, reference_id),
  CONSTRAINT invoice_adds_up CHECK (total_minor = subtotal_minor - discount_minor + tax_minor),
  CONSTRAINT invoice_not_overpaid CHECK (paid_minor + insurance_minor <= total_minor),
  CONSTRAINT invoice_of_credit CHECK (NOT balance_invoice OR discount_minor + tax_minor + insurance_minor = 0),
  CONSTRAINT invoice_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT invoice_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT invoice_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT invoice_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT invoice_created_from_ref_appointment FOREIGN KEY (company_id, created_from_appointment_id) REFERENCES appointment
);
SELECT wall_off('invoice');
CREATE INDEX invoice_newest ON invoice (company_id, created_at DESC, id DESC);
CREATE INDEX invoice_changed ON invoice (company_id, updated_at, id);
CREATE INDEX invoice_of_branch ON invoice (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX invoice_of_patient ON invoice (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX invoice_of_appointment ON invoice (company_id, appointment_id) WHERE appointment_id IS NOT NULL;

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
  discount_percent numeric(5, 2) CHECK (discount_percent BETWEEN 0 AND 100),
  tax_percent numeric(5, 2) NOT NULL CHECK (tax_percent BETWEEN 0 AND 100),
  insurance_minor bigint NOT NULL DEFAULT 0 CHECK (insurance_minor >= 0),
  PRIMARY KEY (company_id, id),
  CONSTRAINT invoice_line_place UNIQUE (company_id, invoice_id, sort_order),
  CONSTRAINT invoice_line_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice ON DELETE CASCADE,
  CONSTRAINT invoice_line_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure
);
SELECT wall_off('invoice_line');
CREATE INDEX invoice_line_of_treatment ON invoice_line (company_id, treatment_id) WHERE treatment_id IS NOT NULL;

CREATE TABLE payment (
  company_id text NOT NULL REFERENCES clinic,
  -- Derived from the Idempotency-Key where there is one, so that a late retry collides instead of charging twice.
  id text NOT NULL,
  type text NOT NULL CHECK (type IN
    ('CARD', 'CASH', 'BANK_TRANSFER', 'MOBILE_WALLET', 'CHEQUE', 'OTHER', 'BALANCE', 'INSURANCE')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- What of the amount counts as paid on the invoice.
  applied_minor bigint NOT NULL CHECK (applied_minor BETWEEN 0 AND amount_minor),
  -- What the payment added to the patient's credit, or took from it.
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
  -- Transaction id of the terminal or gateway.
  reference text,
  claimed_at timestamptz(3),
  refunded_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT payment_on_invoice CHECK (invoice_id IS NOT NULL OR applied_minor = 0),
  -- Credit is taken whole for an invoice; an insurer pays its own share; anything else pays the invoice and leaves the
  -- rest as credit, or, on an invoice of credit, does both with the whole amount.
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
  CONSTRAINT payment_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury
);
SELECT wall_off('payment');
CREATE INDEX payment_newest ON payment (company_id, created_at DESC, id DESC);
CREATE INDEX payment_changed ON payment (company_id, updated_at, id);
CREATE INDEX payment_of_branch ON payment (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX payment_of_patient ON payment (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX payment_of_invoice ON payment (company_id, invoice_id) WHERE invoice_id IS NOT NULL;

CREATE TABLE expense (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
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
  -- On the clinic's calendar.
  date date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT expense_reference UNIQUE (company_id, reference_id),
  CONSTRAINT expense_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury,
  CONSTRAINT expense_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
SELECT wall_off('expense');
CREATE INDEX expense_newest ON expense (company_id, created_at DESC, id DESC);
CREATE INDEX expense_changed ON expense (company_id, updated_at, id);
CREATE INDEX expense_of_branch ON expense (company_id, branch_id, created_at DESC, id DESC);

CREATE TABLE income (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  reference_id integer NOT NULL,
  name text NOT NULL,
  category text,
  -- Below zero where it takes back the income of a payment that was refunded.
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  payment_id text,
  treasury_id text,
  branch_id text NOT NULL,
  date date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (payment_id IS NOT NULL OR amount_minor > 0),
  CONSTRAINT income_reference UNIQUE (company_id, reference_id),
  CONSTRAINT income_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment,
  CONSTRAINT income_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury,
  CONSTRAINT income_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
SELECT wall_off('income');
CREATE INDEX income_newest ON income (company_id, created_at DESC, id DESC);
CREATE INDEX income_changed ON income (company_id, updated_at, id);
CREATE INDEX income_of_branch ON income (company_id, branch_id, created_at DESC, id DESC);
-- A payment enters the books once and leaves them at most once.
CREATE UNIQUE INDEX income_of_payment ON income (company_id, payment_id, (amount_minor > 0)) WHERE payment_id IS NOT NULL;
