-- additive
-- What the price list says of a procedure besides its price: how long it takes, how it is shown, what is signed before it.

ALTER TABLE procedure
  ADD COLUMN name_ar text,
  ADD COLUMN duration_minutes integer CONSTRAINT procedure_duration CHECK (duration_minutes BETWEEN 5 AND 720),
  ADD COLUMN color text CONSTRAINT procedure_color CHECK (color IN (
    'red', 'pink', 'grape', 'violet', 'indigo', 'blue', 'cyan', 'teal', 'green', 'lime', 'yellow', 'orange')),
  ADD COLUMN consent_template_id text,
  ADD CONSTRAINT procedure_ref_consent_template FOREIGN KEY (company_id, consent_template_id)
    REFERENCES consent_template (company_id, id);
COMMENT ON COLUMN procedure.duration_minutes IS 'How long it takes; null where it takes as long as a slot of the doctor.';
COMMENT ON COLUMN procedure.color IS 'In which colour it is shown; null where none was chosen.';
COMMENT ON COLUMN procedure.consent_template_id IS 'What a patient signs before it; null where that is nothing.';
