-- additive
-- Forms as the staff write them: a draft of the next version beside what patients fill in; changes are counted.

ALTER TABLE form ADD version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN form.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';

ALTER TABLE form_submission ADD version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN form_submission.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';

CREATE TABLE form_draft (
  LIKE clinic_record INCLUDING INDEXES,
  fields jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT form_draft_ref_form FOREIGN KEY (company_id, id) REFERENCES form
);
COMMENT ON TABLE form_draft IS
  'clinic: The questions of the next version of a form as they are being written, under the id of the form.';
COMMENT ON COLUMN form_draft.fields IS 'Form fields, version 1, which need not fit together yet.';
COMMENT ON COLUMN form_draft.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
INSERT INTO form_draft (company_id, id, created_at, updated_at, fields)
SELECT form.company_id, form.id, form.created_at, form.updated_at, coalesce(published.fields, '[]')
FROM form LEFT JOIN form_version AS published ON published.company_id = form.company_id
  AND published.form_id = form.id AND published.version_num = form.current_version;
SELECT protect_by_clinic('form_draft', 'SELECT, INSERT, UPDATE');
