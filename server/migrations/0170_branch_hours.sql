-- What analytics sums up is summed up once: the figures of each branch in each hour of UTC, so that a year of a clinic is
-- some thousand rows, whatever its time zone and however much happened. Whoever writes a record only notes by how much
-- that changes them, in a row of its own, so that nobody waits for anybody; the worker adds up what was noted. The two
-- tables together say at every instant what the records say.

CREATE TABLE branch_hour (
  company_id text NOT NULL,
  hour timestamptz(3) NOT NULL,
  branch_id text NOT NULL,
  invoiced bigint NOT NULL,
  outstanding bigint NOT NULL,
  collected bigint NOT NULL,
  refunded bigint NOT NULL,
  new_patients bigint NOT NULL,
  new_leads bigint NOT NULL,
  converted bigint NOT NULL,
  appointments bigint NOT NULL,
  completed bigint NOT NULL,
  canceled bigint NOT NULL,
  noshow bigint NOT NULL,
  chair_minutes bigint NOT NULL,
  PRIMARY KEY (company_id, hour, branch_id)
);
SELECT wall_off('branch_hour', 'SELECT');

-- Its rows come and go all day, so what they leave is cleared away often.
CREATE TABLE branch_hour_change (LIKE branch_hour)
  WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX branch_hour_change_when ON branch_hour_change (company_id, hour, branch_id);
SELECT wall_off('branch_hour_change', 'SELECT, INSERT');

CREATE FUNCTION hour_of(instant timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin('1 hour', instant, timestamptz 'epoch')
$$;

-- What a record adds to the figures, or with -1 takes away from them.
CREATE FUNCTION figures_of(seen appointment, sign integer) RETURNS SETOF branch_hour_change
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT seen.company_id, hour_of(seen.starts_at), seen.branch_id, 0, 0, 0, 0, 0, 0, 0,
    sign, sign * (seen.outcome = 1)::int, sign * (seen.outcome = 2)::int, sign * (seen.outcome = 3)::int,
    sign * seen.chair_minutes
$$;
CREATE FUNCTION figures_of(seen invoice, sign integer) RETURNS SETOF branch_hour_change
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT seen.company_id, hour_of(seen.created_at), seen.branch_id, sign * seen.total_minor, sign * seen.pending_minor,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  WHERE NOT seen.balance_invoice
$$;
CREATE FUNCTION figures_of(seen payment, sign integer) RETURNS SETOF branch_hour_change
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT seen.company_id, hour_of(at), seen.branch_id, 0, 0, sign * collected, sign * refunded, 0, 0, 0, 0, 0, 0, 0, 0
  FROM (VALUES (seen.created_at, seen.amount_minor, 0), (seen.refunded_at, 0, seen.amount_minor))
    AS taken (at, collected, refunded)
  WHERE at IS NOT NULL AND seen.type <> 'BALANCE'
$$;
CREATE FUNCTION figures_of(seen patient, sign integer) RETURNS SETOF branch_hour_change
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT seen.company_id, hour_of(seen.created_at), seen.branch_id, 0, 0, 0, 0, sign, 0, 0, 0, 0, 0, 0, 0
  WHERE seen.deleted_at IS NULL AND NOT seen.is_lead
$$;
CREATE FUNCTION figures_of(seen lead, sign integer) RETURNS SETOF branch_hour_change
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT seen.company_id, hour_of(at), seen.branch_id, 0, 0, 0, 0, 0, sign * come, sign * converted, 0, 0, 0, 0, 0
  FROM (VALUES (seen.created_at, 1, 0), (seen.journeyed_at, 0, 1)) AS step (at, come, converted)
  WHERE at IS NOT NULL
$$;

CREATE FUNCTION note_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO branch_hour_change SELECT * FROM figures_of(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO branch_hour_change SELECT * FROM figures_of(NEW, 1); END IF;
  RETURN NULL;
END $$;

-- Most changes of a record change no figure.
CREATE TRIGGER noted AFTER INSERT OR DELETE ON appointment FOR EACH ROW EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted_anew AFTER UPDATE ON appointment FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.starts_at, OLD.outcome, OLD.chair_minutes)
    IS DISTINCT FROM (NEW.branch_id, NEW.starts_at, NEW.outcome, NEW.chair_minutes))
  EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted AFTER INSERT OR DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted_anew AFTER UPDATE ON invoice FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.balance_invoice, OLD.total_minor, OLD.pending_minor)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.balance_invoice, NEW.total_minor, NEW.pending_minor))
  EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted AFTER INSERT OR DELETE ON payment FOR EACH ROW EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted_anew AFTER UPDATE ON payment FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.refunded_at, OLD.type, OLD.amount_minor)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.refunded_at, NEW.type, NEW.amount_minor))
  EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted AFTER INSERT OR DELETE ON patient FOR EACH ROW EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted_anew AFTER UPDATE ON patient FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.deleted_at, OLD.is_lead)
    IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.deleted_at, NEW.is_lead))
  EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted AFTER INSERT OR DELETE ON lead FOR EACH ROW EXECUTE FUNCTION note_figures();
CREATE TRIGGER noted_anew AFTER UPDATE ON lead FOR EACH ROW
  WHEN ((OLD.branch_id, OLD.created_at, OLD.journeyed_at) IS DISTINCT FROM (NEW.branch_id, NEW.created_at, NEW.journeyed_at))
  EXECUTE FUNCTION note_figures();

-- Adds up what was noted, at most `most` rows of it, and says how many. What somebody else adds up is left to them.
CREATE FUNCTION fold_branch_hours(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH taken AS (
    DELETE FROM branch_hour_change WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM branch_hour_change ORDER BY company_id, hour, branch_id LIMIT most FOR UPDATE SKIP LOCKED))
    RETURNING *),
  folded AS (
    INSERT INTO branch_hour AS known
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

-- Sums up every record anew, while nobody writes one.
CREATE FUNCTION count_branch_hours() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  LOCK TABLE appointment, invoice, payment, patient, lead IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM branch_hour_change;
  DELETE FROM branch_hour;
  INSERT INTO branch_hour
  SELECT company_id, hour, branch_id, sum(invoiced), sum(outstanding), sum(collected), sum(refunded), sum(new_patients),
    sum(new_leads), sum(converted), sum(appointments), sum(completed), sum(canceled), sum(noshow), sum(chair_minutes)
  FROM (
    SELECT figures.* FROM appointment, figures_of(appointment, 1) AS figures
    UNION ALL SELECT figures.* FROM invoice, figures_of(invoice, 1) AS figures
    UNION ALL SELECT figures.* FROM payment, figures_of(payment, 1) AS figures
    UNION ALL SELECT figures.* FROM patient, figures_of(patient, 1) AS figures
    UNION ALL SELECT figures.* FROM lead, figures_of(lead, 1) AS figures) AS counted
  GROUP BY company_id, hour, branch_id ORDER BY company_id, hour, branch_id
$$;
SELECT count_branch_hours();

REVOKE ALL ON FUNCTION fold_branch_hours, count_branch_hours FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_branch_hours TO clinic_dispatcher;

-- One doctor's year is little, so it is summed up off the records: all of it stands in these.
DROP INDEX appointment_figures, appointment_in_diary, invoice_figures, payment_figures, lead_journeyed;
CREATE INDEX appointment_in_diary ON appointment (company_id, doctor_id, starts_at DESC, id DESC, ends_at, status, patient_id)
  INCLUDE (outcome, chair_minutes, branch_id);
CREATE INDEX invoice_of_doctor ON invoice (company_id, doctor_id, created_at)
  INCLUDE (total_minor, pending_minor, branch_id) WHERE NOT balance_invoice AND doctor_id IS NOT NULL;
CREATE INDEX payment_of_doctor ON payment (company_id, doctor_id, created_at)
  INCLUDE (amount_minor, branch_id) WHERE type <> 'BALANCE' AND doctor_id IS NOT NULL;
CREATE INDEX patient_of_doctor ON patient (company_id, doctor_id, created_at)
  INCLUDE (branch_id) WHERE deleted_at IS NULL AND NOT is_lead AND doctor_id IS NOT NULL;
CREATE INDEX lead_journeyed ON lead (company_id, journeyed_at)
  INCLUDE (assigned_to_id, branch_id) WHERE journeyed_at IS NOT NULL;
