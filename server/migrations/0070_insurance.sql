-- Insurers, their policies, and the classes of those: who bears what of a patient's care.

CREATE TABLE insurance_company (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  -- Its telephone, E.164.
  number text,
  email text,
  tax_number text,
  -- The most that it bears for a patient in a year, and its share in percent, unless a class says otherwise.
  insurance_limit_minor bigint CHECK (insurance_limit_minor >= 0),
  insurance_unlimited boolean NOT NULL DEFAULT false,
  insurance_percentage numeric(5, 2) CHECK (insurance_percentage BETWEEN 0 AND 100),
  -- Treatments need its approval before they begin.
  approval_required boolean NOT NULL DEFAULT false,
  -- Month in which its year begins.
  insurance_start_month integer CHECK (insurance_start_month BETWEEN 1 AND 12),
  tax_percent numeric(5, 2) CHECK (tax_percent BETWEEN 0 AND 100),
  total_policies integer NOT NULL DEFAULT 0,
  -- A patient is insured by one of its policies, never by the company alone.
  force_policy_select boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  city text,
  country_code text CHECK (country_code ~ '^[A-Z]{2}$'),
  -- Folded name and numbers.
  search_text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('insurance_company');
CREATE INDEX insurance_company_newest ON insurance_company (company_id, created_at DESC, id DESC);
CREATE INDEX insurance_company_changed ON insurance_company (company_id, updated_at, id);
CREATE INDEX insurance_company_search ON insurance_company USING gin (company_id, search_text gin_trgm_ops);

CREATE TABLE insurance_policy (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  insurance_company_id text NOT NULL,
  policy_number text,
  -- Whoever took it out: an employer, the head of a family.
  holder_name text,
  coverage_type text,
  relationship text,
  status text CHECK (status IN ('ACTIVE', 'SUSPENDED', 'EXPIRED', 'CANCELED')),
  sponsor_number text,
  inception date,
  due_at timestamptz(3),
  disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT insurance_policy_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company
);
SELECT wall_off('insurance_policy');
CREATE INDEX insurance_policy_newest ON insurance_policy (company_id, created_at DESC, id DESC);
CREATE INDEX insurance_policy_changed ON insurance_policy (company_id, updated_at, id);
CREATE INDEX insurance_policy_of_company
  ON insurance_policy (company_id, insurance_company_id, created_at DESC, id DESC);

CREATE TABLE policy_class (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  insurance_policy_id text NOT NULL,
  name text NOT NULL,
  -- The most that a patient bears of one visit.
  max_limit_minor bigint CHECK (max_limit_minor >= 0),
  -- The most that the insurer bears in a year.
  insurance_limit_minor bigint CHECK (insurance_limit_minor >= 0),
  insurance_unlimited boolean NOT NULL DEFAULT false,
  -- The insurer's share.
  insurance_percentage numeric(5, 2) CHECK (insurance_percentage BETWEEN 0 AND 100),
  approval_required boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT policy_class_ref_insurance_policy FOREIGN KEY (company_id, insurance_policy_id) REFERENCES insurance_policy
);
SELECT wall_off('policy_class');
CREATE INDEX policy_class_newest ON policy_class (company_id, created_at DESC, id DESC);
CREATE INDEX policy_class_changed ON policy_class (company_id, updated_at, id);
CREATE INDEX policy_class_of_policy ON policy_class (company_id, insurance_policy_id, created_at DESC, id DESC);

-- Those who named an insurer before there were any.
ALTER TABLE patient
  ADD CONSTRAINT patient_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company,
  ADD CONSTRAINT patient_ref_insurance_policy FOREIGN KEY (company_id, insurance_policy_id) REFERENCES insurance_policy,
  ADD CONSTRAINT patient_ref_policy_class FOREIGN KEY (company_id, insurance_class_id) REFERENCES policy_class;
ALTER TABLE invoice
  ADD CONSTRAINT invoice_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company;
ALTER TABLE payment
  ADD CONSTRAINT payment_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company;
ALTER TABLE treatment
  ADD CONSTRAINT treatment_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company;
