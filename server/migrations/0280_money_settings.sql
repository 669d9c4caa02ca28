-- additive
-- By which rules the clinic gives discounts and points, and how a discount above what a role may give is approved.

CREATE TABLE money_setting (
  company_id text PRIMARY KEY REFERENCES clinic,
  discount_limits jsonb NOT NULL,
  earn_per_unit numeric(9, 4) NOT NULL CHECK (earn_per_unit >= 0),
  point_value_minor bigint NOT NULL CHECK (point_value_minor >= 0),
  redeem_max_percent numeric(5, 2) NOT NULL CHECK (redeem_max_percent BETWEEN 0 AND 100),
  quotation_days integer NOT NULL CHECK (quotation_days BETWEEN 1 AND 365),
  link_days integer NOT NULL CHECK (link_days BETWEEN 1 AND 365),
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE money_setting IS
  'clinic: By which rules the clinic gives discounts and points; without a row, by the usual ones.';
COMMENT ON COLUMN money_setting.discount_limits IS 'How much of an amount each role may take off, in percent, by role.';
COMMENT ON COLUMN money_setting.earn_per_unit IS 'Points for each unit of the currency that is paid; 0 gives none.';
COMMENT ON COLUMN money_setting.point_value_minor IS 'What a point is worth as a discount; at 0 none is redeemed.';
COMMENT ON COLUMN money_setting.redeem_max_percent IS 'How much of an invoice before tax points may take off at most.';
COMMENT ON COLUMN money_setting.quotation_days IS 'How long a quotation is valid unless it says otherwise.';
COMMENT ON COLUMN money_setting.link_days IS 'How long a payment link can be paid.';
COMMENT ON COLUMN money_setting.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
SELECT protect_by_clinic('money_setting', 'SELECT, INSERT, UPDATE');

CREATE TABLE discount_approval (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  percent numeric(5, 2) NOT NULL CHECK (percent > 0 AND percent <= 100),
  reason text NOT NULL,
  status text NOT NULL CHECK (status IN ('ASKED', 'APPROVED', 'DECLINED', 'USED')),
  asked_by text NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT discount_approval_decided CHECK (
    (status = 'ASKED') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT discount_approval_used CHECK ((status = 'USED') = (used_at IS NOT NULL)),
  CONSTRAINT discount_approval_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE discount_approval IS
  'clinic: A discount above what a role may give, which was asked for: it is approved for one patient, once.';
COMMENT ON COLUMN discount_approval.asked_by IS 'The user who asked.';
COMMENT ON COLUMN discount_approval.decided_by IS 'The user who approved or declined it.';
COMMENT ON COLUMN discount_approval.expires_at IS 'Until when it can be decided, and once it is approved, used.';
SELECT protect_by_clinic('discount_approval', 'SELECT, INSERT, UPDATE');
SELECT hide_restricted('discount_approval');
CREATE INDEX discount_approval_of_patient ON discount_approval (company_id, patient_id);
CREATE INDEX discount_approval_open ON discount_approval (company_id, expires_at) WHERE status IN ('ASKED', 'APPROVED');
CREATE INDEX discount_approval_changed ON discount_approval (company_id, updated_at, id);
