-- additive
-- A report that the tax authority has not answered however often it was sent is said to be so, and is sent again by the staff.

ALTER TABLE einvoice_submission
  ADD tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  ADD last_failure text,
  ADD given_up_at timestamptz(3),
  ADD CONSTRAINT einvoice_submission_given_up CHECK (given_up_at IS NULL OR status IN ('PENDING', 'IN_PROGRESS'));
COMMENT ON COLUMN einvoice_submission.tries IS 'How often it was sent, or made ready to be, without an answer since it was last begun.';
COMMENT ON COLUMN einvoice_submission.last_failure IS 'What came instead of an answer the last time; null where nothing did.';
COMMENT ON COLUMN einvoice_submission.given_up_at IS 'Since when it is not sent by itself any more, its tries being used up.';

-- All tries together take less than a day.
UPDATE einvoice_submission SET tries = 12, given_up_at = date_trunc('milliseconds', now())
WHERE status IN ('PENDING', 'IN_PROGRESS') AND status_changed_at < now() - interval '2 days';

DROP INDEX einvoice_submission_failed;
CREATE INDEX einvoice_submission_failed ON einvoice_submission (company_id, created_at DESC, id DESC)
  WHERE status IN ('REJECTED', 'CANCELLED') OR given_up_at IS NOT NULL;
