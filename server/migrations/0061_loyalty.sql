-- Points of patients. An account is what its transactions come to; whoever writes one locks the account first.

CREATE TABLE loyalty_account (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  patient_id text NOT NULL,
  points_balance bigint NOT NULL CHECK (points_balance >= 0),
  lifetime_earned bigint NOT NULL,
  lifetime_redeemed bigint NOT NULL,
  -- Of the balance, what expires next, all at the same instant.
  expiring_points bigint NOT NULL,
  expiring_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK ((expiring_points > 0) = (expiring_at IS NOT NULL)),
  CONSTRAINT loyalty_account_of_patient UNIQUE (company_id, patient_id),
  CONSTRAINT loyalty_account_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
SELECT wall_off('loyalty_account');
CREATE INDEX loyalty_account_newest ON loyalty_account (company_id, created_at DESC, id DESC);
CREATE INDEX loyalty_account_changed ON loyalty_account (company_id, updated_at, id);
-- The worker asks all clinics at once whose points are due.
SELECT open_to_dispatcher('loyalty_account', 'SELECT (company_id, expiring_at)');
CREATE INDEX loyalty_account_expiring ON loyalty_account (expiring_at, company_id) WHERE expiring_at IS NOT NULL;

CREATE TABLE loyalty_transaction (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  patient_id text NOT NULL,
  branch_id text,
  type text NOT NULL CHECK (type IN ('EARN', 'REDEEM', 'ADJUST', 'EXPIRE')),
  points bigint NOT NULL CHECK (CASE type WHEN 'EARN' THEN points > 0 WHEN 'ADJUST' THEN points <> 0 ELSE points < 0 END),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  -- Of points that were given, what is still there: the balance is the sum of it.
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND greatest(points, 0)),
  expires_at timestamptz(3),
  reason text,
  invoice_id text,
  payment_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT loyalty_transaction_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT loyalty_transaction_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT loyalty_transaction_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT loyalty_transaction_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment
);
SELECT wall_off('loyalty_transaction');
CREATE INDEX loyalty_transaction_newest ON loyalty_transaction (company_id, created_at DESC, id DESC);
CREATE INDEX loyalty_transaction_changed ON loyalty_transaction (company_id, updated_at, id);
CREATE INDEX loyalty_transaction_of_patient ON loyalty_transaction (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX loyalty_transaction_by_type ON loyalty_transaction (company_id, type, created_at DESC, id DESC);
-- In the order in which points are used up.
CREATE INDEX loyalty_transaction_left ON loyalty_transaction (company_id, patient_id, expires_at, created_at, id) WHERE remaining > 0;
