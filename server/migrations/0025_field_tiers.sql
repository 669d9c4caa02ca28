-- What is shown in place of what is a patient's own, to callers who may not read that; and with which field scopes a stored
-- answer was made, so that it can be cut down to what its caller may read by now.

ALTER TABLE communication ADD template_preview text;
COMMENT ON COLUMN communication.template_preview IS
  'As content_preview, but of the template before its values: it names nobody.';
UPDATE communication SET template_preview = CASE WHEN length(line) > 160 THEN left(line, 159) || '…' ELSE line END
FROM (SELECT company_id, id, btrim(regexp_replace(body, '\s+', ' ', 'g')) AS line FROM message_template) AS template
WHERE template.company_id = communication.company_id AND template.id = template_id;

ALTER TABLE conversation_message ADD template_text text;
COMMENT ON COLUMN conversation_message.template_text IS
  'The template before its values, of a message that was made from one: it names nobody.';
UPDATE conversation_message AS message SET template_text = body FROM message_template AS template
WHERE template.company_id = message.company_id AND template.id = template_id;

ALTER TABLE form_submission ADD contact_keys text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN form_submission.contact_keys IS
  'The keys of its form''s questions of type phone and email: their answers say how to reach the patient.';
UPDATE form_submission SET contact_keys = keys
FROM (
  SELECT company_id, id, array_agg(field ->> 'key') AS keys
  FROM form_version, jsonb_array_elements(fields) AS field
  WHERE field ->> 'type' IN ('phone', 'email')
  GROUP BY company_id, id) AS asked
WHERE asked.company_id = form_submission.company_id AND asked.id = version_id;
ALTER TABLE form_submission ALTER contact_keys DROP DEFAULT;

ALTER TABLE idempotency_record ADD field_scopes text[] NOT NULL DEFAULT '{}';
-- Answers of before may have been made with any of them, and refusals show no fields.
UPDATE idempotency_record SET field_scopes = '{patients:read.pii,practitioners:read.contact}' WHERE status < 400;
ALTER TABLE idempotency_record ALTER field_scopes DROP DEFAULT;
COMMENT ON COLUMN idempotency_record.field_scopes IS
  'The field scopes that the answer was made with: a caller who lacks one of them by now is shown less.';
COMMENT ON COLUMN idempotency_record.sealed IS
  'True of every answer that is stored by now; those of before lie unsealed for their 24 hours.';
COMMENT ON COLUMN idempotency_record.body IS 'The response body, byte for byte, sealed with the master key.';
