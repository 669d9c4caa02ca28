-- The ledger of treasuries: every movement of money, written by one function and never changed; days that are closed stay as
-- they were counted. What was earned and spent before enters it here.

ALTER TABLE treasury
  ADD version integer NOT NULL DEFAULT 1,
  ADD closed_through date;
COMMENT ON COLUMN treasury.version IS
  'How often it was changed, from 1 on; what follows from other records does not count (record_change).';
COMMENT ON COLUMN treasury.closed_through IS
  'The last day that was counted and closed: no money moves on it or before it any more. Null: none was. Who moves money '
  'holds the row for key share, who closes a day for update.';

ALTER TABLE expense
  ADD reverses_id text,
  DROP CONSTRAINT expense_total_minor_check,
  DROP CONSTRAINT expense_check,
  DROP CONSTRAINT expense_check1,
  ADD CONSTRAINT expense_reversal CHECK (sign(total_minor) = CASE WHEN reverses_id IS NULL THEN 1 ELSE -1 END),
  ADD CONSTRAINT expense_tax CHECK (tax_minor * sign(total_minor) BETWEEN 0 AND abs(total_minor)),
  ADD CONSTRAINT expense_paid CHECK (paid_minor * sign(total_minor) BETWEEN 0 AND abs(total_minor)),
  ADD CONSTRAINT expense_ref_expense FOREIGN KEY (company_id, reverses_id) REFERENCES expense;
COMMENT ON COLUMN expense.reverses_id IS 'The expense that it takes back, with amounts below zero; null of an expense as such.';
CREATE UNIQUE INDEX expense_reversed_once ON expense (company_id, reverses_id) WHERE reverses_id IS NOT NULL;

ALTER TABLE income
  ADD reverses_id text,
  DROP CONSTRAINT income_check,
  ADD CONSTRAINT income_reversal CHECK
    (payment_id IS NOT NULL AND reverses_id IS NULL OR sign(amount_minor) = CASE WHEN reverses_id IS NULL THEN 1 ELSE -1 END),
  ADD CONSTRAINT income_ref_income FOREIGN KEY (company_id, reverses_id) REFERENCES income;
COMMENT ON COLUMN income.reverses_id IS 'The income by hand that it takes back; null of every other.';
CREATE UNIQUE INDEX income_reversed_once ON income (company_id, reverses_id) WHERE reverses_id IS NOT NULL;

CREATE TABLE treasury_movement (
  LIKE clinic_record INCLUDING INDEXES,
  treasury_id text NOT NULL,
  business_date date NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  source_kind text NOT NULL
    CHECK (source_kind IN ('PAYMENT', 'REFUND', 'INCOME', 'EXPENSE', 'TRANSFER', 'OPENING', 'DIFFERENCE')),
  source_id text NOT NULL,
  CONSTRAINT treasury_movement_source UNIQUE (company_id, treasury_id, source_kind, source_id),
  CONSTRAINT treasury_movement_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury
);
COMMENT ON TABLE treasury_movement IS
  'clinic: The ledger: what each treasury took in, above zero, and gave out, below it. The balance of a treasury is what was '
  'counted at its last close and what moved since.';
COMMENT ON COLUMN treasury_movement.business_date IS 'The day to which it counts, on the clinic''s calendar; an open one when it was written.';
COMMENT ON COLUMN treasury_movement.source_id IS
  'The payment, income, payment of an expense, transfer, treasury (OPENING) or close of a day (DIFFERENCE) that moved it.';
SELECT protect_by_clinic('treasury_movement', 'SELECT, INSERT');
CREATE INDEX treasury_movement_of_day ON treasury_movement (company_id, treasury_id, business_date, id) INCLUDE (amount_minor);
CREATE INDEX treasury_movement_latest ON treasury_movement (company_id, treasury_id, created_at, id);

CREATE TABLE day_close (
  LIKE clinic_record INCLUDING INDEXES,
  treasury_id text NOT NULL,
  date date NOT NULL,
  opening_minor bigint NOT NULL,
  expected_minor bigint NOT NULL,
  counted_minor bigint NOT NULL,
  denominations jsonb,
  reason text,
  closed_by text NOT NULL,
  closed_by_name text NOT NULL,
  CONSTRAINT day_close_of_day UNIQUE (company_id, treasury_id, date),
  CONSTRAINT day_close_reason CHECK (counted_minor = expected_minor OR reason IS NOT NULL),
  CONSTRAINT day_close_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury
);
COMMENT ON TABLE day_close IS
  'clinic: What was counted in a treasury at the end of a day, beside what the ledger expected. A difference moves it to what was '
  'counted. No row is ever changed.';
COMMENT ON COLUMN day_close.date IS 'The last day that it closes; days before it without a movement are closed with it.';
COMMENT ON COLUMN day_close.denominations IS 'How many of each note and coin were counted, by their value in the major unit.';
COMMENT ON COLUMN day_close.closed_by IS 'Id of the person who counted.';
SELECT protect_by_clinic('day_close', 'SELECT, INSERT');
CREATE INDEX day_close_latest ON day_close (company_id, created_at, id);
CREATE INDEX day_close_of_treasury ON day_close (company_id, treasury_id, created_at, id);

CREATE TABLE treasury_transfer (
  LIKE clinic_record INCLUDING INDEXES,
  from_id text NOT NULL,
  to_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  fee_id text,
  date date NOT NULL,
  note text,
  made_by text NOT NULL,
  CHECK (from_id <> to_id),
  CONSTRAINT treasury_transfer_ref_treasury FOREIGN KEY (company_id, from_id) REFERENCES treasury,
  CONSTRAINT treasury_transfer_to_ref_treasury FOREIGN KEY (company_id, to_id) REFERENCES treasury,
  CONSTRAINT treasury_transfer_ref_expense FOREIGN KEY (company_id, fee_id) REFERENCES expense
);
COMMENT ON TABLE treasury_transfer IS 'clinic: Money that went from one treasury to another.';
COMMENT ON COLUMN treasury_transfer.fee_id IS 'The expense that it cost; null where it was free.';
COMMENT ON COLUMN treasury_transfer.made_by IS 'Id of the person who made it.';
SELECT protect_by_clinic('treasury_transfer', 'SELECT, INSERT');
CREATE INDEX treasury_transfer_from ON treasury_transfer (company_id, from_id);
CREATE INDEX treasury_transfer_to ON treasury_transfer (company_id, to_id);
CREATE INDEX treasury_transfer_fee ON treasury_transfer (company_id, fee_id) WHERE fee_id IS NOT NULL;

CREATE TABLE expense_payment (
  LIKE clinic_record INCLUDING INDEXES,
  expense_id text NOT NULL,
  treasury_id text,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  date date NOT NULL,
  CONSTRAINT expense_payment_ref_expense FOREIGN KEY (company_id, expense_id) REFERENCES expense,
  CONSTRAINT expense_payment_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury
);
COMMENT ON TABLE expense_payment IS 'clinic: What was paid of an expense, each time; below zero where a reversal gives it back.';
COMMENT ON COLUMN expense_payment.treasury_id IS 'Out of which it was paid; null where none was named.';
SELECT protect_by_clinic('expense_payment', 'SELECT, INSERT');
CREATE INDEX expense_payment_of_expense ON expense_payment (company_id, expense_id);
CREATE INDEX expense_payment_of_treasury ON expense_payment (company_id, treasury_id) WHERE treasury_id IS NOT NULL;

-- A reset of a sandbox clinic, and nothing else, brings the ledger back to what it was at the clinic's beginning.
ALTER FUNCTION reset_sandbox RENAME TO put_back_sandbox_rows;
COMMENT ON FUNCTION put_back_sandbox_rows IS 'What reset_sandbox does, where the ledger lets it.';
REVOKE ALL ON FUNCTION put_back_sandbox_rows FROM clinic_app;

CREATE FUNCTION reset_sandbox(not_theirs text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  PERFORM set_config('app.resetting', 'on', true);
  PERFORM put_back_sandbox_rows(not_theirs);
  PERFORM set_config('app.resetting', 'off', true);
END $$;
COMMENT ON FUNCTION reset_sandbox IS
  'Puts the records of the sandbox clinic that is named back as they were at its beginning (keep_sandbox_seed), the ledger too.';
REVOKE ALL ON FUNCTION reset_sandbox FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reset_sandbox TO clinic_app;

CREATE FUNCTION refuse_ledger_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('app.resetting', true) = 'on'
    AND (SELECT sandbox FROM clinic WHERE company_id = coalesce(NEW.company_id, OLD.company_id)) THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;
COMMENT ON FUNCTION refuse_ledger_change IS 'The ledger is added to and never changed, by its owner neither.';

CREATE FUNCTION refuse_closed_day() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  closed date := (SELECT closed_through FROM treasury WHERE company_id = NEW.company_id AND id = NEW.treasury_id);
BEGIN
  IF NEW.business_date <= closed AND current_setting('app.resetting', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'the day % of treasury % is closed', NEW.business_date, NEW.treasury_id;
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION refuse_closed_day IS 'What is written into the ledger counts to a day that is open.';

CREATE FUNCTION refuse_reopening() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.closed_through IS NULL OR NEW.closed_through < OLD.closed_through)
    AND current_setting('app.resetting', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'a closed day never opens again';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION refuse_reopening IS 'Days of a treasury are closed one after the other and never opened again.';

CREATE TRIGGER open_day BEFORE INSERT ON treasury_movement FOR EACH ROW EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON treasury_movement FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON day_close FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER closed_for_good BEFORE UPDATE OF closed_through ON treasury FOR EACH ROW
  WHEN (OLD.closed_through IS NOT NULL) EXECUTE FUNCTION refuse_reopening();

INSERT INTO expense_payment (company_id, id, created_at, updated_at, expense_id, treasury_id, amount_minor, date)
SELECT company_id, 'exy_' || substr(id, 5), created_at, updated_at, id, treasury_id, paid_minor, date
FROM expense WHERE paid_minor <> 0;

INSERT INTO treasury_movement (company_id, id, created_at, updated_at, treasury_id, business_date, amount_minor, source_kind, source_id)
SELECT company_id, 'trm_' || substr(id, 5), created_at, created_at, treasury_id, date, amount_minor,
  CASE WHEN payment_id IS NULL THEN 'INCOME' WHEN amount_minor > 0 THEN 'PAYMENT' ELSE 'REFUND' END, coalesce(payment_id, id)
FROM income WHERE treasury_id IS NOT NULL
UNION ALL
SELECT company_id, 'trm_' || substr(id, 5), created_at, created_at, treasury_id, date, -amount_minor, 'EXPENSE', id
FROM expense_payment WHERE treasury_id IS NOT NULL;
