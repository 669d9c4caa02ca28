-- Token buckets that every API process shares. Not logged: after a crash the buckets are full again, which harms nobody,
-- and taking a token never waits for the disk.
CREATE UNLOGGED TABLE rate_bucket (
  bucket text PRIMARY KEY,
  tokens float8 NOT NULL,
  updated_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Deducts what was taken already (spent), then grants as many whole tokens of what is wanted as there are. Answers with
-- what is left, which is below zero when more was spent than was there. Rates are tokens a second, bursts what a full
-- bucket holds. Buckets are locked in one order, so that two processes never wait for each other in a circle.
CREATE FUNCTION take_tokens(
  buckets text[], rates float8[], bursts float8[], spent integer[], wanted integer[],
  moment timestamptz DEFAULT clock_timestamp()
)
RETURNS TABLE (bucket text, granted integer, tokens float8)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  ask record;
  level float8;
BEGIN
  FOR ask IN
    SELECT * FROM unnest(buckets, rates, bursts, spent, wanted) AS asked (bucket, rate, burst, spent, wanted)
    ORDER BY bucket
  LOOP
    INSERT INTO rate_bucket AS held (bucket, tokens, updated_at)
    VALUES (ask.bucket, ask.burst - ask.spent, moment)
    ON CONFLICT (bucket) DO UPDATE SET
      tokens = least(
        ask.burst,
        held.tokens + ask.rate * greatest(0, extract(epoch FROM moment - held.updated_at)::float8)
      ) - ask.spent,
      updated_at = greatest(moment, held.updated_at)
    RETURNING held.tokens INTO level;

    bucket := ask.bucket;
    granted := greatest(0, least(ask.wanted, floor(level)));
    tokens := level - granted;
    IF granted > 0 THEN
      UPDATE rate_bucket AS held SET tokens = take_tokens.tokens WHERE held.bucket = ask.bucket;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION take_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_tokens TO clinic_app;
