-- What a clinic has written out of its records and fetches as a file, for as long as the file is kept.

CREATE TABLE export_job (
  LIKE clinic_record INCLUDING INDEXES,
  kind text NOT NULL,
  state text NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
  progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  params jsonb NOT NULL,
  patient_id text,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint,
  keep_seconds integer NOT NULL CHECK (keep_seconds > 0),
  expires_at timestamptz(3),
  created_by text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE export_job IS
  'clinic: Files that the clinic has made of its records. The file lies in the storage under the id of the job.';
COMMENT ON COLUMN export_job.params IS 'What is exported, as the kind declares it: ids, dates and the form of the file.';
COMMENT ON COLUMN export_job.patient_id IS 'The patient whose records it is, where it is of one.';
COMMENT ON COLUMN export_job.keep_seconds IS 'How long the file is kept once it is there.';
COMMENT ON COLUMN export_job.expires_at IS 'When the file ends; null before there is one.';
COMMENT ON COLUMN export_job.created_by IS 'The member of staff who asked for it.';
SELECT protect_by_clinic('export_job', 'SELECT, INSERT, UPDATE');
SELECT allow_dispatcher('export_job', 'SELECT (company_id, id, state, expires_at)');
CREATE INDEX export_job_newest ON export_job (company_id, created_at DESC, id DESC);
CREATE INDEX export_job_changed ON export_job (company_id, updated_at, id);
CREATE INDEX export_job_ending ON export_job (expires_at) WHERE state = 'READY';
