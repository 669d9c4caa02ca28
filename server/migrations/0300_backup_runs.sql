-- additive
-- Whether there is a backup, and whether one was restored lately: what an operator is woken for where it is not.

CREATE TABLE backup_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('BACKUP', 'DRILL')),
  -- The backup that was made, or restored beside.
  name text NOT NULL,
  finished_at timestamptz(3) NOT NULL,
  -- What a drill found amiss.
  faults integer NOT NULL DEFAULT 0 CHECK (faults >= 0)
);
COMMENT ON TABLE backup_run IS 'database: Backups of the embedded database, and drills of their restore.';
CREATE INDEX backup_run_latest ON backup_run (kind, finished_at) WHERE faults = 0;
GRANT SELECT ON backup_run TO clinic_dispatcher;
