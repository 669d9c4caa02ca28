-- additive
-- The note of a visit: written together while it is a draft, signed by its doctor, and added to after that.

CREATE TABLE note_template (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  visit_type text,
  fields jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE note_template IS 'clinic: What is asked in notes of a kind of visit, and what stands in them to begin with.';
COMMENT ON COLUMN note_template.visit_type IS 'Visits of this type begin with it, where no other is chosen.';
COMMENT ON COLUMN note_template.fields IS 'In their order: the field of the note, what it asks in both languages, what stands there.';
COMMENT ON COLUMN note_template.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
SELECT protect_by_clinic('note_template', 'SELECT, INSERT, UPDATE');

ALTER TABLE encounter
  ADD template_id text,
  ADD signed_at timestamptz(3),
  ADD signed_by_id text,
  ADD addenda text,
  ADD CONSTRAINT encounter_signed CHECK (signed_at IS NOT NULL OR signed_by_id IS NULL),
  ADD CONSTRAINT encounter_ref_note_template FOREIGN KEY (company_id, template_id) REFERENCES note_template;
COMMENT ON COLUMN encounter.signed_at IS
  'Since when the note stands, which is written here as it is signed. What is older than signatures counts as signed.';
COMMENT ON COLUMN encounter.signed_by_id IS 'The user who signed; null of what no person signed here.';
COMMENT ON COLUMN encounter.addenda IS 'What encounter_addendum has, as one text: it is read behind the clinical notes.';
UPDATE encounter SET signed_at = created_at;
CREATE INDEX encounter_of_appointment ON encounter (company_id, appointment_id) WHERE appointment_id IS NOT NULL;

CREATE TABLE encounter_draft (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  chief_complaint text,
  symptoms text,
  diagnosis text,
  tests_ordered text[] NOT NULL DEFAULT '{}',
  imaging_ordered text[] NOT NULL DEFAULT '{}',
  test_results text,
  imaging_results text,
  clinical_notes text,
  consultation_notes text,
  discharge_summary text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT encounter_draft_ref_encounter FOREIGN KEY (company_id, id) REFERENCES encounter,
  CONSTRAINT encounter_draft_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE encounter_draft IS
  'clinic: The note of an encounter as it is being written, under the id of the encounter; no plugin reads it. Signing leaves it.';
COMMENT ON COLUMN encounter_draft.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
SELECT protect_by_clinic('encounter_draft', 'SELECT, INSERT, UPDATE');
SELECT hide_restricted('encounter_draft');
CREATE INDEX encounter_draft_of_patient ON encounter_draft (company_id, patient_id);
CREATE INDEX encounter_draft_changed ON encounter_draft (company_id, updated_at, id);

CREATE TABLE encounter_addendum (
  LIKE clinic_record INCLUDING INDEXES,
  encounter_id text NOT NULL,
  patient_id text NOT NULL,
  text text NOT NULL,
  added_by text NOT NULL,
  CONSTRAINT encounter_addendum_ref_encounter FOREIGN KEY (company_id, encounter_id) REFERENCES encounter,
  CONSTRAINT encounter_addendum_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE encounter_addendum IS 'clinic: What its doctor added to a note that was signed.';
COMMENT ON COLUMN encounter_addendum.added_by IS 'Who added it, as the audit names callers.';
SELECT protect_by_clinic('encounter_addendum');
SELECT hide_restricted('encounter_addendum');
CREATE INDEX encounter_addendum_of_encounter ON encounter_addendum (company_id, encounter_id, created_at, id);
CREATE INDEX encounter_addendum_of_patient ON encounter_addendum (company_id, patient_id);

ALTER TABLE prescription
  ADD canceled_at timestamptz(3),
  ADD cancel_reason text;
COMMENT ON COLUMN prescription.canceled_at IS 'Since when nothing of it is to be taken; its lines stay to be seen by the staff.';
