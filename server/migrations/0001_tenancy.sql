-- Roles, row-level security, clinics with their branches, staff and price list.
--
-- The program connects as login roles that are members of three groups, which own nothing: clinic_app serves requests
-- of one clinic at a time, clinic_dispatcher is the worker and sees the queues of all clinics, clinic_reader is the
-- assistant's resource server and only reads.
--
-- The first word of each table's comment is its placement. `clinic`: rows belong to one clinic and move with it into
-- another database, so company_id is in the primary key and in every unique and exclusion constraint. `control`:
-- accounts, connections and what is published, of all clinics. `database`: what every database has of its own and
-- never moves. server/test/placement.test.ts holds it.
--
-- Every page of a list is read off one index (<table>_newest, _changed, _of_<parent>, _by_<column>). The columns that
-- filter a list stand behind those it is in order of, so that rows which are not wanted are passed over within the
-- index, even if the planner, which plans for a clinic of average size, takes the wrong one; the most selective
-- filters have an index of their own. The extended statistics say that a branch, a doctor or a patient is one
-- clinic's: without knowing, the planner takes a doctor of a clinic for a rarity and sorts all of that doctor's rows
-- instead of reading a page of them.

-- Roles belong to the whole cluster, so another database may have made them before, or be making them now.
DO $$
DECLARE
  group_name text;
BEGIN
  FOREACH group_name IN ARRAY ARRAY['clinic_app', 'clinic_dispatcher', 'clinic_reader'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = group_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', group_name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
END $$;

-- Equality within an exclusion constraint, and trigrams with the clinic beside them in one index.
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Made by the program before the first migration.
COMMENT ON TABLE schema_migration IS 'database: The migrations that were applied.';

CREATE FUNCTION protect_by_clinic(target regclass, privileges text DEFAULT 'SELECT, INSERT, UPDATE, DELETE') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_clinic ON %s TO clinic_app USING (company_id = current_setting(''app.company'', true))', target);
  EXECUTE format('GRANT %s ON %s TO clinic_app', privileges, target);
END $$;
COMMENT ON FUNCTION protect_by_clinic IS
  'Row-level security: the application sees and writes only rows of the clinic named by the setting app.company, '
  'and none when it is unset.';

CREATE FUNCTION allow_dispatcher(target regclass, privileges text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY all_clinics ON %s TO clinic_dispatcher USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT %s ON %s TO clinic_dispatcher', privileges, target);
END $$;
COMMENT ON FUNCTION allow_dispatcher IS 'Lets the worker see a table of all clinics, with these privileges.';

CREATE FUNCTION make_searchable(target regclass, function_name text, condition text DEFAULT 'true') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE INDEX %s ON %s USING gin (company_id, search_text gin_trgm_ops) WHERE %s',
    target || '_search', target, condition);
  EXECUTE format('CREATE FUNCTION %I(pattern text, max_rows integer) RETURNS SETOF text LANGUAGE sql STABLE
    SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $sql$
      SELECT id FROM %s
      WHERE company_id = current_setting(''app.company'', true) AND search_text LIKE pattern AND %s
      LIMIT max_rows
    $sql$', function_name, target, condition);
  EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
  EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO clinic_app', function_name);
END $$;
COMMENT ON FUNCTION make_searchable IS
  'Makes the function that answers the ids of the clinic''s rows with a pattern in their search text, `max_rows` at '
  'most, and its index. Under row-level security LIKE cannot use an index, because LIKE might tell of rows that it '
  'was not allowed to see; here the clinic is named in the index itself. Planned anew each time: which index serves '
  'depends on how rare the pattern is.';

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
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  plugin_mode text NOT NULL
    GENERATED ALWAYS AS (CASE WHEN sandbox THEN 'TEST' ELSE 'LIVE' END) STORED,
  e_invoice_provider text CHECK (e_invoice_provider IN ('sandbox')),
  assistants_enabled boolean NOT NULL DEFAULT true,
  assistant_mode text NOT NULL DEFAULT 'ANY' CHECK (assistant_mode IN ('ANY', 'VERIFIED', 'LISTED')),
  assistants_allowed text[] NOT NULL DEFAULT '{}',
  assistants_blocked text[] NOT NULL DEFAULT '{}',
  assistant_patient_contacts boolean NOT NULL DEFAULT false,
  assistant_max_days integer NOT NULL DEFAULT 90 CHECK (assistant_max_days BETWEEN 1 AND 90),
  CONSTRAINT clinic_plugin_mode UNIQUE (company_id, plugin_mode)
);
COMMENT ON TABLE clinic IS
  'clinic: A customer of the platform. Everything of a clinic carries its company_id first in every key.';
COMMENT ON COLUMN clinic.plugin_mode IS
  'A test installation lives only in a sandbox clinic and no other lives there, so that a test token never reaches '
  'real patients. For the same reason a clinic with installations cannot become a sandbox or cease to be one.';
COMMENT ON COLUMN clinic.e_invoice_provider IS 'Null: the clinic reports to no authority.';
COMMENT ON COLUMN clinic.assistant_mode IS
  'Which apps may be connected: any, those that are verified, or those in assistants_allowed.';
COMMENT ON COLUMN clinic.assistant_patient_contacts IS 'Whether assistants may see how to reach and identify patients.';
COMMENT ON COLUMN clinic.assistant_max_days IS 'After how many days a connection needs the doctor''s consent again.';
SELECT protect_by_clinic('clinic', 'SELECT, UPDATE');

CREATE TABLE clinic_record (
  company_id text NOT NULL,
  id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE clinic_record IS
  'clinic: What every record has; the tables below are made LIKE it. It holds no rows. A record refers to its '
  'clinic by what it belongs to, its branch or its patient, and itself only where it belongs to nothing: each such '
  'reference locks the clinic''s one row, shared, with every write.';

CREATE TABLE clinic_counter (
  company_id text NOT NULL REFERENCES clinic,
  name text NOT NULL,
  value integer NOT NULL,
  PRIMARY KEY (company_id, name)
);
COMMENT ON TABLE clinic_counter IS
  'clinic: Consecutive numbers of a clinic (patient file numbers, invoice references).';
SELECT protect_by_clinic('clinic_counter', 'SELECT');

CREATE FUNCTION take_numbers(companies text[], names text[], counts integer[])
RETURNS TABLE (company_id text, name text, last integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  wanted record;
BEGIN
  -- In one order, so that two callers that take several numbers never wait for each other.
  FOR wanted IN SELECT * FROM unnest(companies, names, counts) AS each (company, series, count) ORDER BY 1, 2 LOOP
    company_id := wanted.company;
    name := wanted.series;
    UPDATE clinic_counter AS counter SET value = counter.value + wanted.count
    WHERE counter.company_id = wanted.company AND counter.name = wanted.series RETURNING counter.value INTO last;
    IF NOT FOUND THEN
      INSERT INTO clinic_counter AS counter (company_id, name, value) VALUES (wanted.company, wanted.series, wanted.count)
      ON CONFLICT ON CONSTRAINT clinic_counter_pkey DO UPDATE SET value = counter.value + excluded.value
      RETURNING counter.value INTO last;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
COMMENT ON FUNCTION take_numbers IS
  'Takes several numbers of several clinics: one short statement of its own, so that no business transaction waits '
  'for another one''s number. Returns the last number taken of each. By an update, because the row is nearly always '
  'there already and an upsert costs the server half as much again.';

CREATE TABLE branch (
  LIKE clinic_record INCLUDING INDEXES,
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
  FOREIGN KEY (company_id) REFERENCES clinic,
  CHECK (cardinality(opens) = 7 AND cardinality(closes) = 7),
  -- Closed days are empty texts, so that a week always has seven times.
  CONSTRAINT branch_hours
  CHECK (array_position(opens, NULL) IS NULL AND array_position(closes, NULL) IS NULL)
);
COMMENT ON TABLE branch IS 'clinic: A place where the clinic sees patients.';
COMMENT ON COLUMN branch.opens IS
  'Seven times of day from Sunday on; empty on a closed day, so that a week always has seven.';
SELECT protect_by_clinic('branch');
CREATE INDEX branch_newest ON branch (company_id, created_at DESC, id DESC);
CREATE INDEX branch_changed ON branch (company_id, updated_at, id);

CREATE TABLE practitioner (
  LIKE clinic_record INCLUDING INDEXES,
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
  takes_leads boolean NOT NULL DEFAULT false,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE practitioner IS
  'clinic: A member of the staff as the clinic lists them, doctor or not; a login is a staff_user.';
COMMENT ON COLUMN practitioner.takes_leads IS 'New leads are assigned in turn to those who take them.';
SELECT protect_by_clinic('practitioner');
CREATE INDEX practitioner_takes_leads ON practitioner (company_id, id) WHERE takes_leads AND active;
CREATE INDEX practitioner_newest ON practitioner (company_id, created_at DESC, id DESC, is_doctor, active);
CREATE INDEX practitioner_changed ON practitioner (company_id, updated_at, id, is_doctor, active);
CREATE INDEX practitioner_by_is_doctor ON practitioner (company_id, is_doctor, created_at DESC, id DESC, active);

CREATE TABLE practitioner_branch (
  company_id text NOT NULL,
  practitioner_id text NOT NULL,
  branch_id text NOT NULL,
  PRIMARY KEY (company_id, practitioner_id, branch_id),
  CONSTRAINT practitioner_branch_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner ON DELETE CASCADE,
  CONSTRAINT practitioner_branch_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
COMMENT ON TABLE practitioner_branch IS 'clinic: The branches that a practitioner works at.';
SELECT protect_by_clinic('practitioner_branch');
CREATE INDEX practitioner_branch_of_branch ON practitioner_branch (company_id, branch_id, practitioner_id);

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
COMMENT ON TABLE practitioner_shift IS
  'clinic: When a doctor works at a branch. Minutes count from midnight of the weekday (0 Sunday) on the clinic''s '
  'wall clock; above 1440 the shift runs past midnight. No row: the branch''s own hours.';
SELECT protect_by_clinic('practitioner_shift');

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
COMMENT ON TABLE practitioner_time_off IS 'clinic: When a doctor is away.';
SELECT protect_by_clinic('practitioner_time_off');
CREATE INDEX practitioner_time_off_when ON practitioner_time_off (company_id, practitioner_id, ends_at);

CREATE TABLE procedure_group (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  sort_order integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE procedure_group IS 'clinic: The headings of the price list.';
SELECT protect_by_clinic('procedure_group');

CREATE TABLE procedure (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  code text,
  price_minor bigint NOT NULL,
  group_id text,
  chart text,
  sort_order integer NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  search_text text NOT NULL DEFAULT '',
  FOREIGN KEY (company_id) REFERENCES clinic,
  CONSTRAINT procedure_ref_group FOREIGN KEY (company_id, group_id) REFERENCES procedure_group
);
COMMENT ON TABLE procedure IS 'clinic: The price list: what the clinic does, and for how much.';
SELECT protect_by_clinic('procedure');
CREATE INDEX procedure_newest ON procedure (company_id, created_at DESC, id DESC);
CREATE INDEX procedure_of_group ON procedure (company_id, group_id, created_at DESC, id DESC);
CREATE INDEX procedure_changed ON procedure (company_id, updated_at, id, group_id);
SELECT make_searchable('procedure', 'procedures_like');

CREATE TABLE clinic_provider (
  company_id text NOT NULL REFERENCES clinic,
  kind text NOT NULL,
  provider text NOT NULL,
  active boolean NOT NULL,
  sealed_settings bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, kind, provider)
);
COMMENT ON TABLE clinic_provider IS
  'clinic: What a clinic uses of the outside world: for each kind (payments, whatsapp, sms …) the providers it has '
  'settings for, and the one that is in use.';
COMMENT ON COLUMN clinic_provider.sealed_settings IS
  'A JSON object of texts, keys and secrets of the clinic''s account there; sealed with the master key.';
SELECT protect_by_clinic('clinic_provider');
CREATE UNIQUE INDEX clinic_provider_active ON clinic_provider (company_id, kind) WHERE active;

REVOKE ALL ON FUNCTION take_numbers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_numbers TO clinic_app;
