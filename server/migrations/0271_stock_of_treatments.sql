-- additive
-- What a treatment took from the stock goes back when the treatment is taken back.

CREATE INDEX inventory_adjustment_of_treatment ON inventory_adjustment (company_id, treatment_id)
  WHERE treatment_id IS NOT NULL;
