-- What is asked of an insurer for the invoices of a branch and a time. Amounts are in the minor unit of the clinic's currency.

CREATE TABLE claim (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  reference_id integer NOT NULL,
  name text,
  status text NOT NULL CHECK (status IN ('PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED')),
  branch_id text NOT NULL,
  insurance_company_id text NOT NULL,
  -- On the clinic's calendar, both included.
  start_date date NOT NULL,
  end_date date NOT NULL,
  -- The insurer's share of the invoices.
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  invoice_count integer NOT NULL CHECK (invoice_count >= 0),
  -- What the insurer pays at first, of the total; what it may keep of that for paying at once.
  partial_payment_percent numeric(9, 6) NOT NULL CHECK (partial_payment_percent BETWEEN 0 AND 100),
  prompt_payment_percent numeric(9, 6) NOT NULL CHECK (prompt_payment_percent BETWEEN 0 AND 100),
  partial_payment_minor bigint NOT NULL CHECK (partial_payment_minor >= 0),
  prompt_payment_minor bigint NOT NULL CHECK (prompt_payment_minor >= 0),
  net_partial_minor bigint NOT NULL GENERATED ALWAYS AS (partial_payment_minor - prompt_payment_minor) STORED,
  rejected_minor bigint NOT NULL DEFAULT 0 CHECK (rejected_minor >= 0),
  received_minor bigint NOT NULL DEFAULT 0 CHECK (received_minor >= 0),
  -- total = received + remaining + rejected + prompt payment deduction by construction.
  remaining_minor bigint NOT NULL
    GENERATED ALWAYS AS (total_minor - prompt_payment_minor - rejected_minor - received_minor) STORED,
  reviewed_at timestamptz(3),
  partially_claimed_at timestamptz(3),
  fully_claimed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT claim_reference UNIQUE (company_id, reference_id),
  CONSTRAINT claim_ends_after_start CHECK (end_date >= start_date),
  CONSTRAINT claim_net_partial CHECK (prompt_payment_minor <= partial_payment_minor),
  CONSTRAINT claim_not_overdrawn CHECK (prompt_payment_minor + rejected_minor + received_minor <= total_minor),
  CONSTRAINT claim_received CHECK (received_minor = 0 OR status IN ('PARTIALLY_CLAIMED', 'FULLY_CLAIMED')),
  CONSTRAINT claim_settled CHECK (
    status <> 'FULLY_CLAIMED' OR received_minor = total_minor - prompt_payment_minor - rejected_minor),
  CONSTRAINT claim_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT claim_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company
);
SELECT wall_off('claim');
CREATE INDEX claim_newest ON claim (company_id, created_at DESC, id DESC);
CREATE INDEX claim_changed ON claim (company_id, updated_at, id);
CREATE INDEX claim_by_status ON claim (company_id, status, created_at DESC, id DESC);
CREATE INDEX claim_of_insurer ON claim (company_id, insurance_company_id, created_at DESC, id DESC);
CREATE INDEX claim_of_branch ON claim (company_id, branch_id, created_at DESC, id DESC);

-- An invoice is on one claim at most.
ALTER TABLE invoice ADD CONSTRAINT invoice_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim;
CREATE INDEX invoice_of_claim ON invoice (company_id, claim_id, created_at, id) WHERE claim_id IS NOT NULL;
CREATE INDEX invoice_unclaimed ON invoice (company_id, insurance_company_id, branch_id, created_at)
  WHERE claim_id IS NULL AND insurance_minor > 0;
