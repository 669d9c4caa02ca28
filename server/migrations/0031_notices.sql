-- The clinic's people read what they are told of, each of the branches that they see.

GRANT EXECUTE ON FUNCTION sees_all_branches TO clinic_app;
CREATE INDEX clinic_notice_open ON clinic_notice (company_id, created_at DESC, id DESC) WHERE read_at IS NULL;
