-- Who waits for a time that is not free yet.

CREATE TABLE wait_list_entry (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  procedure_id text,
  minutes integer NOT NULL CHECK (minutes BETWEEN 5 AND 720),
  from_date date,
  until_date date,
  weekdays integer[] NOT NULL DEFAULT '{}',
  parts text[] NOT NULL DEFAULT '{}',
  priority text NOT NULL DEFAULT 'NORMAL' CHECK (priority IN ('NORMAL', 'URGENT')),
  note text,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'BOOKED', 'REMOVED')),
  appointment_id text,
  version integer NOT NULL DEFAULT 1,
  CHECK (until_date >= from_date),
  CHECK (weekdays <@ ARRAY[0, 1, 2, 3, 4, 5, 6]),
  CHECK (parts <@ ARRAY['MORNING', 'AFTERNOON', 'EVENING']),
  CONSTRAINT wait_list_entry_booked CHECK ((state = 'BOOKED') = (appointment_id IS NOT NULL)),
  CONSTRAINT wait_list_entry_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT wait_list_entry_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT wait_list_entry_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT wait_list_entry_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure,
  CONSTRAINT wait_list_entry_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE wait_list_entry IS
  'clinic: Patients who would come earlier, or at a time that is not free: for whom, how long, and when they can.';
COMMENT ON COLUMN wait_list_entry.doctor_id IS 'Null: any doctor will do.';
COMMENT ON COLUMN wait_list_entry.weekdays IS '0 is Sunday; empty: any day will do.';
COMMENT ON COLUMN wait_list_entry.parts IS 'Parts of the day: until 12:00, until 17:00 and from then on; empty: any time will do.';
COMMENT ON COLUMN wait_list_entry.appointment_id IS 'What was booked for it.';
COMMENT ON COLUMN wait_list_entry.version IS 'How often it was changed, from 1 on (record_change).';
SELECT protect_by_clinic('wait_list_entry', 'SELECT, INSERT, UPDATE');
SELECT hide_restricted('wait_list_entry');
CREATE INDEX wait_list_entry_newest ON wait_list_entry (company_id, created_at DESC, id DESC, branch_id, state);
CREATE INDEX wait_list_entry_waiting ON wait_list_entry (company_id, branch_id, priority DESC, created_at, id)
  WHERE state = 'WAITING';
CREATE INDEX wait_list_entry_of_patient ON wait_list_entry (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX wait_list_entry_of_appointment ON wait_list_entry (company_id, appointment_id) WHERE appointment_id IS NOT NULL;
CREATE INDEX wait_list_entry_changed ON wait_list_entry (company_id, updated_at, id, branch_id);
