-- As for appointments (0007): the columns that narrow a list stand behind those it is in order of, so that rows which are
-- not wanted are passed over within the index, whichever one the planner takes.

DROP INDEX lead_newest, lead_changed, lead_of_stage, lead_of_assignee;
CREATE INDEX lead_newest ON lead (company_id, created_at DESC, id DESC, stage_id, assigned_to_id);
CREATE INDEX lead_changed ON lead (company_id, updated_at, id, stage_id, assigned_to_id);
CREATE INDEX lead_of_stage ON lead (company_id, stage_id, created_at DESC, id DESC, assigned_to_id);
CREATE INDEX lead_of_assignee ON lead (company_id, assigned_to_id, created_at DESC, id DESC, stage_id);

DROP INDEX communication_newest, communication_changed, communication_of_patient, communication_of_channel;
CREATE INDEX communication_newest ON communication (company_id, created_at DESC, id DESC, channel);
CREATE INDEX communication_changed ON communication (company_id, updated_at, id, channel, patient_id);
CREATE INDEX communication_of_patient ON communication (company_id, patient_id, created_at DESC, id DESC, channel);
CREATE INDEX communication_of_channel ON communication (company_id, channel, created_at DESC, id DESC, patient_id);

DROP INDEX conversation_newest, conversation_changed, conversation_of_resolved, conversation_of_assignee;
CREATE INDEX conversation_newest ON conversation (company_id, created_at DESC, id DESC, resolved, assigned_to_id);
CREATE INDEX conversation_changed ON conversation (company_id, updated_at, id, resolved, assigned_to_id);
CREATE INDEX conversation_of_resolved ON conversation (company_id, resolved, created_at DESC, id DESC, assigned_to_id);
CREATE INDEX conversation_of_assignee ON conversation (company_id, assigned_to_id, created_at DESC, id DESC, resolved);

DROP INDEX message_template_changed;
CREATE INDEX message_template_changed ON message_template (company_id, updated_at, id, status);

-- A stage, a member of staff or a patient is one clinic's; without knowing, the planner takes them for rarities there.
CREATE STATISTICS lead_belongs (dependencies) ON company_id, stage_id, assigned_to_id FROM lead;
CREATE STATISTICS communication_belongs (dependencies) ON company_id, patient_id FROM communication;
CREATE STATISTICS conversation_belongs (dependencies) ON company_id, assigned_to_id FROM conversation;
CREATE STATISTICS conversation_message_belongs (dependencies) ON company_id, conversation_id FROM conversation_message;
