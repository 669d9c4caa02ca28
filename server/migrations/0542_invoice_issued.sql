-- expand concurrently
-- What was sold, at which tax and below which price, is read by the instant of its issue.
CREATE INDEX CONCURRENTLY invoice_issued ON invoice (company_id, released_at) WHERE released_at IS NOT NULL;
