-- expand concurrently
CREATE INDEX CONCURRENTLY treatment_not_asked_about ON treatment (company_id, procedure_id, created_at, id)
  WHERE status IN ('PLANNED', 'IN_PROGRESS') AND NOT approved AND NOT approval_required;
