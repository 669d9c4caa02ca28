-- Dental laboratories, what they make, and what was ordered from them.

CREATE TABLE lab (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  -- Its telephone, E.164.
  number text,
  email text,
  details text,
  disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('lab');
CREATE INDEX lab_newest ON lab (company_id, created_at DESC, id DESC);
CREATE INDEX lab_changed ON lab (company_id, updated_at, id);

CREATE TABLE lab_item (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  lab_id text NOT NULL,
  name text NOT NULL,
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  details text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT lab_item_of_its_lab UNIQUE (company_id, lab_id, id),
  CONSTRAINT lab_item_ref_lab FOREIGN KEY (company_id, lab_id) REFERENCES lab
);
SELECT wall_off('lab_item');
CREATE INDEX lab_item_newest ON lab_item (company_id, created_at DESC, id DESC);
CREATE INDEX lab_item_changed ON lab_item (company_id, updated_at, id);
CREATE INDEX lab_item_of_lab ON lab_item (company_id, lab_id, created_at DESC, id DESC);

CREATE TABLE lab_order (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
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
  -- FDI numbers.
  tooth integer[] NOT NULL DEFAULT '{}',
  shade text,
  child boolean NOT NULL DEFAULT false,
  -- How many pieces.
  items integer NOT NULL CHECK (items BETWEEN 1 AND 1000),
  due_at timestamptz(3),
  received_at timestamptz(3),
  delivered_at timestamptz(3),
  -- For the filter; a patient may be given the work before anybody notes that it came.
  status text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN received_at IS NOT NULL THEN 'received' ELSE 'pending' END
  ) STORED,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT lab_order_ref_lab FOREIGN KEY (company_id, lab_id) REFERENCES lab,
  CONSTRAINT lab_order_ref_lab_item FOREIGN KEY (company_id, lab_id, lab_item_id) REFERENCES lab_item (company_id, lab_id, id),
  CONSTRAINT lab_order_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT lab_order_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT lab_order_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT lab_order_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT lab_order_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment,
  CONSTRAINT lab_order_ref_treatment_step FOREIGN KEY (company_id, treatment_step_id) REFERENCES treatment_step
);
SELECT wall_off('lab_order');
CREATE INDEX lab_order_newest ON lab_order (company_id, created_at DESC, id DESC);
CREATE INDEX lab_order_changed ON lab_order (company_id, updated_at, id);
CREATE INDEX lab_order_of_branch ON lab_order (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX lab_order_of_patient ON lab_order (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX lab_order_of_lab ON lab_order (company_id, lab_id, created_at DESC, id DESC);
CREATE INDEX lab_order_by_status ON lab_order (company_id, status, created_at DESC, id DESC);
