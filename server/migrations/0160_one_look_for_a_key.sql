-- The look for an earlier answer shares the statement that begins the request, so it may have looked just before another
-- request with the same key committed. Whoever then stores a second answer is refused, and all that it did is undone.
CREATE FUNCTION refuse_taken_key() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  RAISE unique_violation USING MESSAGE = 'another request has answered under this key', CONSTRAINT = 'idempotency_record_pkey';
END $$;
GRANT EXECUTE ON FUNCTION refuse_taken_key TO clinic_app;
