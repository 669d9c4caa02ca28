-- expand concurrently
CREATE INDEX CONCURRENTLY credit_note_newest ON credit_note (company_id, created_at);
