-- additive
-- A delivery belongs to the trace of what caused it, where traces are kept.

ALTER TABLE webhook_delivery ADD COLUMN traceparent text;
COMMENT ON COLUMN webhook_delivery.traceparent IS
  'Of the request or job whose change it tells, as W3C Trace Context writes it: its attempts are parts of that trace. Null where nothing is traced, and for a delivery that has another cause.';
