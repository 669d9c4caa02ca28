-- A bucket that nobody took from for a day is full, as one is that does not exist.
CREATE INDEX rate_bucket_age ON rate_bucket (updated_at);
CREATE FUNCTION sweep_rate_buckets() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM rate_bucket WHERE updated_at < now() - interval '1 day'
$$;
REVOKE ALL ON FUNCTION sweep_rate_buckets FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sweep_rate_buckets TO clinic_dispatcher;
