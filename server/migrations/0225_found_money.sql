-- What the staff looks for among all that was ever billed and paid: drafts and what is open, which are few; what a doctor's
-- patients were billed; payments of one kind, and those that were given back.
CREATE INDEX invoice_draft ON invoice (company_id, created_at DESC, id DESC, branch_id, patient_id, doctor_id)
  WHERE released_at IS NULL;
CREATE INDEX invoice_open ON invoice (company_id, created_at DESC, id DESC, branch_id, patient_id, doctor_id)
  WHERE released_at IS NOT NULL AND pending_minor > 0;
CREATE INDEX invoice_of_doctor_newest ON invoice (company_id, doctor_id, created_at DESC, id DESC)
  WHERE doctor_id IS NOT NULL;
CREATE INDEX payment_of_type ON payment (company_id, type, created_at DESC, id DESC, branch_id);
-- Said in other words than figures over a span of refunds are asked for, which are read off an index that holds all of them.
CREATE INDEX payment_refunded ON payment (company_id, created_at DESC, id DESC, branch_id)
  WHERE num_nonnulls(refunded_at) = 1;
