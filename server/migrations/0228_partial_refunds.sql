-- A part of a payment is given back as a payment of its own: the one that it was split off from keeps the rest, so that what was
-- not given back still adds up to what is paid.
ALTER TABLE payment
  ADD split_from_id text,
  ADD CONSTRAINT payment_split_refunded CHECK (split_from_id IS NULL OR refunded_at IS NOT NULL),
  ADD CONSTRAINT payment_ref_payment FOREIGN KEY (company_id, split_from_id) REFERENCES payment;
COMMENT ON COLUMN payment.split_from_id IS
  'The payment of which it was a part before that part was given back; null of every payment that was taken as such. The books '
  'have what came in under that one, and what was given back under this.';
CREATE INDEX payment_split ON payment (company_id, split_from_id) WHERE split_from_id IS NOT NULL;
