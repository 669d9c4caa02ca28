-- Links through which patients pay online, and what became of them.
CREATE TABLE online_payment (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  invoice_id text NOT NULL,
  branch_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- What the gateway kept of it.
  extra_fees_minor bigint NOT NULL DEFAULT 0 CHECK (extra_fees_minor >= 0),
  provider text NOT NULL,
  status text NOT NULL CHECK (status IN ('CREATED', 'PENDING', 'SUCCESS', 'FAILED', 'REFUND')),
  -- The last part of the payer's link: whoever knows it may pay.
  link_token text NOT NULL,
  -- Checkouts that were opened at the gateway, one after the other. While one is being opened it is ours until
  -- checkout_until; then it has the gateway's reference and page, which ends at checkout_expires_at.
  checkout_attempt integer NOT NULL DEFAULT 0,
  checkout_until timestamptz(3),
  checkout_reference text,
  checkout_url text,
  checkout_expires_at timestamptz(3),
  paid_at timestamptz(3),
  payment_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT online_payment_link UNIQUE (link_token),
  -- Money that came in was recorded, and nothing else was.
  CONSTRAINT online_payment_recorded CHECK (
    (status IN ('SUCCESS', 'REFUND')) = (payment_id IS NOT NULL) AND (payment_id IS NULL) = (paid_at IS NULL)),
  CONSTRAINT online_payment_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT online_payment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT online_payment_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment
);
SELECT wall_off('online_payment');
CREATE INDEX online_payment_newest ON online_payment (company_id, created_at DESC, id DESC);
CREATE INDEX online_payment_changed ON online_payment (company_id, updated_at, id);
CREATE INDEX online_payment_by_status ON online_payment (company_id, status, created_at DESC, id DESC);
CREATE INDEX online_payment_of_invoice ON online_payment (company_id, invoice_id, created_at DESC, id DESC);
CREATE INDEX online_payment_of_branch ON online_payment (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX online_payment_of_checkout ON online_payment (company_id, provider, checkout_reference)
  WHERE checkout_reference IS NOT NULL;
-- At most one online payment records a payment.
CREATE UNIQUE INDEX online_payment_of_payment ON online_payment (company_id, payment_id) WHERE payment_id IS NOT NULL;

-- Whose a payer's link is: a payer has nothing else to say which clinic it is.
CREATE FUNCTION online_payment_of_link(token text) RETURNS TABLE (company_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT online_payment.company_id, online_payment.id FROM online_payment WHERE link_token = token
$$;
REVOKE ALL ON FUNCTION online_payment_of_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION online_payment_of_link TO clinic_app;
