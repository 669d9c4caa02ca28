-- Messages to patients and leads, and the conversations they are part of.

CREATE TABLE message_template (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  name text NOT NULL,
  language text NOT NULL,
  category text NOT NULL CHECK (category IN ('UTILITY', 'MARKETING', 'AUTHENTICATION')),
  -- As the carrier decides; only an approved one is sent.
  status text NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED')),
  -- With placeholders {{1}} to {{variable_count}}.
  body text NOT NULL,
  variable_count integer NOT NULL CHECK (variable_count BETWEEN 0 AND 20),
  -- The carrier's own id of it.
  carrier_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT message_template_name UNIQUE (company_id, name, language)
);
SELECT wall_off('message_template');
CREATE INDEX message_template_newest ON message_template (company_id, created_at DESC, id DESC);
CREATE INDEX message_template_changed ON message_template (company_id, updated_at, id);
CREATE INDEX message_template_of_status ON message_template (company_id, status, created_at DESC, id DESC);

-- One message on its way through the pipeline.
CREATE TABLE communication (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('whatsapp', 'sms', 'email')),
  state text NOT NULL CHECK (state IN ('PENDING', 'DISPATCHED', 'SENT', 'FAILED', 'CANCELED')),
  -- Raised by every attempt: what is reported for an earlier one no longer counts.
  attempts integer NOT NULL DEFAULT 0,
  -- A worker has it until then.
  claimed_until timestamptz(3),
  template_id text,
  variables text[] NOT NULL DEFAULT '{}',
  subject text,
  text text,
  content_preview text,
  -- Why it failed: a class, never a text.
  error_code text,
  sent_at timestamptz(3),
  patient_id text,
  lead_id text,
  user_id text,
  lab_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK ((state = 'FAILED') = (error_code IS NOT NULL)),
  CONSTRAINT communication_ref_message_template FOREIGN KEY (company_id, template_id) REFERENCES message_template,
  CONSTRAINT communication_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT communication_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead
);
SELECT wall_off('communication');
CREATE INDEX communication_newest ON communication (company_id, created_at DESC, id DESC);
CREATE INDEX communication_changed ON communication (company_id, updated_at, id);
CREATE INDEX communication_of_patient ON communication (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX communication_of_channel ON communication (company_id, channel, created_at DESC, id DESC);

-- A thread with one phone number.
CREATE TABLE conversation (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  -- E.164.
  phone text NOT NULL,
  name text,
  language text,
  blocked boolean NOT NULL DEFAULT false,
  resolved boolean NOT NULL DEFAULT false,
  unseen_count integer NOT NULL DEFAULT 0 CHECK (unseen_count >= 0),
  messages_count integer NOT NULL DEFAULT 0,
  last_message_at timestamptz(3),
  last_activity_at timestamptz(3),
  -- A text may answer it for a day; after that only an approved template is carried.
  last_inbound_at timestamptz(3),
  patient_id text,
  lead_id text,
  assigned_to_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT conversation_phone UNIQUE (company_id, phone),
  CONSTRAINT conversation_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT conversation_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead,
  CONSTRAINT conversation_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner
);
SELECT wall_off('conversation');
CREATE INDEX conversation_newest ON conversation (company_id, created_at DESC, id DESC);
CREATE INDEX conversation_changed ON conversation (company_id, updated_at, id);
CREATE INDEX conversation_of_resolved ON conversation (company_id, resolved, created_at DESC, id DESC);
CREATE INDEX conversation_of_assignee ON conversation (company_id, assigned_to_id, created_at DESC, id DESC);
CREATE INDEX conversation_of_lead ON conversation (company_id, lead_id) WHERE lead_id IS NOT NULL;

CREATE TABLE conversation_message (
  company_id text NOT NULL,
  id text NOT NULL,
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
  -- Outbound ones go through the pipeline.
  communication_id text,
  -- The carrier's own id: by it receipts find the message, and what comes twice is taken once.
  carrier_id text,
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  read_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT conversation_message_ref_conversation FOREIGN KEY (company_id, conversation_id) REFERENCES conversation,
  CONSTRAINT conversation_message_ref_message_template FOREIGN KEY (company_id, template_id) REFERENCES message_template,
  CONSTRAINT conversation_message_ref_communication FOREIGN KEY (company_id, communication_id) REFERENCES communication
);
SELECT wall_off('conversation_message');
CREATE UNIQUE INDEX conversation_message_carried ON conversation_message (company_id, carrier_id);
CREATE INDEX conversation_message_newest ON conversation_message (company_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX conversation_message_of_communication ON conversation_message (company_id, communication_id);

-- Whose phone it is.
CREATE INDEX patient_of_phone ON patient (company_id, phone_number) WHERE deleted_at IS NULL;

-- What the sandbox carrier has "sent": it reaches nobody.
CREATE TABLE sandbox_message (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  -- The sender's own reference: the same one is carried once.
  reference text NOT NULL,
  channel text NOT NULL,
  recipient text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT sandbox_message_reference UNIQUE (company_id, reference)
);
SELECT wall_off('sandbox_message');
