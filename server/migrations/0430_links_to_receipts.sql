-- additive
-- Links to receipts: what is printed at the desk names the address that the patient was given.

ALTER TABLE patient_link ADD COLUMN token_sealed bytea;
COMMENT ON COLUMN patient_link.token_sealed IS 'What a link to a receipt ends with, sealed: a receipt that is printed names it. Of no other kind.';
