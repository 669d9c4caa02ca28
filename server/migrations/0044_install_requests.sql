-- People of a clinic ask the owner for a plugin; what owners are written leaves immediately.

CREATE TABLE install_request (
  LIKE clinic_record INCLUDING INDEXES,
  plugin_id text NOT NULL REFERENCES plugin,
  state text NOT NULL CHECK (state IN ('OPEN', 'INSTALLED', 'DECLINED', 'EXPIRED')),
  expires_at timestamptz(3) NOT NULL,
  answered_by text,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE install_request IS 'clinic: A plugin that people of the clinic ask for: one open request for each.';
COMMENT ON COLUMN install_request.state IS
  'EXPIRED is written when a person asks anew; until then expires_at alone says that an open one is over.';
COMMENT ON COLUMN install_request.answered_by IS 'The member of staff who answered; null where a command installed it.';
SELECT protect_by_clinic('install_request', 'SELECT, INSERT, UPDATE');
CREATE UNIQUE INDEX install_request_open ON install_request (company_id, plugin_id) WHERE state = 'OPEN';

CREATE TABLE install_request_asker (
  company_id text NOT NULL,
  request_id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  note text,
  asked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, request_id, user_id),
  CONSTRAINT install_request_asker_ref_install_request FOREIGN KEY (company_id, request_id) REFERENCES install_request
);
COMMENT ON TABLE install_request_asker IS 'clinic: Who asks for a plugin, each as they were called then.';
SELECT protect_by_clinic('install_request_asker', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION send_owner_mail_soon() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('send_owner_mail', job_key => 'send_owner_mail');
  RETURN NULL;
END $$;
COMMENT ON FUNCTION send_owner_mail_soon IS
  'A mail to owners waits for no minute to begin: the job that sends runs as soon as the transaction commits.';
CREATE TRIGGER sent_soon AFTER INSERT ON outgoing_mail FOR EACH STATEMENT EXECUTE FUNCTION send_owner_mail_soon();
REVOKE ALL ON FUNCTION send_owner_mail_soon FROM PUBLIC;
