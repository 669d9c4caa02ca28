-- A claim marks a delivery in place: nothing that an index holds or asks for changes and half of each page is left free,
-- so the marked row stays on its page and no index learns of it. READY therefore covers what a worker is sending, too:
-- `claimed_by` tells.
DROP INDEX webhook_delivery_sending;
ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_state_check;
UPDATE webhook_delivery SET state = 'READY', claimed_by = NULL WHERE state = 'SENDING';
ALTER TABLE webhook_delivery
  ADD CONSTRAINT webhook_delivery_state_check CHECK (state IN ('READY', 'WAITING')),
  DROP COLUMN claimed_at,
  SET (fillfactor = 50);

-- One index finds a finished delivery by its endpoint and lists those of an endpoint, newest first.
ALTER TABLE webhook_delivery_done DROP CONSTRAINT webhook_delivery_done_pkey;
DROP INDEX webhook_delivery_done_newest;
ALTER TABLE webhook_delivery_done ADD PRIMARY KEY (company_id, endpoint_id, created_at, id);
