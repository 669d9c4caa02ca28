-- When a branch, a doctor and a room are there: breaks, other hours for some weeks, what blocks a time and what for; and
-- by which rules the clinic runs its day.

ALTER TABLE branch
  ADD breaks jsonb NOT NULL DEFAULT '[]',
  ADD holiday_names jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN branch.breaks IS
  'When it is closed within its hours: {weekday, startMinute, endMinute}, counted as those of practitioner_shift.';
COMMENT ON COLUMN branch.holiday_names IS 'What holidays are called, by their date as YYYYMMDD; some have no name.';

ALTER TABLE practitioner_time_off
  ADD kind text NOT NULL DEFAULT 'LEAVE',
  ADD note text,
  ADD canceled_at timestamptz(3),
  ADD updated_at timestamptz(3),
  ADD version integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT practitioner_time_off_kind CHECK (kind IN ('LEAVE', 'SICK', 'BREAK', 'MEETING', 'RESERVED', 'MAINTENANCE'));
UPDATE practitioner_time_off SET updated_at = created_at;
ALTER TABLE practitioner_time_off ALTER updated_at SET NOT NULL;
COMMENT ON COLUMN practitioner_time_off.canceled_at IS
  'When it was taken back: it then keeps nothing from being booked. The row stays, so that those who show it hear of it.';
COMMENT ON COLUMN practitioner_time_off.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
DROP INDEX practitioner_time_off_when;
CREATE INDEX practitioner_time_off_when ON practitioner_time_off (company_id, practitioner_id, ends_at)
  WHERE canceled_at IS NULL;
CREATE INDEX practitioner_time_off_changed ON practitioner_time_off (company_id, updated_at, id);

CREATE TABLE room_block (
  LIKE clinic_record INCLUDING INDEXES,
  branch_id text NOT NULL,
  room text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('LEAVE', 'SICK', 'BREAK', 'MEETING', 'RESERVED', 'MAINTENANCE')),
  note text,
  canceled_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CHECK (ends_at > starts_at),
  CONSTRAINT room_block_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
COMMENT ON TABLE room_block IS 'clinic: When a room of a branch cannot be used, and what for.';
COMMENT ON COLUMN room_block.room IS 'As the branch spells it.';
COMMENT ON COLUMN room_block.canceled_at IS
  'When it was taken back: it then keeps nothing from being booked. The row stays, so that those who show it hear of it.';
COMMENT ON COLUMN room_block.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
SELECT protect_by_clinic('room_block', 'SELECT, INSERT, UPDATE');
CREATE INDEX room_block_when ON room_block (company_id, branch_id, ends_at) WHERE canceled_at IS NULL;
CREATE INDEX room_block_changed ON room_block (company_id, updated_at, id);

CREATE TABLE branch_period (
  LIKE clinic_record INCLUDING INDEXES,
  branch_id text NOT NULL,
  name text NOT NULL,
  first_date date NOT NULL,
  last_date date NOT NULL,
  opens text[] NOT NULL CHECK (cardinality(opens) = 7 AND array_position(opens, NULL) IS NULL),
  closes text[] NOT NULL CHECK (cardinality(closes) = 7 AND array_position(closes, NULL) IS NULL),
  breaks jsonb NOT NULL DEFAULT '[]',
  CHECK (last_date - first_date BETWEEN 0 AND 61),
  CONSTRAINT branch_period_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch ON DELETE CASCADE,
  CONSTRAINT branch_period_apart EXCLUDE USING gist (
    company_id WITH =, branch_id WITH =, daterange(first_date, last_date, '[]') WITH &&)
);
COMMENT ON TABLE branch_period IS
  'clinic: Weeks in which a branch has other hours than usual, such as Ramadan. A shift belongs to the day it begins on.';
COMMENT ON COLUMN branch_period.opens IS
  'Seven times of day from Sunday on; empty on a closed day. The closed days of the branch say nothing here.';
SELECT protect_by_clinic('branch_period');
CREATE INDEX branch_period_when ON branch_period (company_id, branch_id, first_date);

CREATE TABLE period_shift (
  company_id text NOT NULL,
  period_id text NOT NULL,
  practitioner_id text NOT NULL,
  weekday integer NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  start_minute integer NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
  end_minute integer NOT NULL CHECK (end_minute BETWEEN 1 AND 2160),
  PRIMARY KEY (company_id, period_id, practitioner_id, weekday, start_minute),
  CHECK (end_minute > start_minute),
  CONSTRAINT period_shift_ref_period FOREIGN KEY (company_id, period_id) REFERENCES branch_period ON DELETE CASCADE,
  CONSTRAINT period_shift_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner ON DELETE CASCADE
);
COMMENT ON TABLE period_shift IS
  'clinic: When a doctor works in a period, as practitioner_shift says it of other weeks. No row: the hours of the period.';
SELECT protect_by_clinic('period_shift');
CREATE INDEX period_shift_of_practitioner ON period_shift (company_id, practitioner_id);

-- Assistants are told what is free by the same rules that book.
DO $$
DECLARE
  target regclass;
BEGIN
  FOREACH target IN ARRAY ARRAY['branch_period', 'period_shift']::regclass[] LOOP
    EXECUTE format('CREATE POLICY read_own_clinic ON %s FOR SELECT TO clinic_reader USING (%s)', target,
      'company_id = current_setting(''app.company'', true)');
    EXECUTE format('GRANT SELECT ON %s TO clinic_reader', target);
  END LOOP;
END $$;

CREATE TABLE day_rules (
  company_id text PRIMARY KEY REFERENCES clinic,
  grid_minutes integer NOT NULL CHECK (grid_minutes IN (5, 10, 15, 20, 30)),
  hold_seconds integer NOT NULL CHECK (hold_seconds BETWEEN 0 AND 120),
  wait_amber_minutes integer NOT NULL CHECK (wait_amber_minutes BETWEEN 1 AND 240),
  wait_red_minutes integer NOT NULL CHECK (wait_red_minutes BETWEEN 1 AND 240),
  late_after_minutes integer NOT NULL CHECK (late_after_minutes BETWEEN 0 AND 240),
  cancel_reasons text[] NOT NULL CHECK (cardinality(cancel_reasons) <= 20 AND array_position(cancel_reasons, NULL) IS NULL),
  cancel_reason_required boolean NOT NULL,
  quiet_from text,
  quiet_until text,
  updated_at timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE day_rules IS
  'clinic: By which rules the clinic runs its day; without a row, by the usual ones.';
COMMENT ON COLUMN day_rules.hold_seconds IS 'How long a status move of the console can be taken back; 0 holds nothing.';
COMMENT ON COLUMN day_rules.quiet_from IS 'From this time of day to quiet_until no patient is written to; null: at any time one is.';
COMMENT ON COLUMN day_rules.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
SELECT protect_by_clinic('day_rules', 'SELECT, INSERT, UPDATE');
