-- additive
-- What a checkout leaves on invoices and payments: who made them, the points that were used and given, why a discount was
-- given, and the cash that was handed over.

ALTER TABLE invoice
  ADD made_by text,
  ADD discount_reason text,
  ADD points_used bigint NOT NULL DEFAULT 0 CHECK (points_used >= 0),
  ADD points_minor bigint NOT NULL DEFAULT 0 CHECK (points_minor >= 0);
COMMENT ON COLUMN invoice.made_by IS 'Who made it, as the audit names callers; null of what is older than this column.';
COMMENT ON COLUMN invoice.points_used IS 'Points that were redeemed on it.';
COMMENT ON COLUMN invoice.points_minor IS 'What of the discount of the whole they are.';

ALTER TABLE payment
  ADD taken_by text,
  ADD received_minor bigint,
  ADD earned_points bigint NOT NULL DEFAULT 0 CHECK (earned_points >= 0),
  ADD CONSTRAINT payment_received CHECK (received_minor >= amount_minor);
COMMENT ON COLUMN payment.taken_by IS 'Who took it, as the audit names callers; null of what is older than this column.';
COMMENT ON COLUMN payment.received_minor IS 'The cash that was handed over; what is above the amount was given as change.';
COMMENT ON COLUMN payment.earned_points IS 'Points that it gave by the rules of the clinic, and that go with it where it is given back.';

CREATE INDEX payment_of_reference ON payment (company_id, reference) WHERE reference IS NOT NULL;
