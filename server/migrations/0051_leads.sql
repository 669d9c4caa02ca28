-- Leads: prospective patients on their way through the stages of the clinic.

-- Staff that new leads are assigned to in turn.
ALTER TABLE practitioner ADD COLUMN takes_leads boolean NOT NULL DEFAULT false;
CREATE INDEX practitioner_takes_leads ON practitioner (company_id, id) WHERE takes_leads AND active;

CREATE TABLE referral_source (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('referral_source');

CREATE TABLE referral_sub_source (
  company_id text NOT NULL,
  id text NOT NULL,
  source_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, source_id, id),
  CONSTRAINT referral_sub_source_ref_referral_source FOREIGN KEY (company_id, source_id) REFERENCES referral_source
);
SELECT wall_off('referral_sub_source');

CREATE TABLE lead_reject_reason (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('lead_reject_reason');

-- The columns of the pipeline. Whoever changes which leads are in a stage, or their order, locks its row first: that
-- keeps the count exact and the order without gaps. Several stages are locked in the order of their ids.
CREATE TABLE lead_stage (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  color text,
  -- From left to right; the first one takes new leads.
  sort_order integer NOT NULL,
  -- How many days a lead may stay before something must happen.
  due_days integer CHECK (due_days >= 0),
  -- A lead that enters is rejected.
  require_reject boolean NOT NULL DEFAULT false,
  total_leads integer NOT NULL DEFAULT 0 CHECK (total_leads >= 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT lead_stage_place UNIQUE (company_id, sort_order) DEFERRABLE
);
SELECT wall_off('lead_stage');
CREATE INDEX lead_stage_newest ON lead_stage (company_id, created_at DESC, id DESC);

-- A public form or campaign that leads come through.
CREATE TABLE lead_link (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id)
);
SELECT wall_off('lead_link');

-- Somebody who can be reached and is no patient yet. One person per phone number: a second lead with it is refused here.
CREATE TABLE contact (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  -- E.164.
  phone text,
  email text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT contact_phone UNIQUE (company_id, phone)
);
SELECT wall_off('contact');

CREATE TABLE lead (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  reference_id integer NOT NULL,
  contact_id text NOT NULL,
  branch_id text NOT NULL,
  stage_id text NOT NULL,
  -- The place within the stage, from 1 to its number of leads.
  sort_order integer NOT NULL CHECK (sort_order >= 1),
  deal_size_minor bigint CHECK (deal_size_minor >= 0),
  score integer CHECK (score BETWEEN 0 AND 100),
  due_at timestamptz(3),
  patient_id text,
  assigned_to_id text,
  lead_link_id text,
  reject_reason_id text,
  referral_source_id text,
  referral_sub_source_id text,
  notes text,
  -- When it entered its stage, became a patient, and was last written with.
  staged_at timestamptz(3) NOT NULL,
  journeyed_at timestamptz(3),
  last_interaction_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT lead_reference UNIQUE (company_id, reference_id),
  CONSTRAINT lead_of_contact UNIQUE (company_id, contact_id),
  CONSTRAINT lead_place UNIQUE (company_id, stage_id, sort_order) DEFERRABLE,
  CONSTRAINT lead_ref_contact FOREIGN KEY (company_id, contact_id) REFERENCES contact,
  CONSTRAINT lead_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch,
  CONSTRAINT "lead_ref_leadStage" FOREIGN KEY (company_id, stage_id) REFERENCES lead_stage,
  CONSTRAINT lead_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT lead_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner,
  CONSTRAINT lead_ref_lead_link FOREIGN KEY (company_id, lead_link_id) REFERENCES lead_link,
  CONSTRAINT lead_ref_reject_reason FOREIGN KEY (company_id, reject_reason_id) REFERENCES lead_reject_reason,
  CONSTRAINT lead_ref_referral_source FOREIGN KEY (company_id, referral_source_id) REFERENCES referral_source,
  -- The sub-source is one of that source.
  CONSTRAINT lead_ref_referral_sub_source FOREIGN KEY (company_id, referral_source_id, referral_sub_source_id)
    REFERENCES referral_sub_source (company_id, source_id, id),
  CHECK (referral_sub_source_id IS NULL OR referral_source_id IS NOT NULL)
);
SELECT wall_off('lead');
CREATE INDEX lead_newest ON lead (company_id, created_at DESC, id DESC);
CREATE INDEX lead_changed ON lead (company_id, updated_at, id);
CREATE INDEX lead_of_stage ON lead (company_id, stage_id, created_at DESC, id DESC);
CREATE INDEX lead_of_assignee ON lead (company_id, assigned_to_id, created_at DESC, id DESC);
CREATE INDEX lead_of_patient ON lead (company_id, patient_id) WHERE patient_id IS NOT NULL;
CREATE INDEX lead_journeyed ON lead (company_id, journeyed_at) WHERE journeyed_at IS NOT NULL;

-- The timeline of a lead: each stage that it entered, by whom. The stage may be gone by now.
CREATE TABLE lead_move (
  company_id text NOT NULL,
  id text NOT NULL,
  lead_id text NOT NULL,
  from_stage_id text,
  to_stage_id text NOT NULL,
  -- The kind and id of the caller, such as `installation ins_…`.
  moved_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT lead_move_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead
);
SELECT wall_off('lead_move');
CREATE INDEX lead_move_of_lead ON lead_move (company_id, lead_id, created_at DESC, id DESC);
