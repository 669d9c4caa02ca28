-- What a clinic looks for among the deliveries of its plugins: those that did not arrive, and those of a type of events.
-- They lead with the endpoint, of which a clinic has few: each is asked by itself.

CREATE INDEX webhook_delivery_done_missed ON webhook_delivery_done (company_id, endpoint_id, status, created_at, id)
  WHERE status <> 'SUCCEEDED';
CREATE INDEX webhook_delivery_done_of_type ON webhook_delivery_done (company_id, endpoint_id, event_type, created_at, id);
