-- The day of a clinic: when a patient arrived, sat down and left, and moves that the person who made them may still take back.

ALTER TABLE appointment
  ADD arrived_at timestamptz(3),
  ADD seated_at timestamptz(3),
  ADD finished_at timestamptz(3),
  ADD procedure_ids text[] NOT NULL DEFAULT '{}',
  ADD replaced_by_id text,
  ADD wants_change_at timestamptz(3),
  ADD CONSTRAINT appointment_procedures CHECK (cardinality(procedure_ids) <= 10),
  ADD CONSTRAINT appointment_ref_appointment FOREIGN KEY (company_id, replaced_by_id) REFERENCES appointment;
COMMENT ON COLUMN appointment.arrived_at IS 'When the patient was checked in, or went further without having been.';
COMMENT ON COLUMN appointment.seated_at IS 'When the patient sat down in the chair.';
COMMENT ON COLUMN appointment.finished_at IS 'When the visit was over.';
COMMENT ON COLUMN appointment.procedure_ids IS 'What the visit was booked for.';
COMMENT ON COLUMN appointment.replaced_by_id IS 'The one that was made in its place, after a mistake; it is shown in no day any more.';
COMMENT ON COLUMN appointment.wants_change_at IS 'When the patient said that they cannot come; null once the visit is moved.';
CREATE INDEX appointment_replaced ON appointment (company_id, replaced_by_id) WHERE replaced_by_id IS NOT NULL;

CREATE TABLE held_move (
  LIKE clinic_record INCLUDING INDEXES,
  appointment_id text NOT NULL,
  to_status text NOT NULL,
  reason text,
  held_by text NOT NULL,
  held_by_name text NOT NULL,
  held_at timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'HELD',
  CONSTRAINT held_move_state CHECK (state IN ('HELD', 'COMMITTED', 'UNDONE')),
  CONSTRAINT held_move_status CHECK (to_status IN
    ('OPEN', 'CONFIRMED', 'CHECKEDIN', 'COMPLETED', 'CANCELED', 'NOSHOW', 'INPROGRESS', 'DELAYED', 'WAITING')),
  CONSTRAINT held_move_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
COMMENT ON TABLE held_move IS
  'clinic: Moves of an appointment to another status that may be taken back until an instant. The appointment itself stays as '
  'it is meanwhile. Whatever locks it commits the held move first (lockAppointment).';
COMMENT ON COLUMN held_move.held_by IS 'Id of the person who made it.';
COMMENT ON COLUMN held_move.until IS 'By the clock of the clinic, as held_at.';
SELECT protect_by_clinic('held_move', 'SELECT, INSERT, UPDATE');
CREATE UNIQUE INDEX held_move_of_appointment ON held_move (company_id, appointment_id) WHERE state = 'HELD';
CREATE INDEX held_move_all_of_appointment ON held_move (company_id, appointment_id);
CREATE INDEX held_move_changed ON held_move (company_id, updated_at, id, appointment_id);
