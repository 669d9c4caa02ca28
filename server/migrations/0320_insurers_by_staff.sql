-- additive
-- Insurers, policies and classes are changed by staff, who say which version of them they saw.

ALTER TABLE insurance_company ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE insurance_policy ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE policy_class ADD version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN insurance_company.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
COMMENT ON COLUMN insurance_policy.version IS 'How often it was changed, from 1 on (record_change).';
COMMENT ON COLUMN policy_class.version IS 'How often it was changed, from 1 on (record_change).';
