-- What an event says is put beside each delivery that it causes, as the text that is sent: a claim then reads one row
-- instead of two. A delivery that is caused by something else (a replay, a test) has none and reads the event's.
ALTER TABLE webhook_delivery ADD COLUMN data text, ADD COLUMN previous_attributes text;
