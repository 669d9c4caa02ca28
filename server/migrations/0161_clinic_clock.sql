-- Whether times are read on a clock of 24 hours or of twice 12: every room of the console shows them so.

ALTER TABLE clinic ADD clock integer NOT NULL DEFAULT 24, ADD CONSTRAINT clinic_clock_hours CHECK (clock IN (12, 24));
COMMENT ON COLUMN clinic.clock IS 'How many hours the clocks have that people read there; no instant depends on it.';
