-- Where plugins receive events, and the queue of what is still to be sent to them.
--
-- clinic_dispatcher, as which the worker sends, sees the webhook tables and events of all clinics, and nothing else of them.
-- The queue and what keeps pace with it (webhook_delivery, webhook_delivery_done, webhook_pace, webhook_worker) hold rows
-- of all clinics, so they are never distributed by clinic: only then can one statement claim fairly over clinics.

CREATE FUNCTION open_to_dispatcher(target regclass, privileges text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY all_clinics ON %s TO clinic_dispatcher USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT %s ON %s TO clinic_dispatcher', privileges, target);
END $$;

CREATE TABLE webhook_endpoint (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  installation_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  mode text NOT NULL CHECK (mode IN ('LIVE', 'TEST')),
  active boolean NOT NULL DEFAULT true,
  disabled_reason text,
  -- Exhausted deliveries in a row; test events and replays do not count.
  consecutive_failures integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_endpoint_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation,
  CHECK (active = (disabled_reason IS NULL))
);
SELECT wall_off('webhook_endpoint');
SELECT open_to_dispatcher('webhook_endpoint', 'SELECT, UPDATE (active, disabled_reason, consecutive_failures, updated_at)');
CREATE INDEX webhook_endpoint_newest ON webhook_endpoint (company_id, created_at DESC, id DESC);
CREATE INDEX webhook_endpoint_changed ON webhook_endpoint (company_id, updated_at, id);

-- Signing secrets, sealed with a master key. Whoever serves requests can put them here but not read them back.
CREATE TABLE webhook_secret (
  company_id text NOT NULL,
  endpoint_id text NOT NULL,
  id text NOT NULL,
  sealed bytea NOT NULL,
  -- Replaced, but still signed with until then.
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, endpoint_id, id),
  FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoint ON DELETE CASCADE
);
SELECT wall_off('webhook_secret', 'SELECT (company_id, endpoint_id, id, expires_at, created_at), INSERT, UPDATE (expires_at), DELETE');
SELECT open_to_dispatcher('webhook_secret', 'SELECT');

-- An event of one installation's own affairs concerns no other one; a test event is in no list.
ALTER TABLE event ADD COLUMN installation_id text, ADD COLUMN test boolean NOT NULL DEFAULT false;
SELECT open_to_dispatcher('event', 'SELECT');
CREATE POLICY all_clinics ON installation FOR SELECT TO clinic_dispatcher USING (true);
GRANT SELECT (company_id, id, status) ON installation TO clinic_dispatcher;

-- What is still to be sent. Small: finished deliveries move to webhook_delivery_done.
CREATE TABLE webhook_delivery (
  id text PRIMARY KEY,
  company_id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  event_at timestamptz(3) NOT NULL,
  origin text NOT NULL CHECK (origin IN ('EVENT', 'TEST', 'REDELIVERY', 'RECOVERY')),
  -- READY to be claimed, SENDING by a worker, WAITING for the next attempt at due_at.
  state text NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'SENDING', 'WAITING')),
  -- 0 first attempt, 1 retry, 2 recovered: within an endpoint the lower goes first.
  priority smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  -- Raised by every claim: what a worker reports for an earlier claim no longer counts.
  claim integer NOT NULL DEFAULT 0,
  claimed_by text,
  claimed_at timestamptz(3),
  response_status smallint,
  error_class text,
  duration_ms integer,
  last_attempt_at timestamptz(3),
  -- Failed attempts: [{ at, status, error, ms }], oldest first.
  failures jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
-- Locking rows, which is all that the application does with them besides, takes leave to update some column.
SELECT wall_off('webhook_delivery', 'SELECT, INSERT, DELETE, UPDATE (state)');
SELECT open_to_dispatcher('webhook_delivery', 'SELECT, INSERT, UPDATE, DELETE');
CREATE INDEX webhook_delivery_ready ON webhook_delivery (endpoint_id, priority, due_at, id) WHERE state = 'READY';
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (due_at) WHERE state = 'WAITING';
CREATE INDEX webhook_delivery_sending ON webhook_delivery (endpoint_id) WHERE state = 'SENDING';
CREATE INDEX webhook_delivery_newest ON webhook_delivery (company_id, endpoint_id, created_at DESC, id DESC);

-- Finished deliveries, dropped by partition.
CREATE TABLE webhook_delivery_done (
  id text NOT NULL,
  company_id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  event_at timestamptz(3) NOT NULL,
  origin text NOT NULL,
  status text NOT NULL CHECK (status IN ('SUCCEEDED', 'EXHAUSTED', 'SKIPPED')),
  attempts smallint NOT NULL,
  response_status smallint,
  error_class text,
  duration_ms integer,
  last_attempt_at timestamptz(3),
  failures jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3) NOT NULL,
  PRIMARY KEY (created_at, id)
) PARTITION BY RANGE (created_at);
CREATE TABLE webhook_delivery_done_default PARTITION OF webhook_delivery_done DEFAULT;
SELECT wall_off('webhook_delivery_done', 'SELECT, INSERT');
SELECT open_to_dispatcher('webhook_delivery_done', 'SELECT, INSERT');
CREATE INDEX webhook_delivery_done_newest ON webhook_delivery_done (company_id, endpoint_id, created_at DESC, id DESC);
-- A replay's id does not follow from its event, so whether one has arrived is looked up here.
CREATE INDEX webhook_delivery_replay ON webhook_delivery (endpoint_id, event_id) WHERE origin <> 'EVENT';
CREATE INDEX webhook_delivery_done_replay ON webhook_delivery_done (endpoint_id, event_id) WHERE origin <> 'EVENT';

-- How many deliveries an endpoint is sent at once, and how many attempts have failed since the last success. No row:
-- nothing is known of it yet.
CREATE TABLE webhook_pace (
  endpoint_id text PRIMARY KEY,
  company_id text NOT NULL,
  cap smallint NOT NULL,
  failures integer NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
SELECT wall_off('webhook_pace', 'SELECT, INSERT, UPDATE, DELETE');
SELECT open_to_dispatcher('webhook_pace', 'SELECT, INSERT, UPDATE');

-- Worker processes that hold claims. One whose lease ran out holds none.
CREATE TABLE webhook_worker (
  id text PRIMARY KEY,
  lease_until timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_worker TO clinic_dispatcher;

-- The id of the delivery of an event to an endpoint: the event's time and 64 bits that follow from both, so that no
-- event is ever fanned out twice and the delivery is found without a search.
CREATE FUNCTION delivery_id(event_id text, endpoint_id text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'whd_' || substr(event_id, 5, 10) || left(encode(sha256((event_id || endpoint_id)::bytea), 'hex'), 16)
$$;

-- What the clinic's people are told in the console.
CREATE TABLE clinic_notice (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  read_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('clinic_notice');
CREATE POLICY any_clinic ON clinic_notice FOR INSERT TO clinic_dispatcher WITH CHECK (true);
GRANT INSERT ON clinic_notice TO clinic_dispatcher;
CREATE INDEX clinic_notice_newest ON clinic_notice (company_id, created_at DESC, id DESC);
CREATE INDEX clinic_notice_changed ON clinic_notice (company_id, updated_at, id);

-- E-mail that is still to be sent: to whom is decided when it is, so that it reaches who is an owner then.
CREATE TABLE outgoing_mail (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('OWNERS')),
  template text NOT NULL,
  data jsonb NOT NULL,
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('outgoing_mail');
CREATE POLICY any_clinic ON outgoing_mail FOR INSERT TO clinic_dispatcher WITH CHECK (true);
GRANT INSERT ON outgoing_mail TO clinic_dispatcher;
CREATE INDEX outgoing_mail_unsent ON outgoing_mail (created_at) WHERE sent_at IS NULL;
