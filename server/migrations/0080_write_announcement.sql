-- begin_write announces the lower bound of its instant. A cast to bigint rounds half of them up, so that a write could
-- commit an instant one millisecond below what it had announced, and a delta reader that was just there missed it.

CREATE OR REPLACE FUNCTION begin_write(company text) RETURNS timestamptz
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.company', company, true);
  PERFORM pg_advisory_xact_lock_shared(
    hashtext(company), (floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint % 2147483648)::integer);
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;
