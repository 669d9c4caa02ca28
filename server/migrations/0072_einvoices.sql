-- E-invoices: which authority the clinic reports to, its chain of documents, and every attempt to report one.

-- NULL: the clinic reports to nobody.
ALTER TABLE clinic ADD COLUMN e_invoice_provider text CHECK (e_invoice_provider IN ('sandbox'));

-- The last place in the clinic's chain: how many documents there were, and the hash of the last of them.
CREATE TABLE einvoice_chain (
  company_id text PRIMARY KEY REFERENCES clinic,
  last_icv integer NOT NULL CHECK (last_icv >= 0),
  last_hash text NOT NULL
);
SELECT wall_off('einvoice_chain');

CREATE TABLE einvoice_submission (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  invoice_id text,
  claim_id text,
  provider text NOT NULL,
  transaction_type text NOT NULL CHECK (transaction_type IN ('SIMPLIFIED', 'STANDARD')),
  -- Clearance is told by clearance_time and an event; it is no status of its own (specification, States and transitions).
  status text NOT NULL CHECK (status IN ('NOT_STARTED', 'PENDING', 'IN_PROGRESS', 'SUBMITTED', 'REJECTED', 'CANCELLED')),
  attempt_number integer NOT NULL CHECK (attempt_number >= 1),
  submission_time timestamptz(3),
  clearance_time timestamptz(3),
  status_changed_at timestamptz(3) NOT NULL,
  info_messages text[] NOT NULL DEFAULT '{}',
  warning_messages text[] NOT NULL DEFAULT '{}',
  error_messages text[] NOT NULL DEFAULT '{}',
  -- The document's place in the chain, the hash of the one before it, its own, and itself; from IN_PROGRESS on.
  icv integer,
  document_uuid uuid,
  previous_hash text,
  document_hash text,
  qr text,
  document_xml text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT einvoice_submission_of_one CHECK (num_nonnulls(invoice_id, claim_id) = 1),
  CONSTRAINT einvoice_submission_documented CHECK (
    num_nonnulls(icv, document_uuid, previous_hash, document_hash, qr, document_xml) =
      CASE WHEN status IN ('IN_PROGRESS', 'SUBMITTED', 'REJECTED') THEN 6 ELSE 0 END),
  CONSTRAINT einvoice_submission_cleared CHECK (clearance_time IS NULL OR status = 'SUBMITTED'),
  CONSTRAINT einvoice_submission_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT einvoice_submission_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim
);
SELECT wall_off('einvoice_submission');
CREATE INDEX einvoice_submission_newest ON einvoice_submission (company_id, created_at DESC, id DESC);
CREATE INDEX einvoice_submission_changed ON einvoice_submission (company_id, updated_at, id);
CREATE INDEX einvoice_submission_by_status ON einvoice_submission (company_id, status, created_at DESC, id DESC);
CREATE INDEX einvoice_submission_of_invoice ON einvoice_submission (company_id, invoice_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX einvoice_submission_attempt ON einvoice_submission (company_id, invoice_id, claim_id, attempt_number)
  NULLS NOT DISTINCT;
-- One place in the chain belongs to one document.
CREATE UNIQUE INDEX einvoice_submission_place ON einvoice_submission (company_id, icv) WHERE icv IS NOT NULL;
-- An invoice is reported once: only after a rejection or a cancellation it is tried again.
CREATE UNIQUE INDEX einvoice_submission_live ON einvoice_submission (company_id, invoice_id)
  WHERE status NOT IN ('REJECTED', 'CANCELLED');
