-- expand
-- Links that were sent to patients and payers lead to the host of the cell in which they were made. The proxy before that
-- host knows those of clinics that have moved: see server/src/cells/README.md.

CREATE TABLE moved_link (
  company_id text NOT NULL,
  key text NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, key)
);
COMMENT ON TABLE moved_link IS 'control: What leads to clinics that have moved without naming them: they are found where they live now.';
COMMENT ON COLUMN moved_link.key IS 'SHA-256 of what the link ends with, hexadecimal; the link itself is not kept.';
COMMENT ON COLUMN moved_link.ends_at IS 'When it leads nowhere any more; infinity of what does not end by itself.';
