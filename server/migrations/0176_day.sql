-- What a day shows of a patient beside the visit is read off few rows each, however much there is of them.

CREATE INDEX appointment_completed ON appointment (company_id, patient_id, starts_at) WHERE status = 'COMPLETED';
CREATE INDEX IF NOT EXISTS invoice_owed ON invoice (company_id, patient_id) INCLUDE (pending_minor) WHERE pending_minor > 0;
CREATE INDEX consent_unsigned ON consent_form (company_id, patient_id) INCLUDE (expires_at) WHERE sign_required AND NOT signed;
CREATE INDEX lab_order_open ON lab_order (company_id, patient_id) INCLUDE (status, due_at) WHERE delivered_at IS NULL;
