-- Insurers, their policies and classes, and what is claimed from them. Amounts are in the minor unit of the clinic's
-- currency.

CREATE TABLE insurance_company (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  number text,
  email text,
  tax_number text,
  insurance_limit_minor bigint CHECK (insurance_limit_minor >= 0),
  insurance_unlimited boolean NOT NULL DEFAULT false,
  insurance_percentage numeric(5, 2) CHECK (insurance_percentage BETWEEN 0 AND 100),
  approval_required boolean NOT NULL DEFAULT false,
  insurance_start_month integer CHECK (insurance_start_month BETWEEN 1 AND 12),
  tax_percent numeric(5, 2) CHECK (tax_percent BETWEEN 0 AND 100),
  total_policies integer NOT NULL DEFAULT 0,
  force_policy_select boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  city text,
  country_code text CHECK (country_code ~ '^[A-Z]{2}$'),
  search_text text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE insurance_company IS
  'clinic: An insurer: who bears what of a patient''s care, by its policies and their classes.';
COMMENT ON COLUMN insurance_company.number IS 'Its telephone, E.164.';
COMMENT ON COLUMN insurance_company.insurance_limit_minor IS
  'The most that it bears for a patient in a year, unless a class says otherwise.';
COMMENT ON COLUMN insurance_company.insurance_percentage IS 'Its share, unless a class says otherwise.';
COMMENT ON COLUMN insurance_company.approval_required IS 'Treatments need its approval before they begin.';
COMMENT ON COLUMN insurance_company.insurance_start_month IS 'Month in which its year begins.';
COMMENT ON COLUMN insurance_company.force_policy_select IS
  'A patient is insured by one of its policies, never by the company alone.';
COMMENT ON COLUMN insurance_company.search_text IS 'Folded name and numbers.';
SELECT protect_by_clinic('insurance_company');
CREATE INDEX insurance_company_newest ON insurance_company (company_id, created_at DESC, id DESC);
CREATE INDEX insurance_company_changed ON insurance_company (company_id, updated_at, id);
SELECT make_searchable('insurance_company', 'insurance_companies_like');

CREATE TABLE insurance_policy (
  LIKE clinic_record INCLUDING INDEXES,
  insurance_company_id text NOT NULL,
  policy_number text,
  holder_name text,
  coverage_type text,
  relationship text,
  status text CHECK (status IN ('ACTIVE', 'SUSPENDED', 'EXPIRED', 'CANCELED')),
  sponsor_number text,
  inception date,
  due_at timestamptz(3),
  disabled boolean NOT NULL DEFAULT false,
  CONSTRAINT insurance_policy_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company
);
COMMENT ON TABLE insurance_policy IS 'clinic: A policy of an insurer.';
COMMENT ON COLUMN insurance_policy.holder_name IS
  'The person or company that took it out: an employer, the head of a family.';
SELECT protect_by_clinic('insurance_policy');
CREATE INDEX insurance_policy_newest ON insurance_policy (company_id, created_at DESC, id DESC);
CREATE INDEX insurance_policy_of_company
  ON insurance_policy (company_id, insurance_company_id, created_at DESC, id DESC);
CREATE INDEX insurance_policy_changed ON insurance_policy (company_id, updated_at, id, insurance_company_id);
CREATE STATISTICS insurance_policy_dependencies (dependencies) ON company_id, insurance_company_id FROM insurance_policy;

CREATE TABLE policy_class (
  LIKE clinic_record INCLUDING INDEXES,
  insurance_policy_id text NOT NULL,
  name text NOT NULL,
  max_limit_minor bigint CHECK (max_limit_minor >= 0),
  insurance_limit_minor bigint CHECK (insurance_limit_minor >= 0),
  insurance_unlimited boolean NOT NULL DEFAULT false,
  insurance_percentage numeric(5, 2) CHECK (insurance_percentage BETWEEN 0 AND 100),
  approval_required boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  CONSTRAINT policy_class_ref_insurance_policy FOREIGN KEY (company_id, insurance_policy_id) REFERENCES insurance_policy
);
COMMENT ON TABLE policy_class IS 'clinic: What a policy bears for one class of the insured.';
COMMENT ON COLUMN policy_class.max_limit_minor IS 'The most that a patient bears of one visit.';
COMMENT ON COLUMN policy_class.insurance_limit_minor IS 'The most that the insurer bears in a year.';
COMMENT ON COLUMN policy_class.insurance_percentage IS 'The insurer''s share.';
SELECT protect_by_clinic('policy_class');
CREATE INDEX policy_class_newest ON policy_class (company_id, created_at DESC, id DESC);
CREATE INDEX policy_class_of_policy ON policy_class (company_id, insurance_policy_id, created_at DESC, id DESC);
CREATE INDEX policy_class_changed ON policy_class (company_id, updated_at, id, insurance_policy_id);
CREATE STATISTICS policy_class_dependencies (dependencies) ON company_id, insurance_policy_id FROM policy_class;

CREATE TABLE claim (
  LIKE clinic_record INCLUDING INDEXES,
  reference_id integer NOT NULL,
  name text,
  status text NOT NULL CHECK (status IN ('PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED')),
  branch_id text NOT NULL,
  insurance_company_id text NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  invoice_count integer NOT NULL CHECK (invoice_count >= 0),
  partial_payment_percent numeric(9, 6) NOT NULL CHECK (partial_payment_percent BETWEEN 0 AND 100),
  prompt_payment_percent numeric(9, 6) NOT NULL CHECK (prompt_payment_percent BETWEEN 0 AND 100),
  partial_payment_minor bigint NOT NULL CHECK (partial_payment_minor >= 0),
  prompt_payment_minor bigint NOT NULL CHECK (prompt_payment_minor >= 0),
  net_partial_minor bigint NOT NULL GENERATED ALWAYS AS (partial_payment_minor - prompt_payment_minor) STORED,
  rejected_minor bigint NOT NULL DEFAULT 0 CHECK (rejected_minor >= 0),
  received_minor bigint NOT NULL DEFAULT 0 CHECK (received_minor >= 0),
  remaining_minor bigint NOT NULL
    GENERATED ALWAYS AS (total_minor - prompt_payment_minor - rejected_minor - received_minor) STORED,
  reviewed_at timestamptz(3),
  partially_claimed_at timestamptz(3),
  fully_claimed_at timestamptz(3),
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
COMMENT ON TABLE claim IS 'clinic: What is asked of an insurer for the invoices of a branch and a time.';
COMMENT ON COLUMN claim.start_date IS 'On the clinic''s calendar, both included.';
COMMENT ON COLUMN claim.total_minor IS 'The insurer''s share of the invoices.';
COMMENT ON COLUMN claim.partial_payment_percent IS 'What the insurer pays at first, of the total.';
COMMENT ON COLUMN claim.prompt_payment_percent IS 'What the insurer may keep of the first payment for paying promptly.';
COMMENT ON COLUMN claim.remaining_minor IS
  'total = received + remaining + rejected + prompt payment deduction by construction.';
SELECT protect_by_clinic('claim');
CREATE INDEX claim_newest ON claim (company_id, created_at DESC, id DESC, status, insurance_company_id, branch_id);
CREATE INDEX claim_changed ON claim (company_id, updated_at, id, status, insurance_company_id, branch_id, created_at);
CREATE INDEX claim_by_status ON claim (company_id, status, created_at DESC, id DESC, insurance_company_id, branch_id);
CREATE INDEX claim_of_insurer ON claim (company_id, insurance_company_id, created_at DESC, id DESC, status, branch_id);
CREATE INDEX claim_of_branch ON claim (company_id, branch_id, created_at DESC, id DESC, status, insurance_company_id);
CREATE STATISTICS claim_dependencies (dependencies) ON company_id, insurance_company_id, branch_id FROM claim;
