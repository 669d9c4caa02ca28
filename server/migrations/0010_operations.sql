-- What else a clinic keeps: laboratories, loyalty points, feedback, tasks, stock.

CREATE TABLE lab (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  number text,
  email text,
  details text,
  disabled boolean NOT NULL DEFAULT false,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE lab IS 'clinic: A dental laboratory.';
COMMENT ON COLUMN lab.number IS 'Its telephone, E.164.';
SELECT protect_by_clinic('lab');
CREATE INDEX lab_newest ON lab (company_id, created_at DESC, id DESC);
CREATE INDEX lab_changed ON lab (company_id, updated_at, id);

CREATE TABLE lab_item (
  LIKE clinic_record INCLUDING INDEXES,
  lab_id text NOT NULL,
  name text NOT NULL,
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  details text,
  CONSTRAINT lab_item_of_its_lab UNIQUE (company_id, lab_id, id),
  CONSTRAINT lab_item_ref_lab FOREIGN KEY (company_id, lab_id) REFERENCES lab
);
COMMENT ON TABLE lab_item IS 'clinic: What a laboratory makes, and for how much.';
SELECT protect_by_clinic('lab_item');
CREATE INDEX lab_item_newest ON lab_item (company_id, created_at DESC, id DESC);
CREATE INDEX lab_item_of_lab ON lab_item (company_id, lab_id, created_at DESC, id DESC);
CREATE INDEX lab_item_changed ON lab_item (company_id, updated_at, id, lab_id);
CREATE STATISTICS lab_item_dependencies (dependencies) ON company_id, lab_id FROM lab_item;

CREATE TABLE lab_order (
  LIKE clinic_record INCLUDING INDEXES,
  lab_id text NOT NULL,
  lab_item_id text,
  branch_id text NOT NULL,
  patient_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  treatment_id text,
  treatment_step_id text,
  name text,
  details text,
  tooth integer[] NOT NULL DEFAULT '{}',
  shade text,
  child boolean NOT NULL DEFAULT false,
  items integer NOT NULL CHECK (items BETWEEN 1 AND 1000),
  due_at timestamptz(3),
  received_at timestamptz(3),
  delivered_at timestamptz(3),
  status text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN received_at IS NOT NULL THEN 'received' ELSE 'pending' END
  ) STORED,
  CONSTRAINT lab_order_ref_lab FOREIGN KEY (company_id, lab_id) REFERENCES lab,
  CONSTRAINT lab_order_ref_lab_item FOREIGN KEY (company_id, lab_id, lab_item_id) REFERENCES lab_item (company_id, lab_id, id),
  CONSTRAINT lab_order_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT lab_order_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT lab_order_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT lab_order_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT lab_order_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment,
  CONSTRAINT lab_order_ref_treatment_step FOREIGN KEY (company_id, treatment_step_id) REFERENCES treatment_step
);
COMMENT ON TABLE lab_order IS 'clinic: What was ordered from a laboratory for a patient.';
COMMENT ON COLUMN lab_order.tooth IS 'FDI numbers.';
COMMENT ON COLUMN lab_order.items IS 'How many pieces.';
COMMENT ON COLUMN lab_order.status IS 'For the filter; a patient may be given the work before its arrival is recorded.';
SELECT protect_by_clinic('lab_order');
CREATE INDEX lab_order_of_patient ON lab_order (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX lab_order_newest ON lab_order (company_id, created_at DESC, id DESC, branch_id, lab_id, status, patient_id);
CREATE INDEX lab_order_changed ON lab_order (company_id, updated_at, id, branch_id, lab_id, status, patient_id);
CREATE INDEX lab_order_of_branch ON lab_order (company_id, branch_id, created_at DESC, id DESC, lab_id, status);
CREATE INDEX lab_order_of_lab ON lab_order (company_id, lab_id, created_at DESC, id DESC, branch_id, status);
CREATE INDEX lab_order_by_status ON lab_order (company_id, status, created_at DESC, id DESC, branch_id, lab_id, patient_id);
CREATE STATISTICS lab_order_dependencies (dependencies) ON company_id, branch_id, lab_id, patient_id FROM lab_order;

CREATE TABLE loyalty_account (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  points_balance bigint NOT NULL CHECK (points_balance >= 0),
  lifetime_earned bigint NOT NULL,
  lifetime_redeemed bigint NOT NULL,
  expiring_points bigint NOT NULL,
  expiring_at timestamptz(3),
  CHECK ((expiring_points > 0) = (expiring_at IS NOT NULL)),
  CONSTRAINT loyalty_account_of_patient UNIQUE (company_id, patient_id),
  CONSTRAINT loyalty_account_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient
);
COMMENT ON TABLE loyalty_account IS
  'clinic: Points of a patient: what the transactions come to. A transaction that writes one locks the account '
  'first.';
COMMENT ON COLUMN loyalty_account.expiring_points IS 'Of the balance, what expires next, all at the same instant.';
SELECT protect_by_clinic('loyalty_account');
-- The worker asks in one statement which clinics have points that are due.
SELECT allow_dispatcher('loyalty_account', 'SELECT (company_id, expiring_at)');
CREATE INDEX loyalty_account_newest ON loyalty_account (company_id, created_at DESC, id DESC);
CREATE INDEX loyalty_account_expiring ON loyalty_account (expiring_at, company_id) WHERE expiring_at IS NOT NULL;
CREATE INDEX loyalty_account_changed ON loyalty_account (company_id, updated_at, id, patient_id);

CREATE TABLE loyalty_transaction (
  LIKE clinic_record INCLUDING INDEXES,
  patient_id text NOT NULL,
  branch_id text,
  type text NOT NULL CHECK (type IN ('EARN', 'REDEEM', 'ADJUST', 'EXPIRE')),
  points bigint NOT NULL CHECK (CASE type WHEN 'EARN' THEN points > 0 WHEN 'ADJUST' THEN points <> 0 ELSE points < 0 END),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND greatest(points, 0)),
  expires_at timestamptz(3),
  reason text,
  invoice_id text,
  payment_id text,
  CONSTRAINT loyalty_transaction_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT loyalty_transaction_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT loyalty_transaction_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice,
  CONSTRAINT loyalty_transaction_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment
);
COMMENT ON TABLE loyalty_transaction IS 'clinic: Points that were given, used, adjusted or that expired.';
COMMENT ON COLUMN loyalty_transaction.remaining IS
  'Of points that were given, what is still there: the balance is the sum of it.';
SELECT protect_by_clinic('loyalty_transaction');
-- In the order in which points are used up.
CREATE INDEX loyalty_transaction_left ON loyalty_transaction (company_id, patient_id, expires_at, created_at, id) WHERE remaining > 0;
CREATE INDEX loyalty_transaction_newest ON loyalty_transaction (company_id, created_at DESC, id DESC, type, patient_id);
CREATE INDEX loyalty_transaction_changed ON loyalty_transaction (company_id, updated_at, id, type, patient_id);
CREATE INDEX loyalty_transaction_of_patient ON loyalty_transaction (company_id, patient_id, created_at DESC, id DESC, type);
CREATE INDEX loyalty_transaction_by_type ON loyalty_transaction (company_id, type, created_at DESC, id DESC, patient_id);
CREATE STATISTICS loyalty_transaction_dependencies (dependencies) ON company_id, patient_id FROM loyalty_transaction;

CREATE TABLE feedback (
  LIKE clinic_record INCLUDING INDEXES,
  branch_id text NOT NULL,
  patient_id text,
  appointment_id text,
  doctor_id text,
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  recommend_score integer CHECK (recommend_score BETWEEN 0 AND 10),
  comment text,
  channel text NOT NULL CHECK (channel IN ('whatsapp', 'sms', 'link', 'kiosk')),
  tags text[] NOT NULL DEFAULT '{}',
  submitted_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  -- A link that is opened again does not count twice.
  CONSTRAINT feedback_of_appointment UNIQUE (company_id, appointment_id),
  CONSTRAINT feedback_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT feedback_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT feedback_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT feedback_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner
);
COMMENT ON TABLE feedback IS 'clinic: How patients rated their visits.';
SELECT protect_by_clinic('feedback');
CREATE INDEX feedback_of_patient ON feedback (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX feedback_newest ON feedback (company_id, created_at DESC, id DESC, branch_id, doctor_id, rating, patient_id);
CREATE INDEX feedback_changed ON feedback (company_id, updated_at, id, branch_id, doctor_id, rating, patient_id);
CREATE INDEX feedback_of_branch ON feedback (company_id, branch_id, created_at DESC, id DESC, doctor_id, rating);
CREATE INDEX feedback_of_doctor ON feedback (company_id, doctor_id, created_at DESC, id DESC, branch_id, rating);
CREATE INDEX feedback_by_rating ON feedback (company_id, rating, created_at DESC, id DESC, branch_id, doctor_id, patient_id);
CREATE STATISTICS feedback_dependencies (dependencies) ON company_id, branch_id, doctor_id, patient_id FROM feedback;

CREATE TABLE task (
  LIKE clinic_record INCLUDING INDEXES,
  title text NOT NULL,
  details text,
  status text NOT NULL CHECK (status IN ('OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELED')),
  priority text NOT NULL CHECK (priority IN ('LOW', 'NORMAL', 'HIGH')),
  due_at timestamptz(3),
  completed_at timestamptz(3),
  sort_order integer NOT NULL,
  assigned_to_id text,
  created_by_id text,
  patient_id text,
  lead_id text,
  appointment_id text,
  branch_id text,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CONSTRAINT task_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner,
  CONSTRAINT task_created_by_ref_practitioner FOREIGN KEY (company_id, created_by_id) REFERENCES practitioner,
  CONSTRAINT task_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT task_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead,
  CONSTRAINT task_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT task_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
COMMENT ON TABLE task IS 'clinic: What the staff has to do.';
COMMENT ON COLUMN task.sort_order IS 'The place on the board; new tasks go to the end.';
COMMENT ON COLUMN task.created_by_id IS 'Null where a plugin created it.';
SELECT protect_by_clinic('task');
CREATE INDEX task_of_patient ON task (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX task_of_lead ON task (company_id, lead_id, created_at DESC, id DESC);
CREATE INDEX task_newest ON task (company_id, created_at DESC, id DESC, status, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_changed ON task (company_id, updated_at, id, status, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_by_status ON task (company_id, status, created_at DESC, id DESC, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_of_assignee ON task (company_id, assigned_to_id, created_at DESC, id DESC, status);
CREATE STATISTICS task_dependencies (dependencies) ON company_id, assigned_to_id, patient_id FROM task;

CREATE TABLE inventory_item (
  LIKE clinic_record INCLUDING INDEXES,
  branch_id text NOT NULL,
  name text NOT NULL,
  sku text,
  barcode text,
  unit text,
  quantity numeric(12, 3) NOT NULL CHECK (quantity >= 0),
  reorder_level numeric(12, 3) CHECK (reorder_level >= 0),
  low_stock boolean NOT NULL GENERATED ALWAYS AS (coalesce(quantity <= reorder_level, false)) STORED,
  unit_cost_minor bigint CHECK (unit_cost_minor >= 0),
  supplier text,
  expires_at timestamptz(3),
  disabled boolean NOT NULL DEFAULT false,
  search_text text NOT NULL,
  CONSTRAINT inventory_item_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
COMMENT ON TABLE inventory_item IS 'clinic: Stock of a branch. Quantities count thousandths of the item''s unit.';
COMMENT ON COLUMN inventory_item.search_text IS 'Folded name, sku and barcode.';
SELECT protect_by_clinic('inventory_item');
SELECT make_searchable('inventory_item', 'inventory_items_like');
CREATE INDEX inventory_item_newest ON inventory_item (company_id, created_at DESC, id DESC, branch_id, low_stock);
CREATE INDEX inventory_item_changed ON inventory_item (company_id, updated_at, id, branch_id, low_stock);
CREATE INDEX inventory_item_of_branch ON inventory_item (company_id, branch_id, created_at DESC, id DESC, low_stock);
CREATE INDEX inventory_item_by_low_stock ON inventory_item (company_id, low_stock, created_at DESC, id DESC, branch_id);
CREATE STATISTICS inventory_item_dependencies (dependencies) ON company_id, branch_id FROM inventory_item;

CREATE TABLE inventory_adjustment (
  LIKE clinic_record INCLUDING INDEXES,
  inventory_item_id text NOT NULL,
  quantity_delta numeric(12, 3) NOT NULL CHECK (quantity_delta <> 0),
  quantity_after numeric(12, 3) NOT NULL CHECK (quantity_after >= 0),
  reason text NOT NULL CHECK (reason IN ('USAGE', 'COUNT', 'WASTE', 'RETURN', 'TRANSFER')),
  note text,
  treatment_id text,
  CONSTRAINT inventory_adjustment_ref_inventory_item FOREIGN KEY (company_id, inventory_item_id) REFERENCES inventory_item,
  CONSTRAINT inventory_adjustment_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment
);
COMMENT ON TABLE inventory_adjustment IS
  'clinic: Each change of the stock that is no receipt of an order. Never changed itself.';
SELECT protect_by_clinic('inventory_adjustment');
CREATE INDEX inventory_adjustment_of_item ON inventory_adjustment (company_id, inventory_item_id, created_at DESC, id DESC);

CREATE TABLE inventory_order (
  LIKE clinic_record INCLUDING INDEXES,
  reference_id integer NOT NULL,
  branch_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELED')),
  supplier text,
  total_minor bigint NOT NULL,
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND total_minor),
  ordered_at timestamptz(3) NOT NULL,
  expected_at timestamptz(3),
  received_at timestamptz(3),
  CHECK ((status = 'RECEIVED') = (received_at IS NOT NULL)),
  CONSTRAINT inventory_order_reference UNIQUE (company_id, reference_id),
  CONSTRAINT inventory_order_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
COMMENT ON TABLE inventory_order IS 'clinic: An order of more stock.';
COMMENT ON COLUMN inventory_order.total_minor IS 'With tax.';
SELECT protect_by_clinic('inventory_order');
CREATE INDEX inventory_order_newest ON inventory_order (company_id, created_at DESC, id DESC, status, branch_id);
CREATE INDEX inventory_order_changed ON inventory_order (company_id, updated_at, id, status, branch_id);
CREATE INDEX inventory_order_of_branch ON inventory_order (company_id, branch_id, created_at DESC, id DESC, status);
CREATE INDEX inventory_order_by_status ON inventory_order (company_id, status, created_at DESC, id DESC, branch_id);
CREATE STATISTICS inventory_order_dependencies (dependencies) ON company_id, branch_id FROM inventory_order;

CREATE TABLE inventory_order_item (
  company_id text NOT NULL,
  order_id text NOT NULL,
  inventory_item_id text NOT NULL,
  sort_order integer NOT NULL,
  name text NOT NULL,
  quantity numeric(12, 3) NOT NULL CHECK (quantity > 0),
  received_quantity numeric(12, 3) NOT NULL DEFAULT 0 CHECK (received_quantity BETWEEN 0 AND quantity),
  unit_cost_minor bigint NOT NULL CHECK (unit_cost_minor >= 0),
  PRIMARY KEY (company_id, order_id, inventory_item_id),
  CONSTRAINT inventory_order_item_ref_inventory_order FOREIGN KEY (company_id, order_id) REFERENCES inventory_order,
  CONSTRAINT inventory_order_item_ref_inventory_item FOREIGN KEY (company_id, inventory_item_id) REFERENCES inventory_item
);
COMMENT ON TABLE inventory_order_item IS 'clinic: What was ordered, and how much of it came.';
COMMENT ON COLUMN inventory_order_item.name IS 'As it was called when it was ordered.';
SELECT protect_by_clinic('inventory_order_item');
