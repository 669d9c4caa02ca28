-- Events, where plugins receive them, and the queue of what is still to be sent.
--
-- clinic_dispatcher, as which the worker sends, sees the webhook tables and events of all clinics, and nothing else
-- of them: one statement claims fairly over clinics.

CREATE TABLE event (
  company_id text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  data jsonb NOT NULL,
  previous_attributes jsonb,
  installation_id text,
  test boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, created_at, id)
) PARTITION BY RANGE (created_at);
CREATE TABLE event_default PARTITION OF event DEFAULT;
COMMENT ON TABLE event IS
  'clinic: The outbox: what happened, in the envelope''s terms. Written in the transaction of the change; kept 30 '
  'days, by partition.';
COMMENT ON COLUMN event.installation_id IS 'An event of one installation''s own affairs concerns no other one.';
COMMENT ON COLUMN event.test IS 'A test event is in no list.';
SELECT protect_by_clinic('event', 'SELECT, INSERT');
SELECT allow_dispatcher('event', 'SELECT');
-- How many types there are is known, roughly; from a day on which all events were of one type (an import on a quiet
-- Sunday) PostgreSQL would learn that there is no other, and look for another one among all of the clinic's events
-- of that day. The partitions have it from copy_column_options.
ALTER TABLE event ALTER COLUMN type SET (n_distinct = 64);
SELECT copy_column_options('event', 'event_default');
CREATE INDEX event_of_type ON event (company_id, type, created_at, id);

SELECT allow_dispatcher('installation', 'SELECT (company_id, id, status)');

CREATE TABLE webhook_endpoint (
  LIKE clinic_record INCLUDING INDEXES,
  installation_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  mode text NOT NULL CHECK (mode IN ('LIVE', 'TEST')),
  active boolean NOT NULL DEFAULT true,
  disabled_reason text,
  consecutive_failures integer NOT NULL DEFAULT 0,
  CONSTRAINT webhook_endpoint_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation,
  CHECK (active = (disabled_reason IS NULL))
);
COMMENT ON TABLE webhook_endpoint IS 'clinic: Where an installation receives events.';
COMMENT ON COLUMN webhook_endpoint.consecutive_failures IS
  'Exhausted deliveries in a row; test events and replays do not count.';
SELECT protect_by_clinic('webhook_endpoint');
SELECT allow_dispatcher('webhook_endpoint', 'SELECT, UPDATE (active, disabled_reason, consecutive_failures, updated_at)');
CREATE INDEX webhook_endpoint_newest ON webhook_endpoint (company_id, created_at DESC, id DESC);
CREATE INDEX webhook_endpoint_changed ON webhook_endpoint (company_id, updated_at, id);

CREATE TABLE webhook_secret (
  company_id text NOT NULL,
  endpoint_id text NOT NULL,
  id text NOT NULL,
  sealed bytea NOT NULL,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, endpoint_id, id),
  FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoint ON DELETE CASCADE
);
COMMENT ON TABLE webhook_secret IS
  'clinic: Signing secrets, sealed with a master key. The API can put them here but not read them back.';
COMMENT ON COLUMN webhook_secret.expires_at IS 'Replaced, but still signed with until then.';
SELECT protect_by_clinic('webhook_secret',
  'SELECT (company_id, endpoint_id, id, expires_at, created_at), INSERT, UPDATE (expires_at), DELETE');
SELECT allow_dispatcher('webhook_secret', 'SELECT');

CREATE TABLE webhook_delivery (
  company_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  event_at timestamptz(3) NOT NULL,
  origin text NOT NULL CHECK (origin IN ('EVENT', 'TEST', 'REDELIVERY', 'RECOVERY')),
  state text NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'WAITING')),
  priority smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  fencing_token integer NOT NULL DEFAULT 0,
  claimed_by text,
  response_status smallint,
  error_class text,
  duration_ms integer,
  last_attempt_at timestamptz(3),
  failures jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  data text,
  previous_attributes text,
  PRIMARY KEY (company_id, id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
COMMENT ON TABLE webhook_delivery IS
  'clinic: What is still to be sent. Small: finished deliveries move to webhook_delivery_done.';
COMMENT ON COLUMN webhook_delivery.state IS
  'READY to be claimed or claimed (claimed_by tells), WAITING for the next attempt at due_at. A claim marks a '
  'delivery in place: nothing that an index holds or asks for changes and half of each page is left free, so the '
  'marked row stays on its page and no index learns of it.';
COMMENT ON COLUMN webhook_delivery.priority IS
  '0 first attempt, 1 retry, 2 recovered: within an endpoint the lower goes first.';
COMMENT ON COLUMN webhook_delivery.fencing_token IS
  'Raised by every claim: what a worker reports for an earlier claim no longer counts.';
COMMENT ON COLUMN webhook_delivery.failures IS 'Failed attempts: [{ at, status, error, ms }], oldest first.';
COMMENT ON COLUMN webhook_delivery.data IS
  'What the event says, as the text that is sent, so that a claim reads one row instead of two. A delivery that has '
  'another cause (a replay, a test) has none and reads the event''s.';
-- Locking rows, which is all that the application does with them besides, needs the right to update some column.
SELECT protect_by_clinic('webhook_delivery', 'SELECT, INSERT, DELETE, UPDATE (state)');
SELECT allow_dispatcher('webhook_delivery', 'SELECT, INSERT, UPDATE, DELETE');
CREATE INDEX webhook_delivery_ready ON webhook_delivery (endpoint_id, priority, due_at, id) WHERE state = 'READY';
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (due_at) WHERE state = 'WAITING';
CREATE INDEX webhook_delivery_newest ON webhook_delivery (company_id, endpoint_id, created_at DESC, id DESC);
-- A replay's id does not follow from its event, so whether one has arrived is looked up here.
CREATE INDEX webhook_delivery_replay ON webhook_delivery (endpoint_id, event_id) WHERE origin <> 'EVENT';

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
  -- One index finds a finished delivery by its endpoint and lists those of an endpoint, newest first.
  PRIMARY KEY (company_id, endpoint_id, created_at, id)
) PARTITION BY RANGE (created_at);
CREATE TABLE webhook_delivery_done_default PARTITION OF webhook_delivery_done DEFAULT;
COMMENT ON TABLE webhook_delivery_done IS 'clinic: Finished deliveries, dropped by partition.';
SELECT protect_by_clinic('webhook_delivery_done', 'SELECT, INSERT');
SELECT allow_dispatcher('webhook_delivery_done', 'SELECT, INSERT');
CREATE INDEX webhook_delivery_done_replay ON webhook_delivery_done (endpoint_id, event_id) WHERE origin <> 'EVENT';

CREATE TABLE webhook_concurrency_limit (
  company_id text NOT NULL,
  endpoint_id text NOT NULL,
  concurrency_limit smallint NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (company_id, endpoint_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
COMMENT ON TABLE webhook_concurrency_limit IS
  'clinic: How many deliveries an endpoint is sent at the same time, and how many attempts have failed since the '
  'last success. No row: nothing is known of it yet.';
SELECT protect_by_clinic('webhook_concurrency_limit', 'SELECT, INSERT, UPDATE, DELETE');
SELECT allow_dispatcher('webhook_concurrency_limit', 'SELECT, INSERT, UPDATE');

CREATE TABLE webhook_worker (
  id text PRIMARY KEY,
  lease_until timestamptz(3) NOT NULL
);
COMMENT ON TABLE webhook_worker IS 'database: Worker processes that hold claims. One whose lease ran out holds none.';
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_worker TO clinic_dispatcher;

CREATE TABLE webhook_recovery (
  LIKE clinic_record INCLUDING INDEXES,
  endpoint_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  event_types text[],
  wanted text[] NOT NULL,
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED')),
  deliveries integer NOT NULL DEFAULT 0,
  position_at timestamptz(3) NOT NULL,
  position_id text NOT NULL DEFAULT '',
  CONSTRAINT webhook_recovery_ref_webhook_endpoint FOREIGN KEY (company_id, endpoint_id)
    REFERENCES webhook_endpoint ON DELETE CASCADE
);
COMMENT ON TABLE webhook_recovery IS
  'clinic: Deliveries of events that an endpoint missed, made in the background; position is the last event that '
  'was looked at.';
COMMENT ON COLUMN webhook_recovery.event_types IS 'As asked for; null means all that the endpoint subscribed to.';
COMMENT ON COLUMN webhook_recovery.wanted IS 'As they are looked for.';
SELECT protect_by_clinic('webhook_recovery');
CREATE INDEX webhook_recovery_of_endpoint ON webhook_recovery (company_id, endpoint_id, created_at DESC, id DESC);

CREATE FUNCTION delivery_id(event_id text, endpoint_id text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'whd_' || substr(event_id, 5, 10) || left(encode(sha256((event_id || endpoint_id)::bytea), 'hex'), 16)
$$;
COMMENT ON FUNCTION delivery_id IS
  'The id of the delivery of an event to an endpoint: the event''s time and 64 bits that follow from both, so that '
  'no event is ever fanned out twice and the delivery is found without a search.';
