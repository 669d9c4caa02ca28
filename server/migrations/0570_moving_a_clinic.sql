-- expand
-- A clinic can be moved to another database while it is used: see server/src/cells/README.md.

CREATE TABLE clinic_move (
  company_id text PRIMARY KEY,
  source text NOT NULL,
  target text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  grace interval NOT NULL,
  switched_at timestamptz(3),
  arrived_at timestamptz(3)
);
COMMENT ON TABLE clinic_move IS 'control: A clinic on its way from one database to another, until what it leaves behind is deleted.';
COMMENT ON COLUMN clinic_move.switched_at IS 'From then on there is no way back: the target has the clinic.';
COMMENT ON COLUMN clinic_move.arrived_at IS 'When the target served it; the source keeps its rows for the grace from then on.';

CREATE TABLE moving_clinic (
  company_id text PRIMARY KEY,
  stage text NOT NULL CHECK (stage IN ('COPYING', 'DRAINING', 'FROZEN', 'FENCED', 'GONE', 'ARRIVING')),
  until timestamptz
);
COMMENT ON TABLE moving_clinic IS 'database: What may be written here of a clinic that is being moved, which guard_moving enforces.';
COMMENT ON COLUMN moving_clinic.until IS 'A stage that holds work up ends by itself then, should nothing go on with the move.';

CREATE TABLE move_mark (
  company_id text NOT NULL,
  mark text NOT NULL,
  PRIMARY KEY (company_id, mark)
);
COMMENT ON TABLE move_mark IS 'database: Copied as rows of the clinic are: once a mark has arrived, all that was written before it has.';

CREATE FUNCTION move_lock(company text) RETURNS bigint IMMUTABLE LANGUAGE sql
  AS $$ SELECT hashtextextended('moving_clinic ' || company, 0) $$;
REVOKE ALL ON FUNCTION move_lock FROM PUBLIC;

CREATE FUNCTION stage_of_move(company text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  found text;
BEGIN
  -- Held to the end: a freeze waits for who was told that the clinic may be written.
  PERFORM pg_advisory_xact_lock_shared(move_lock(company));
  SELECT CASE WHEN moving.until < clock_timestamp() THEN 'COPYING' ELSE moving.stage END INTO found
  FROM moving_clinic AS moving WHERE moving.company_id = company;
  RETURN found;
END $$;
REVOKE ALL ON FUNCTION stage_of_move FROM PUBLIC;
COMMENT ON FUNCTION stage_of_move IS 'How far the move of a clinic is; it stays so until the transaction ends.';

CREATE FUNCTION is_written(company text) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT coalesce(stage_of_move(company) IN ('COPYING', 'DRAINING'), true) $$;
REVOKE ALL ON FUNCTION is_written FROM PUBLIC;
COMMENT ON FUNCTION is_written IS 'Whether anything may be written of the clinic here; it stays so until the transaction ends.';

CREATE FUNCTION guard_moving() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  company text := TG_ARGV[0];
  stage text := stage_of_move(company);
BEGIN
  IF stage = 'DRAINING' AND TG_ARGV[1] = 'deliveries' AND TG_OP = 'UPDATE' THEN
    -- What is not claimed is sent by the target.
    IF OLD.claimed_by IS NULL AND NEW.claimed_by IS NOT NULL THEN RETURN NULL; END IF;
  END IF;
  IF coalesce(stage, 'COPYING') IN ('COPYING', 'DRAINING') THEN RETURN coalesce(NEW, OLD); END IF;
  -- A statement about many clinics goes on without this one's rows: what is due of them is due at the target. Nothing new is
  -- lost that way but lines of a log.
  IF current_setting('app.company', true) IS DISTINCT FROM company AND (TG_OP <> 'INSERT' OR TG_ARGV[1] = 'log') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'The clinic is being moved to another database.' USING ERRCODE = 'lock_not_available';
END $$;
REVOKE ALL ON FUNCTION guard_moving FROM PUBLIC;
COMMENT ON FUNCTION guard_moving IS
  'Before each row of a clinic that is being moved, by triggers that stand for so long: refuses what may not be written here.';

-- What is sealed of a clinic is sealed where it lives.
GRANT EXECUTE ON FUNCTION lives_here TO clinic_sealer;
