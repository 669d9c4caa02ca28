-- What analytics adds up is added up once, as records are written. One doctor's year is little and is read off the
-- records.

CREATE TABLE branch_hour (
  company_id text NOT NULL,
  hour timestamptz(3) NOT NULL,
  branch_id text NOT NULL,
  invoiced bigint NOT NULL DEFAULT 0,
  outstanding bigint NOT NULL DEFAULT 0,
  collected bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  new_patients bigint NOT NULL DEFAULT 0,
  new_leads bigint NOT NULL DEFAULT 0,
  converted bigint NOT NULL DEFAULT 0,
  appointments bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  canceled bigint NOT NULL DEFAULT 0,
  noshow bigint NOT NULL DEFAULT 0,
  chair_minutes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, hour, branch_id)
);
COMMENT ON TABLE branch_hour IS
  'clinic: The figures of each branch in each hour of UTC, so that a year of a clinic is some thousand rows, '
  'whatever its time zone and however much happened. With branch_hour_delta it says at every instant what the '
  'records say.';
SELECT protect_by_clinic('branch_hour', 'SELECT');

CREATE TABLE branch_hour_delta (
  LIKE branch_hour INCLUDING DEFAULTS,
  id bigint NOT NULL DEFAULT (random() * 9007199254740991)::bigint,
  PRIMARY KEY (company_id, hour, branch_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
COMMENT ON TABLE branch_hour_delta IS
  'clinic: By how much a written record changes the figures, in a row of its own, so that writers never wait for '
  'each other; the worker rolls the rows up into branch_hour. Rows come and go all day, so dead ones are vacuumed '
  'often.';
COMMENT ON COLUMN branch_hour_delta.id IS 'Tells the changes of one hour apart, as in audit_record.';
SELECT protect_by_clinic('branch_hour_delta', 'SELECT, INSERT');

CREATE FUNCTION hour_of(instant timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin('1 hour', instant, timestamptz 'epoch')
$$;
COMMENT ON FUNCTION hour_of IS 'The hour of UTC that an instant lies in.';

CREATE FUNCTION add_figures(seen appointment, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, appointments, completed, canceled, noshow, chair_minutes)
  VALUES (seen.company_id, hour_of(seen.starts_at), seen.branch_id,
    sign, sign * (seen.outcome = 1)::int, sign * (seen.outcome = 2)::int, sign * (seen.outcome = 3)::int,
    sign * seen.chair_minutes);
END $$;
COMMENT ON FUNCTION add_figures(appointment, integer) IS
  'What an appointment adds to the figures, or with -1 takes away from them.';

CREATE FUNCTION add_figures(seen invoice, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF seen.balance_invoice THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, invoiced, outstanding)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign * seen.total_minor, sign * seen.pending_minor);
END $$;
COMMENT ON FUNCTION add_figures(invoice, integer) IS
  'What an invoice adds to the figures. One of credit adds nothing: the money counts when it is used.';

CREATE FUNCTION add_figures(seen payment, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF seen.type = 'BALANCE' THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, collected)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign * seen.amount_minor);
  IF seen.refunded_at IS NULL THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, refunded)
  VALUES (seen.company_id, hour_of(seen.refunded_at), seen.branch_id, sign * seen.amount_minor);
END $$;
COMMENT ON FUNCTION add_figures(payment, integer) IS
  'What a payment adds to the figures, in the hours in which it came and went back. Credit that is used was counted '
  'when it came.';

CREATE FUNCTION add_figures(seen patient, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF seen.deleted_at IS NOT NULL OR seen.is_lead THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, new_patients)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign);
END $$;
COMMENT ON FUNCTION add_figures(patient, integer) IS 'A new patient counts from the file on.';

CREATE FUNCTION add_figures(seen lead, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, new_leads)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign);
  IF seen.journeyed_at IS NULL THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, converted)
  VALUES (seen.company_id, hour_of(seen.journeyed_at), seen.branch_id, sign);
END $$;
COMMENT ON FUNCTION add_figures(lead, integer) IS 'A lead counts when it came and when it became a patient.';

CREATE FUNCTION record_branch_hour_delta() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_figures(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_figures(NEW, 1); END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION record_branch_hour_delta IS
  'Records by how much a written record changes the figures, in the transaction that writes it.';

-- Most changes of a record change no figure.
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON appointment FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON appointment FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.starts_at, OLD.outcome, OLD.chair_minutes)
    IS DISTINCT FROM (NEW.branch_id, NEW.starts_at, NEW.outcome, NEW.chair_minutes))
  EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON invoice FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.balance_invoice, OLD.total_minor, OLD.pending_minor)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.balance_invoice, NEW.total_minor, NEW.pending_minor))
  EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON payment FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON payment FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.refunded_at, OLD.type, OLD.amount_minor)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.refunded_at, NEW.type, NEW.amount_minor))
  EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON patient FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON patient FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.deleted_at, OLD.is_lead)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.deleted_at, NEW.is_lead))
  EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON lead FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON lead FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.journeyed_at) IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.journeyed_at))
  EXECUTE FUNCTION record_branch_hour_delta();

CREATE FUNCTION roll_up_branch_hours(max_rows integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH taken AS (
    DELETE FROM branch_hour_delta WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM branch_hour_delta ORDER BY company_id, hour, branch_id LIMIT max_rows FOR UPDATE SKIP LOCKED))
    RETURNING *),
  rolled_up AS (
    INSERT INTO branch_hour AS known (company_id, hour, branch_id, invoiced, outstanding, collected, refunded, new_patients,
      new_leads, converted, appointments, completed, canceled, noshow, chair_minutes)
    SELECT company_id, hour, branch_id, sum(invoiced), sum(outstanding), sum(collected), sum(refunded), sum(new_patients),
      sum(new_leads), sum(converted), sum(appointments), sum(completed), sum(canceled), sum(noshow), sum(chair_minutes)
    FROM taken GROUP BY company_id, hour, branch_id ORDER BY company_id, hour, branch_id
    ON CONFLICT (company_id, hour, branch_id) DO UPDATE SET
      invoiced = known.invoiced + excluded.invoiced,
      outstanding = known.outstanding + excluded.outstanding,
      collected = known.collected + excluded.collected,
      refunded = known.refunded + excluded.refunded,
      new_patients = known.new_patients + excluded.new_patients,
      new_leads = known.new_leads + excluded.new_leads,
      converted = known.converted + excluded.converted,
      appointments = known.appointments + excluded.appointments,
      completed = known.completed + excluded.completed,
      canceled = known.canceled + excluded.canceled,
      noshow = known.noshow + excluded.noshow,
      chair_minutes = known.chair_minutes + excluded.chair_minutes)
  SELECT count(*) FROM taken
$$;
COMMENT ON FUNCTION roll_up_branch_hours IS
  'Rolls up at most `max_rows` deltas (null: all) and says how many. Those that another transaction is rolling up '
  'are left to it.';

CREATE FUNCTION recount_branch_hours() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE appointment, invoice, payment, patient, lead IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM branch_hour_delta;
  DELETE FROM branch_hour;
  PERFORM add_figures(seen, 1) FROM appointment AS seen;
  PERFORM add_figures(seen, 1) FROM invoice AS seen;
  PERFORM add_figures(seen, 1) FROM payment AS seen;
  PERFORM add_figures(seen, 1) FROM patient AS seen;
  PERFORM add_figures(seen, 1) FROM lead AS seen;
  PERFORM roll_up_branch_hours(NULL);
END $$;
COMMENT ON FUNCTION recount_branch_hours IS 'Counts the figures anew from every record, while none is written.';

REVOKE ALL ON FUNCTION roll_up_branch_hours, recount_branch_hours FROM PUBLIC;
GRANT EXECUTE ON FUNCTION roll_up_branch_hours TO clinic_dispatcher;
