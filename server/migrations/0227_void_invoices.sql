-- An invoice that is void keeps its number and its lines, and nothing of it is owed: links to pay it are closed by the clinic.
ALTER TABLE invoice
  ADD voided_at timestamp(3) with time zone,
  ADD void_reason text,
  ADD CONSTRAINT invoice_void CHECK (voided_at IS NULL OR total_minor = 0);
COMMENT ON COLUMN invoice.voided_at IS 'Since when nothing of it is owed: its amounts are 0, its number and lines stay.';
COMMENT ON COLUMN invoice.void_reason IS 'Why, as a member of staff said it.';
CREATE INDEX invoice_void_newest ON invoice (company_id, created_at DESC, id DESC, branch_id, patient_id, doctor_id)
  WHERE voided_at IS NOT NULL;
DROP INDEX invoice_draft;
CREATE INDEX invoice_draft ON invoice (company_id, created_at DESC, id DESC, branch_id, patient_id, doctor_id)
  WHERE released_at IS NULL AND voided_at IS NULL;

ALTER TABLE online_payment
  DROP CONSTRAINT online_payment_closed_reason_check,
  ADD CONSTRAINT online_payment_closed_reason_check CHECK (closed_reason IN ('PAID_ELSEWHERE', 'AMOUNT_CHANGED', 'CANCELED'));
