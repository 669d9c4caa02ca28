-- In a sandbox clinic whose clock is ahead the streams look ahead as well: what a function changes there is dated by that clock.

CREATE OR REPLACE FUNCTION announce_change(company text) RETURNS timestamptz
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    hashtext(company), (floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint % 2147483648)::integer);
  RETURN date_trunc('milliseconds', clock_timestamp())
    + coalesce((SELECT clock_offset_ms FROM clinic WHERE company_id = company), 0) * interval '1 millisecond';
END $$;
