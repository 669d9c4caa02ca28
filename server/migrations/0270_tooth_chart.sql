-- additive
-- The chart of a patient's teeth: what was found on them, in which order and phase what is planned is to be done, and how a
-- treatment that was entered in error leaves the chart without being deleted.

ALTER TABLE treatment
  ADD version integer NOT NULL DEFAULT 1,
  ADD phase text CONSTRAINT treatment_phase CHECK (phase IN ('URGENT', 'FUNCTIONAL', 'ELECTIVE', 'MAINTENANCE')),
  ADD finding text,
  ADD sort_order integer NOT NULL DEFAULT 0,
  ADD voided_at timestamptz(3),
  ADD approval_denied_at timestamptz(3),
  ADD denial_reason text,
  ADD CONSTRAINT treatment_finding CHECK (finding IS NULL OR status IN ('EXISTING', 'CONDITION', 'REJECTED')),
  ADD CONSTRAINT treatment_voided CHECK (voided_at IS NULL OR status = 'REJECTED');
COMMENT ON COLUMN treatment.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
COMMENT ON COLUMN treatment.phase IS 'In which part of the plan it is to be done.';
COMMENT ON COLUMN treatment.finding IS 'What was found, as a word of the contract; null of what is no finding.';
COMMENT ON COLUMN treatment.sort_order IS 'The place among what is planned; of the same place, what was planned first.';
COMMENT ON COLUMN treatment.voided_at IS 'Since when it counts as entered in error.';
COMMENT ON COLUMN treatment.approval_denied_at IS 'When the insurer last said no; asking again forgets it.';

ALTER TABLE procedure
  ADD approval_required boolean NOT NULL DEFAULT false,
  ADD covered boolean NOT NULL DEFAULT true,
  ADD per_tooth boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN procedure.approval_required IS 'Insurers bear it only once they approved it.';
COMMENT ON COLUMN procedure.covered IS 'Whether insurers bear any of it.';
COMMENT ON COLUMN procedure.per_tooth IS 'On several teeth it is one treatment for each, unless told otherwise.';

CREATE TABLE procedure_supply (
  company_id text NOT NULL,
  procedure_id text NOT NULL,
  inventory_item_id text NOT NULL,
  quantity numeric(12, 3) NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (company_id, procedure_id, inventory_item_id),
  CONSTRAINT procedure_supply_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure,
  CONSTRAINT procedure_supply_ref_inventory_item FOREIGN KEY (company_id, inventory_item_id) REFERENCES inventory_item
);
COMMENT ON TABLE procedure_supply IS
  'clinic: What a procedure takes from the stock each time; of a branch, the items of that branch.';
SELECT protect_by_clinic('procedure_supply');
CREATE INDEX procedure_supply_of_item ON procedure_supply (company_id, inventory_item_id);
