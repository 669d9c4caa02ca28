-- Clinics, their branches, staff and price list, and the wall between clinics.
--
-- Every clinic table has company_id first in its keys. The application connects as a member of clinic_app, which owns
-- nothing; row-level security shows it only rows of the clinic named by the setting app.company, and none when it is unset.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Puts a table behind the wall: row-level security by company_id for the application.
CREATE FUNCTION wall_off(target regclass, privileges text DEFAULT 'SELECT, INSERT, UPDATE, DELETE') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_clinic ON %s TO clinic_app USING (company_id = current_setting(''app.company'', true))', target);
  EXECUTE format('GRANT %s ON %s TO clinic_app', privileges, target);
END $$;

CREATE TABLE clinic (
  company_id text PRIMARY KEY,
  name text NOT NULL,
  name_ar text,
  logo_url text,
  country text NOT NULL,
  currency text NOT NULL,
  time_zone text NOT NULL,
  locale text NOT NULL,
  tax_percent numeric(5, 2) NOT NULL DEFAULT 0,
  charts text[] NOT NULL DEFAULT '{}',
  branding_color text,
  vat_number text,
  vat_name text,
  crn_number text,
  commercial_name text,
  registration_city text,
  registration_valid boolean NOT NULL DEFAULT false,
  second_factor_required boolean NOT NULL DEFAULT false,
  sandbox boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
SELECT wall_off('clinic', 'SELECT, UPDATE');

-- Consecutive numbers of a clinic (patient file numbers, invoice references).
CREATE TABLE clinic_counter (
  company_id text NOT NULL REFERENCES clinic,
  name text NOT NULL,
  value integer NOT NULL,
  PRIMARY KEY (company_id, name)
);
SELECT wall_off('clinic_counter', 'SELECT');

-- Takes several numbers of several clinics at once: one short statement of its own, so that no business transaction
-- waits for another one's number. Returns the last number taken of each.
CREATE FUNCTION take_numbers(companies text[], names text[], counts integer[])
RETURNS TABLE (company_id text, name text, last integer)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO clinic_counter AS counter (company_id, name, value)
  SELECT wanted.company_id, wanted.name, wanted.count
  FROM unnest(companies, names, counts) AS wanted (company_id, name, count)
  ORDER BY 1, 2
  ON CONFLICT ON CONSTRAINT clinic_counter_pkey DO UPDATE SET value = counter.value + excluded.value
  RETURNING counter.company_id, counter.name, counter.value
$$;
REVOKE ALL ON FUNCTION take_numbers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_numbers TO clinic_app;

CREATE TABLE branch (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  name_ar text,
  address text,
  location text,
  phones text[] NOT NULL DEFAULT '{}',
  rooms text[] NOT NULL DEFAULT '{}',
  specialities text[] NOT NULL DEFAULT '{}',
  appointment_types text[] NOT NULL DEFAULT '{}',
  opens text[] NOT NULL,
  closes text[] NOT NULL,
  closed_days integer[] NOT NULL DEFAULT '{}',
  holidays integer[] NOT NULL DEFAULT '{}',
  first_day_of_week integer NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (cardinality(opens) = 7 AND cardinality(closes) = 7)
);
SELECT wall_off('branch');
CREATE INDEX branch_newest ON branch (company_id, created_at DESC, id DESC);
CREATE INDEX branch_changed ON branch (company_id, updated_at, id);

CREATE TABLE practitioner (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  display_name text NOT NULL,
  display_name_ar text,
  role text NOT NULL,
  is_doctor boolean NOT NULL DEFAULT false,
  specialty text,
  color text,
  sort_order integer NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  phone_number text,
  phone_number2 text,
  email text,
  slot_minutes integer NOT NULL DEFAULT 30 CHECK (slot_minutes BETWEEN 5 AND 720),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('practitioner');
CREATE INDEX practitioner_newest ON practitioner (company_id, created_at DESC, id DESC);
CREATE INDEX practitioner_changed ON practitioner (company_id, updated_at, id);

CREATE TABLE practitioner_branch (
  company_id text NOT NULL,
  practitioner_id text NOT NULL,
  branch_id text NOT NULL,
  PRIMARY KEY (company_id, practitioner_id, branch_id),
  CONSTRAINT practitioner_branch_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner ON DELETE CASCADE,
  CONSTRAINT practitioner_branch_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
SELECT wall_off('practitioner_branch');
CREATE INDEX practitioner_branch_of_branch ON practitioner_branch (company_id, branch_id);

-- When a doctor works at a branch. Minutes count from midnight of the weekday (0 Sunday) on the clinic's wall clock;
-- above 1440 the shift runs past midnight. No row: the branch's own hours.
CREATE TABLE practitioner_shift (
  company_id text NOT NULL,
  practitioner_id text NOT NULL,
  branch_id text NOT NULL,
  weekday integer NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  start_minute integer NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
  end_minute integer NOT NULL CHECK (end_minute BETWEEN 1 AND 2160),
  PRIMARY KEY (company_id, practitioner_id, branch_id, weekday, start_minute),
  CHECK (end_minute > start_minute),
  CONSTRAINT practitioner_shift_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner ON DELETE CASCADE,
  CONSTRAINT practitioner_shift_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
SELECT wall_off('practitioner_shift');

CREATE TABLE practitioner_time_off (
  company_id text NOT NULL,
  id text NOT NULL,
  practitioner_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (ends_at > starts_at),
  CONSTRAINT practitioner_time_off_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner ON DELETE CASCADE
);
SELECT wall_off('practitioner_time_off');
CREATE INDEX practitioner_time_off_when ON practitioner_time_off (company_id, practitioner_id, ends_at);

CREATE TABLE procedure_group (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  sort_order integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('procedure_group');

CREATE TABLE procedure (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  code text,
  price_minor bigint NOT NULL,
  group_id text,
  chart text,
  sort_order integer NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  search_text text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT procedure_ref_group FOREIGN KEY (company_id, group_id) REFERENCES procedure_group
);
SELECT wall_off('procedure');
CREATE INDEX procedure_newest ON procedure (company_id, created_at DESC, id DESC);
CREATE INDEX procedure_changed ON procedure (company_id, updated_at, id);
CREATE INDEX procedure_of_group ON procedure (company_id, group_id, created_at DESC, id DESC);
