-- How attempts to deliver were answered, for those who look for what went wrong.

CREATE TABLE webhook_attempt (
  company_id text NOT NULL,
  delivery_id text NOT NULL,
  number smallint NOT NULL,
  at timestamptz(3) NOT NULL,
  status smallint,
  error_class text,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  response bytea,
  PRIMARY KEY (company_id, delivery_id, number, at)
) PARTITION BY RANGE (at);
CREATE TABLE webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;
COMMENT ON TABLE webhook_attempt IS
  'clinic: How an attempt was answered, beside the delivery that has its outcome. Kept 14 days, by partition, and of each '
  'address 100 KB a minute: beyond it, failures alone.';
COMMENT ON COLUMN webhook_attempt.response IS
  'Headers and the first 2 KB of the body, without cookies and credentials, sealed with the master key.';
SELECT protect_by_clinic('webhook_attempt', 'SELECT');
SELECT allow_dispatcher('webhook_attempt', 'INSERT, SELECT');

CREATE OR REPLACE FUNCTION keep_fourteen_days() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM keep_partitions('request_log', interval '1 day', 7, interval '14 days');
  PERFORM keep_partitions('webhook_attempt', interval '1 day', 7, interval '14 days');
END $$;
