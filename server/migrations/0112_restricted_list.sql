-- Restricted files are listed as they changed, the last one first.

DROP INDEX patient_restricted_newest;
CREATE INDEX patient_restricted_changed ON patient (company_id, updated_at DESC, id DESC) WHERE restricted_at IS NOT NULL;
