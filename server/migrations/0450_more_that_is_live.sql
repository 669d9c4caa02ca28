-- additive
-- Who looks on is told of alerts, of templates of notes and of consent texts as they change: by when they did.

CREATE INDEX patient_alert_changed ON patient_alert (company_id, updated_at, id);
CREATE INDEX note_template_changed ON note_template (company_id, updated_at, id);
CREATE INDEX consent_template_changed ON consent_template (company_id, updated_at, id);
