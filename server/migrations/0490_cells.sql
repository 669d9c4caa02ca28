-- expand
-- Clinics may live in several databases, each a cell; what they share lives in one of them, control, and is copied to the
-- others by logical replication. With one database nothing of this is used.

CREATE TABLE cell (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9_]{0,30}$'),
  joined_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE cell IS 'control: A database of clinics beside this one.';
GRANT SELECT ON cell TO clinic_app;

CREATE TABLE this_cell (
  name text NOT NULL,
  one boolean PRIMARY KEY DEFAULT true CHECK (one)
);
COMMENT ON TABLE this_cell IS 'database: What this database is called among cells; without a row it is the one where control is.';
COMMENT ON COLUMN this_cell.one IS 'There is one row at most.';
GRANT SELECT ON this_cell TO clinic_app;

CREATE FUNCTION this_cell_name() RETURNS text STABLE LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT name FROM this_cell $$;
REVOKE ALL ON FUNCTION this_cell_name FROM PUBLIC;

ALTER TABLE clinic ADD cell text DEFAULT this_cell_name();
COMMENT ON COLUMN clinic.cell IS 'Which cell it lives in; null where control is.';

CREATE FUNCTION lives_here(company text) RETURNS boolean STABLE LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT EXISTS (SELECT FROM clinic WHERE company_id = company AND cell IS NOT DISTINCT FROM this_cell_name()) $$;
REVOKE ALL ON FUNCTION lives_here FROM PUBLIC;
COMMENT ON FUNCTION lives_here IS 'Whether a clinic lives in this database, and is not only known here.';

CREATE FUNCTION refuse_at_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is a copy here: it is written where control is', TG_TABLE_NAME USING ERRCODE = 'read_only_sql_transaction';
END $$;
COMMENT ON FUNCTION refuse_at_copy IS 'In a cell, of what is copied to it from control: nothing but the copying writes it.';
REVOKE ALL ON FUNCTION refuse_at_copy FROM PUBLIC;
