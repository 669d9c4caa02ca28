-- breaking: programs from before it know no words for a link that has expired
-- Links to pay by end by themselves and by the staff; what was paid by one is given back through its gateway in the background.

ALTER TABLE online_payment
  DROP CONSTRAINT online_payment_closed_reason_check,
  ADD CONSTRAINT online_payment_closed_reason_check
    CHECK (closed_reason IN ('PAID_ELSEWHERE', 'AMOUNT_CHANGED', 'CANCELED', 'EXPIRED')),
  ADD expires_at timestamptz(3),
  ADD close_note text,
  ADD sent_at timestamptz(3),
  ADD refund_asked_at timestamptz(3),
  ADD refund_failed_at timestamptz(3),
  ADD refund_reason text,
  ADD CONSTRAINT online_payment_refund CHECK (
    (refund_failed_at IS NULL OR refund_asked_at IS NOT NULL) AND (refund_asked_at IS NULL OR payment_id IS NOT NULL));
COMMENT ON COLUMN online_payment.expires_at IS 'When the link ends by itself; null of links from before links did so.';
COMMENT ON COLUMN online_payment.close_note IS 'Why a member of staff closed the link.';
COMMENT ON COLUMN online_payment.sent_at IS 'When the link was last sent to the patient.';
COMMENT ON COLUMN online_payment.refund_asked_at IS
  'When a member of staff asked for the money to go back; it has gone once the status is REFUND.';
COMMENT ON COLUMN online_payment.refund_failed_at IS 'When the gateway had refused it so often that it is not asked any more.';
COMMENT ON COLUMN online_payment.refund_reason IS 'Why, as the member said it.';
CREATE INDEX online_payment_open ON online_payment (company_id, created_at DESC, id DESC, branch_id, invoice_id)
  WHERE status IN ('CREATED', 'PENDING');
CREATE INDEX online_payment_failed ON online_payment (company_id, created_at DESC, id DESC, branch_id, invoice_id)
  WHERE (status = 'FAILED' AND closed_at IS NULL) OR (status = 'SUCCESS' AND refund_failed_at IS NOT NULL);

CREATE INDEX einvoice_submission_failed ON einvoice_submission (company_id, created_at DESC, id DESC)
  WHERE status IN ('REJECTED', 'CANCELLED');
CREATE INDEX einvoice_submission_waiting ON einvoice_submission (company_id, created_at DESC, id DESC)
  WHERE status IN ('PENDING', 'IN_PROGRESS');
