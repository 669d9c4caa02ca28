-- What the sandbox carrier keeps holds links that let people in, and what patients are written: it is sealed as other
-- secrets are. What was kept before could not be sealed here, and was there to be looked at alone.

DELETE FROM sandbox_message;
ALTER TABLE sandbox_message DROP COLUMN body, ADD sealed_body bytea NOT NULL;
COMMENT ON COLUMN sandbox_message.sealed_body IS 'The text, which `npm run clinic -- outbox` shows.';
