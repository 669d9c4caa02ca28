-- breaking: what programs from before it put on a claim, receive or reject is in none of its items
-- What was claimed, received and rejected of each invoice: a claim is the sum of its items. How a claim is followed up.

CREATE TABLE claim_item (
  company_id text NOT NULL,
  claim_id text NOT NULL,
  invoice_id text NOT NULL,
  claimed_minor bigint NOT NULL CHECK (claimed_minor > 0),
  received_minor bigint NOT NULL DEFAULT 0 CHECK (received_minor >= 0),
  rejected_minor bigint NOT NULL DEFAULT 0 CHECK (rejected_minor >= 0),
  code text,
  disposition text CHECK (disposition IN ('WRITE_OFF', 'PATIENT', 'DISPUTE')),
  PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT claim_item_not_overdrawn CHECK (received_minor + rejected_minor <= claimed_minor),
  CONSTRAINT claim_item_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim,
  CONSTRAINT claim_item_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice
);
COMMENT ON TABLE claim_item IS 'clinic: What is claimed of an invoice, and what came of it. A claim is the sum of its items.';
COMMENT ON COLUMN claim_item.code IS 'Of the insurer''s latest answer: its code of the reason.';
COMMENT ON COLUMN claim_item.disposition IS
  'What became of that which the insurer would not pay: the clinic bears it, the patient does, or the clinic disputes it, '
  'which is not rejected yet. Null where it would pay everything so far.';
SELECT protect_by_clinic('claim_item');
CREATE INDEX claim_item_of_claim ON claim_item (company_id, claim_id);

INSERT INTO claim_item (company_id, claim_id, invoice_id, claimed_minor, received_minor, rejected_minor, disposition)
SELECT company_id, claim_id, invoice_id, claimed, received, rejected, CASE WHEN rejected > 0 THEN 'WRITE_OFF' END
FROM (
  SELECT *, coalesce(round(owed * left_upto / nullif(left_all, 0)) - round(owed * (left_upto - claimed + received) / nullif(left_all, 0)), 0)
    AS rejected
  FROM (
    SELECT *, sum(claimed - received) OVER up_to AS left_upto, sum(claimed - received) OVER (PARTITION BY company_id, claim_id) AS left_all
    FROM (
      SELECT *, round(paid * upto / whole) - round(paid * (upto - claimed) / whole) AS received
      FROM (
        SELECT i.company_id, i.claim_id, i.id AS invoice_id, i.created_at, i.insurance_minor::numeric AS claimed,
          c.received_minor::numeric AS paid, c.rejected_minor::numeric AS owed,
          sum(i.insurance_minor) OVER (PARTITION BY i.company_id, i.claim_id ORDER BY i.created_at, i.id) AS upto,
          sum(i.insurance_minor) OVER (PARTITION BY i.company_id, i.claim_id) AS whole
        FROM invoice i JOIN claim c ON c.company_id = i.company_id AND c.id = i.claim_id
        WHERE i.insurance_minor > 0
      ) AS claimed_of_each
    ) AS received_of_each
    WINDOW up_to AS (PARTITION BY company_id, claim_id ORDER BY created_at, invoice_id)
  ) AS left_of_each
) AS all_of_each;

ALTER TABLE claim
  ADD version integer NOT NULL DEFAULT 1,
  ADD reference text,
  ADD follow_up_on date;
COMMENT ON COLUMN claim.version IS
  'How often it was changed, from 1 on; what follows from its items does not count (record_change).';
COMMENT ON COLUMN claim.reference IS 'Under which the insurer keeps it; null before it was submitted.';
COMMENT ON COLUMN claim.follow_up_on IS 'The day on which the insurer is to be asked again; null where nothing is planned.';
CREATE INDEX claim_to_follow_up ON claim (company_id, created_at DESC, id DESC, follow_up_on, insurance_company_id, branch_id)
  WHERE follow_up_on IS NOT NULL;
CREATE INDEX claim_open ON claim (company_id, created_at DESC, id DESC, insurance_company_id, branch_id)
  WHERE status <> 'FULLY_CLAIMED';

CREATE TABLE claim_note (
  LIKE clinic_record INCLUDING INDEXES,
  claim_id text NOT NULL,
  note text NOT NULL,
  follow_up_on date NOT NULL,
  made_by text NOT NULL,
  made_by_name text NOT NULL,
  CONSTRAINT claim_note_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim
);
COMMENT ON TABLE claim_note IS 'clinic: What came of asking an insurer about a claim, and when it is asked again. Notes are never changed.';
COMMENT ON COLUMN claim_note.made_by IS 'Id of the person who wrote it.';
SELECT protect_by_clinic('claim_note');
CREATE INDEX claim_note_of_claim ON claim_note (company_id, claim_id, created_at);

CREATE INDEX invoice_of_insurer ON invoice (company_id, insurance_company_id, branch_id, created_at, id)
  WHERE insurance_company_id IS NOT NULL;
