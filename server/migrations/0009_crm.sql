-- Leads on their way to becoming patients, and messages to both.

CREATE TABLE referral_source (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE referral_source IS 'clinic: How a lead heard of the clinic.';
SELECT protect_by_clinic('referral_source');

CREATE TABLE referral_sub_source (
  LIKE clinic_record INCLUDING INDEXES,
  source_id text NOT NULL,
  name text NOT NULL,
  UNIQUE (company_id, source_id, id),
  CONSTRAINT referral_sub_source_ref_referral_source FOREIGN KEY (company_id, source_id) REFERENCES referral_source
);
COMMENT ON TABLE referral_sub_source IS 'clinic: The same in detail: which campaign, which doctor.';
SELECT protect_by_clinic('referral_sub_source');

CREATE TABLE lead_reject_reason (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE lead_reject_reason IS 'clinic: Why a lead was rejected.';
SELECT protect_by_clinic('lead_reject_reason');

CREATE TABLE lead_stage (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  color text,
  sort_order integer NOT NULL,
  due_days integer CHECK (due_days >= 0),
  require_reject boolean NOT NULL DEFAULT false,
  total_leads integer NOT NULL DEFAULT 0 CHECK (total_leads >= 0),
  FOREIGN KEY (company_id) REFERENCES clinic,
  CONSTRAINT lead_stage_place UNIQUE (company_id, sort_order) DEFERRABLE
);
COMMENT ON TABLE lead_stage IS
  'clinic: The columns of the pipeline. A transaction that changes which leads are in a stage, or their order, '
  'locks its row first: that keeps the count exact and the order without gaps. Several stages are locked in the '
  'order of their ids.';
COMMENT ON COLUMN lead_stage.sort_order IS 'From left to right; the first one takes new leads.';
COMMENT ON COLUMN lead_stage.due_days IS 'How many days a lead may stay before something must happen.';
COMMENT ON COLUMN lead_stage.require_reject IS 'A lead that enters is rejected.';
SELECT protect_by_clinic('lead_stage');
CREATE INDEX lead_stage_newest ON lead_stage (company_id, created_at DESC, id DESC);

CREATE TABLE lead_link (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES clinic
);
COMMENT ON TABLE lead_link IS 'clinic: A public form or campaign that leads come through.';
SELECT protect_by_clinic('lead_link');

CREATE TABLE contact (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  phone text,
  email text,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CONSTRAINT contact_phone UNIQUE (company_id, phone)
);
COMMENT ON TABLE contact IS
  'clinic: A person who can be reached and is no patient yet. One person per phone number: a second lead with it is '
  'refused here.';
COMMENT ON COLUMN contact.phone IS 'E.164.';
SELECT protect_by_clinic('contact');

CREATE TABLE lead (
  LIKE clinic_record INCLUDING INDEXES,
  reference_id integer NOT NULL,
  contact_id text NOT NULL,
  branch_id text NOT NULL,
  stage_id text NOT NULL,
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
  staged_at timestamptz(3) NOT NULL,
  journeyed_at timestamptz(3),
  last_interaction_at timestamptz(3),
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
COMMENT ON TABLE lead IS 'clinic: A prospective patient on the way through the stages of the clinic.';
COMMENT ON COLUMN lead.sort_order IS 'The place within the stage, from 1 to its number of leads.';
COMMENT ON COLUMN lead.staged_at IS 'When it entered its stage.';
COMMENT ON COLUMN lead.journeyed_at IS 'When it became a patient.';
COMMENT ON COLUMN lead.last_interaction_at IS 'When it was last written with.';
SELECT protect_by_clinic('lead');
CREATE INDEX lead_of_patient ON lead (company_id, patient_id) WHERE patient_id IS NOT NULL;
CREATE INDEX lead_newest ON lead (company_id, created_at DESC, id DESC, stage_id, assigned_to_id);
CREATE INDEX lead_changed ON lead (company_id, updated_at, id, stage_id, assigned_to_id);
CREATE INDEX lead_of_stage ON lead (company_id, stage_id, created_at DESC, id DESC, assigned_to_id);
CREATE INDEX lead_of_assignee ON lead (company_id, assigned_to_id, created_at DESC, id DESC, stage_id);
-- One doctor's figures are added up from the records: all of them stand in the index.
CREATE INDEX lead_journeyed ON lead (company_id, journeyed_at)
  INCLUDE (assigned_to_id, branch_id) WHERE journeyed_at IS NOT NULL;
CREATE STATISTICS lead_dependencies (dependencies) ON company_id, stage_id, assigned_to_id FROM lead;

CREATE TABLE lead_move (
  LIKE clinic_record INCLUDING INDEXES,
  lead_id text NOT NULL,
  from_stage_id text,
  to_stage_id text NOT NULL,
  moved_by text NOT NULL,
  CONSTRAINT lead_move_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead
);
COMMENT ON TABLE lead_move IS
  'clinic: The timeline of a lead: each stage that it entered, by whom. The stage may be gone by now.';
COMMENT ON COLUMN lead_move.moved_by IS 'The kind and id of the caller, such as `installation ins_…`.';
SELECT protect_by_clinic('lead_move');
CREATE INDEX lead_move_of_lead ON lead_move (company_id, lead_id, created_at DESC, id DESC);

CREATE TABLE message_template (
  LIKE clinic_record INCLUDING INDEXES,
  name text NOT NULL,
  language text NOT NULL,
  category text NOT NULL CHECK (category IN ('UTILITY', 'MARKETING', 'AUTHENTICATION')),
  status text NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED')),
  body text NOT NULL,
  variable_count integer NOT NULL CHECK (variable_count BETWEEN 0 AND 20),
  carrier_id text,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CONSTRAINT message_template_name UNIQUE (company_id, name, language)
);
COMMENT ON TABLE message_template IS 'clinic: A text that the carrier has to approve before it is sent.';
COMMENT ON COLUMN message_template.status IS 'As the carrier decides; only an approved one is sent.';
COMMENT ON COLUMN message_template.body IS 'With placeholders {{1}} to {{variable_count}}.';
COMMENT ON COLUMN message_template.carrier_id IS 'The carrier''s own id of it.';
SELECT protect_by_clinic('message_template');
CREATE INDEX message_template_newest ON message_template (company_id, created_at DESC, id DESC);
CREATE INDEX message_template_of_status ON message_template (company_id, status, created_at DESC, id DESC);
CREATE INDEX message_template_changed ON message_template (company_id, updated_at, id, status);

CREATE TABLE communication (
  LIKE clinic_record INCLUDING INDEXES,
  channel text NOT NULL CHECK (channel IN ('whatsapp', 'sms', 'email')),
  state text NOT NULL CHECK (state IN ('PENDING', 'DISPATCHED', 'SENT', 'FAILED', 'CANCELED')),
  attempts integer NOT NULL DEFAULT 0,
  claimed_until timestamptz(3),
  template_id text,
  variables text[] NOT NULL DEFAULT '{}',
  subject text,
  text text,
  content_preview text,
  error_code text,
  sent_at timestamptz(3),
  patient_id text,
  lead_id text,
  user_id text,
  lab_id text,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CHECK ((state = 'FAILED') = (error_code IS NOT NULL)),
  CONSTRAINT communication_ref_message_template FOREIGN KEY (company_id, template_id) REFERENCES message_template,
  CONSTRAINT communication_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT communication_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead
);
COMMENT ON TABLE communication IS 'clinic: One message on its way through the pipeline.';
COMMENT ON COLUMN communication.attempts IS
  'Raised by every attempt: what is reported for an earlier one no longer counts.';
COMMENT ON COLUMN communication.claimed_until IS 'A worker has it until then.';
COMMENT ON COLUMN communication.error_code IS 'Why it failed: a class, never a text.';
SELECT protect_by_clinic('communication');
CREATE INDEX communication_changed ON communication (company_id, updated_at, id, channel, patient_id);
CREATE INDEX communication_of_patient ON communication (company_id, patient_id, created_at DESC, id DESC, channel);
CREATE INDEX communication_of_channel ON communication (company_id, channel, created_at DESC, id DESC, patient_id);
CREATE INDEX communication_newest ON communication (company_id, created_at DESC, id DESC, patient_id, channel);
CREATE STATISTICS communication_dependencies (dependencies) ON company_id, patient_id FROM communication;

CREATE TABLE conversation (
  LIKE clinic_record INCLUDING INDEXES,
  phone text NOT NULL,
  name text,
  language text,
  blocked boolean NOT NULL DEFAULT false,
  resolved boolean NOT NULL DEFAULT false,
  unseen_count integer NOT NULL DEFAULT 0 CHECK (unseen_count >= 0),
  messages_count integer NOT NULL DEFAULT 0,
  last_message_at timestamptz(3),
  last_activity_at timestamptz(3),
  last_inbound_at timestamptz(3),
  patient_id text,
  lead_id text,
  assigned_to_id text,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CONSTRAINT conversation_phone UNIQUE (company_id, phone),
  CONSTRAINT conversation_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT conversation_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead,
  CONSTRAINT conversation_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner
);
COMMENT ON TABLE conversation IS 'clinic: A thread with one phone number.';
COMMENT ON COLUMN conversation.phone IS 'E.164.';
COMMENT ON COLUMN conversation.last_inbound_at IS
  'A text may answer it for a day; after that only an approved template is carried.';
SELECT protect_by_clinic('conversation');
CREATE INDEX conversation_of_lead ON conversation (company_id, lead_id) WHERE lead_id IS NOT NULL;
CREATE INDEX conversation_newest ON conversation (company_id, created_at DESC, id DESC, resolved, assigned_to_id);
CREATE INDEX conversation_changed ON conversation (company_id, updated_at, id, resolved, assigned_to_id);
CREATE INDEX conversation_of_resolved ON conversation (company_id, resolved, created_at DESC, id DESC, assigned_to_id);
CREATE INDEX conversation_of_assignee ON conversation (company_id, assigned_to_id, created_at DESC, id DESC, resolved);
CREATE STATISTICS conversation_dependencies (dependencies) ON company_id, assigned_to_id FROM conversation;

CREATE TABLE conversation_message (
  LIKE clinic_record INCLUDING INDEXES,
  conversation_id text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('INBOUND', 'OUTBOUND')),
  channel text NOT NULL CHECK (channel IN ('whatsapp', 'sms')),
  type text NOT NULL CHECK (type IN ('text', 'image', 'audio', 'document', 'template')),
  text text,
  template_id text,
  file_id text,
  status text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'read', 'failed')),
  error_code text,
  sent_by_id text,
  communication_id text,
  carrier_id text,
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  read_at timestamptz(3),
  CONSTRAINT conversation_message_ref_conversation FOREIGN KEY (company_id, conversation_id) REFERENCES conversation,
  CONSTRAINT conversation_message_ref_message_template FOREIGN KEY (company_id, template_id) REFERENCES message_template,
  CONSTRAINT conversation_message_ref_communication FOREIGN KEY (company_id, communication_id) REFERENCES communication
);
COMMENT ON TABLE conversation_message IS 'clinic: One message of a thread, in or out.';
COMMENT ON COLUMN conversation_message.communication_id IS 'Outbound ones go through the pipeline.';
COMMENT ON COLUMN conversation_message.carrier_id IS
  'The carrier''s own id: by it receipts find the message, and what comes twice is taken once.';
SELECT protect_by_clinic('conversation_message');
CREATE UNIQUE INDEX conversation_message_carried ON conversation_message (company_id, carrier_id);
CREATE INDEX conversation_message_newest ON conversation_message (company_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX conversation_message_of_communication ON conversation_message (company_id, communication_id);
CREATE STATISTICS conversation_message_dependencies (dependencies) ON company_id, conversation_id FROM conversation_message;

CREATE TABLE sandbox_message (
  LIKE clinic_record INCLUDING INDEXES,
  reference text NOT NULL,
  channel text NOT NULL,
  recipient text NOT NULL,
  body text NOT NULL,
  FOREIGN KEY (company_id) REFERENCES clinic,
  CONSTRAINT sandbox_message_reference UNIQUE (company_id, reference)
);
COMMENT ON TABLE sandbox_message IS 'clinic: What the sandbox carrier has "sent", to no real recipient.';
COMMENT ON COLUMN sandbox_message.reference IS 'The sender''s own reference: the same one is carried once.';
SELECT protect_by_clinic('sandbox_message');
CREATE INDEX sandbox_message_age ON sandbox_message (created_at);
