-- What is done on patients, step by step, and what it was offered for.

CREATE TABLE quotation (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  name text,
  diagnosis text,
  chart text,
  -- The treatments as they were offered, in the order of the offer.
  treatment_ids text[] NOT NULL DEFAULT '{}',
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  discount_percent numeric(9, 6) NOT NULL,
  tax_minor bigint NOT NULL,
  tax_percent numeric(5, 2) NOT NULL,
  total_minor bigint NOT NULL,
  -- Within the subtotal.
  diagnostic_fee_minor bigint NOT NULL,
  -- Within the total.
  insurance_minor bigint NOT NULL,
  completed_percent numeric(5, 2) NOT NULL DEFAULT 0,
  seen boolean NOT NULL DEFAULT false,
  signed boolean NOT NULL DEFAULT false,
  signed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (signed = (signed_at IS NOT NULL)),
  CHECK (total_minor = subtotal_minor - discount_minor + tax_minor),
  CONSTRAINT quotation_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT quotation_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT quotation_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT quotation_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
SELECT wall_off('quotation');
CREATE INDEX quotation_newest ON quotation (company_id, created_at DESC, id DESC);
CREATE INDEX quotation_changed ON quotation (company_id, updated_at, id);
CREATE INDEX quotation_of_patient ON quotation (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX quotation_of_branch ON quotation (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX quotation_by_signed ON quotation (company_id, signed, created_at DESC, id DESC);

CREATE TABLE treatment (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  patient_id text NOT NULL,
  branch_id text NOT NULL,
  doctor_id text,
  appointment_id text,
  procedure_id text,
  -- The quotation that offered it last.
  quotation_id text,
  invoice_id text,
  insurance_company_id text,
  name text NOT NULL,
  code text,
  status text NOT NULL CHECK (status IN ('EXISTING', 'PLANNED', 'COMPLETED', 'IN_PROGRESS', 'REJECTED', 'CONDITION')),
  chart text,
  diagnosis text,
  details text,
  -- total = price * quantity - discount + tax, in minor units.
  price_minor bigint NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 100),
  amount_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  paid_minor bigint NOT NULL DEFAULT 0,
  completed_percent numeric(5, 2) NOT NULL DEFAULT 0,
  -- FDI numbers.
  tooth integer[] NOT NULL DEFAULT '{}',
  tooth_part text[] NOT NULL DEFAULT '{}',
  child boolean NOT NULL DEFAULT false,
  has_steps boolean NOT NULL DEFAULT false,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  expires_at timestamptz(3),
  approval_required boolean NOT NULL DEFAULT false,
  approval_requested_at timestamptz(3),
  approved boolean NOT NULL DEFAULT false,
  approved_at timestamptz(3),
  pre_auth text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (amount_minor = price_minor * quantity),
  CHECK (total_minor = amount_minor - discount_minor + tax_minor),
  CHECK (approved = (approved_at IS NOT NULL)),
  CONSTRAINT treatment_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT treatment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT treatment_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner,
  CONSTRAINT treatment_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT treatment_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure,
  CONSTRAINT treatment_ref_quotation FOREIGN KEY (company_id, quotation_id) REFERENCES quotation
);
SELECT wall_off('treatment');
CREATE INDEX treatment_newest ON treatment (company_id, created_at DESC, id DESC);
CREATE INDEX treatment_changed ON treatment (company_id, updated_at, id);
CREATE INDEX treatment_of_patient ON treatment (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX treatment_of_branch ON treatment (company_id, branch_id, created_at DESC, id DESC);
CREATE INDEX treatment_of_doctor ON treatment (company_id, doctor_id, created_at DESC, id DESC);
CREATE INDEX treatment_by_status ON treatment (company_id, status, created_at DESC, id DESC);
CREATE INDEX treatment_by_approval_required ON treatment (company_id, approval_required, created_at DESC, id DESC);
CREATE INDEX treatment_by_approved ON treatment (company_id, approved, created_at DESC, id DESC);
CREATE INDEX treatment_of_quotation ON treatment (company_id, quotation_id) WHERE quotation_id IS NOT NULL;

CREATE TABLE treatment_step (
  company_id text NOT NULL,
  id text NOT NULL,
  treatment_id text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('EXISTING', 'PLANNED', 'COMPLETED', 'IN_PROGRESS', 'REJECTED', 'CONDITION')),
  sort_order integer NOT NULL,
  appointment_id text,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT treatment_step_order UNIQUE (company_id, treatment_id, sort_order),
  CONSTRAINT treatment_step_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment ON DELETE CASCADE,
  CONSTRAINT treatment_step_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
SELECT wall_off('treatment_step');
