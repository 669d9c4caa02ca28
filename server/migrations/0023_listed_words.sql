-- What lists show. What leads refer to is listed newest first: a page of it is read off an index.

CREATE INDEX lead_reject_reason_newest ON lead_reject_reason (company_id, created_at DESC, id DESC);
CREATE INDEX referral_source_newest ON referral_source (company_id, created_at DESC, id DESC);

-- A delivery is shown with what caused it: a finished one holds the same words as one that is queued. Rows of before do.
ALTER TABLE webhook_delivery_done ADD CONSTRAINT webhook_delivery_done_origin_check
  CHECK (origin IN ('EVENT', 'TEST', 'REDELIVERY', 'RECOVERY')) NOT VALID;
