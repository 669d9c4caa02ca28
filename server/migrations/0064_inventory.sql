-- Stock of a branch, what changed it, and orders of more. Quantities count thousandths of the item's unit.

CREATE TABLE inventory_item (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
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
  -- Folded name, sku and barcode.
  search_text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT inventory_item_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
SELECT wall_off('inventory_item');
CREATE INDEX inventory_item_newest ON inventory_item (company_id, created_at DESC, id DESC);
CREATE INDEX inventory_item_changed ON inventory_item (company_id, updated_at, id);
CREATE INDEX inventory_item_of_branch ON inventory_item (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX inventory_item_by_low_stock ON inventory_item (company_id, low_stock, created_at DESC, id DESC);
CREATE INDEX inventory_item_search ON inventory_item USING gin (company_id, search_text gin_trgm_ops);

-- Each change of the stock that is no receipt of an order. Never changed itself.
CREATE TABLE inventory_adjustment (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  inventory_item_id text NOT NULL,
  quantity_delta numeric(12, 3) NOT NULL CHECK (quantity_delta <> 0),
  quantity_after numeric(12, 3) NOT NULL CHECK (quantity_after >= 0),
  reason text NOT NULL CHECK (reason IN ('USAGE', 'COUNT', 'WASTE', 'RETURN', 'TRANSFER')),
  note text,
  treatment_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT inventory_adjustment_ref_inventory_item FOREIGN KEY (company_id, inventory_item_id) REFERENCES inventory_item,
  CONSTRAINT inventory_adjustment_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment
);
SELECT wall_off('inventory_adjustment');
CREATE INDEX inventory_adjustment_of_item ON inventory_adjustment (company_id, inventory_item_id, created_at DESC, id DESC);

CREATE TABLE inventory_order (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  reference_id integer NOT NULL,
  branch_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELED')),
  supplier text,
  -- With tax.
  total_minor bigint NOT NULL,
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND total_minor),
  ordered_at timestamptz(3) NOT NULL,
  expected_at timestamptz(3),
  received_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK ((status = 'RECEIVED') = (received_at IS NOT NULL)),
  CONSTRAINT inventory_order_reference UNIQUE (company_id, reference_id),
  CONSTRAINT inventory_order_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
SELECT wall_off('inventory_order');
CREATE INDEX inventory_order_newest ON inventory_order (company_id, created_at DESC, id DESC);
CREATE INDEX inventory_order_changed ON inventory_order (company_id, updated_at, id);
CREATE INDEX inventory_order_of_branch ON inventory_order (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX inventory_order_by_status ON inventory_order (company_id, status, created_at DESC, id DESC);

CREATE TABLE inventory_order_item (
  company_id text NOT NULL,
  order_id text NOT NULL,
  inventory_item_id text NOT NULL,
  sort_order integer NOT NULL,
  -- As it was called when it was ordered.
  name text NOT NULL,
  quantity numeric(12, 3) NOT NULL CHECK (quantity > 0),
  received_quantity numeric(12, 3) NOT NULL DEFAULT 0 CHECK (received_quantity BETWEEN 0 AND quantity),
  unit_cost_minor bigint NOT NULL CHECK (unit_cost_minor >= 0),
  PRIMARY KEY (company_id, order_id, inventory_item_id),
  CONSTRAINT inventory_order_item_ref_inventory_order FOREIGN KEY (company_id, order_id) REFERENCES inventory_order,
  CONSTRAINT inventory_order_item_ref_inventory_item FOREIGN KEY (company_id, inventory_item_id) REFERENCES inventory_item
);
SELECT wall_off('inventory_order_item');
