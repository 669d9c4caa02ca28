-- additive
-- Quotations as the staff make them: up to three options side by side, with lines that are copied, which are changed, sent,
-- signed, declined and taken back.

ALTER TABLE quotation
  ADD version integer NOT NULL DEFAULT 1,
  ADD group_id text,
  ADD option_label text,
  ADD option_place integer NOT NULL DEFAULT 0,
  ADD version_num integer NOT NULL DEFAULT 1,
  ADD notes text,
  ADD whole_discount_minor bigint NOT NULL DEFAULT 0 CHECK (whole_discount_minor >= 0),
  ADD valid_until date,
  ADD sent_at timestamptz(3),
  ADD withdrawn_at timestamptz(3),
  ADD withdraw_reason text,
  ADD declined_at timestamptz(3),
  ADD CONSTRAINT quotation_settled CHECK (num_nonnulls(signed_at, withdrawn_at, declined_at) <= 1),
  ADD CONSTRAINT quotation_withdrawn CHECK (withdraw_reason IS NULL OR withdrawn_at IS NOT NULL);
COMMENT ON COLUMN quotation.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
COMMENT ON COLUMN quotation.group_id IS 'The first of the options that it is offered beside; null of one that is alone.';
COMMENT ON COLUMN quotation.option_label IS 'What the option is called beside the others.';
COMMENT ON COLUMN quotation.option_place IS 'Which of the options it is, from 0 on.';
COMMENT ON COLUMN quotation.version_num IS 'Which version the patient is offered; a change of what is offered makes the next.';
COMMENT ON COLUMN quotation.whole_discount_minor IS 'Of the discount what is taken off the whole, besides those of the treatments.';
COMMENT ON COLUMN quotation.valid_until IS 'The last day on which it can be signed; null where it has none.';
COMMENT ON COLUMN quotation.sent_at IS 'When this version of it was sent to the patient.';
COMMENT ON COLUMN quotation.declined_at IS 'When the patient signed another option.';
CREATE INDEX quotation_of_group ON quotation (company_id, group_id) WHERE group_id IS NOT NULL;

CREATE TABLE quotation_line (
  company_id text NOT NULL,
  quotation_id text NOT NULL,
  place integer NOT NULL CHECK (place >= 0),
  treatment_id text,
  name text NOT NULL,
  code text,
  tooth integer[] NOT NULL,
  tooth_part text[] NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  discount_minor bigint NOT NULL CHECK (discount_minor >= 0),
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  insurance_minor bigint NOT NULL,
  share_reason text,
  PRIMARY KEY (company_id, quotation_id, place),
  CONSTRAINT quotation_line_ref_quotation FOREIGN KEY (company_id, quotation_id) REFERENCES quotation,
  CONSTRAINT quotation_line_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment,
  CONSTRAINT quotation_line_total CHECK (total_minor = price_minor * quantity - discount_minor + tax_minor)
);
COMMENT ON TABLE quotation_line IS
  'clinic: What a quotation offers, as it was when it was offered: later changes of the treatments do not reach it.';
COMMENT ON COLUMN quotation_line.treatment_id IS 'What is offered; null of the diagnostic fee.';
COMMENT ON COLUMN quotation_line.discount_minor IS 'Its own with its part of the discount of the whole.';
COMMENT ON COLUMN quotation_line.share_reason IS 'Why the insurer bears nothing of it, or less than its share.';
SELECT protect_by_clinic('quotation_line');
CREATE INDEX quotation_line_of_treatment ON quotation_line (company_id, treatment_id) WHERE treatment_id IS NOT NULL;
