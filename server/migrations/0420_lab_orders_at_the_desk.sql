-- additive
-- Lab orders as the staff make and change them: each change says which version it was made for.

ALTER TABLE lab_order ADD version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN lab_order.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
