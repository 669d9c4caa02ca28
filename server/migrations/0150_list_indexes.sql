-- As for appointments (0007): the columns that narrow a list stand behind those it is in order of, so that rows which are
-- not wanted are passed over within the index, whichever one the planner takes.

DROP INDEX treatment_newest, treatment_changed, treatment_of_branch, treatment_of_doctor, treatment_by_status,
  treatment_by_approval_required, treatment_by_approved;
CREATE INDEX treatment_newest ON treatment
  (company_id, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status, approval_required, approved);
CREATE INDEX treatment_changed ON treatment
  (company_id, updated_at, id, branch_id, patient_id, doctor_id, status, approval_required, approved, created_at);
CREATE INDEX treatment_of_doctor ON treatment
  (company_id, doctor_id, created_at DESC, id DESC, branch_id, status, approval_required, approved);
CREATE INDEX treatment_by_status ON treatment
  (company_id, status, created_at DESC, id DESC, branch_id, patient_id, doctor_id, approval_required, approved);
CREATE INDEX treatment_by_approval ON treatment
  (company_id, approval_required, approved, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status);
CREATE INDEX treatment_by_approved ON treatment
  (company_id, approved, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status, approval_required);

DROP INDEX quotation_newest, quotation_changed, quotation_of_patient, quotation_of_branch, quotation_by_signed;
CREATE INDEX quotation_newest ON quotation (company_id, created_at DESC, id DESC, patient_id, branch_id, signed);
CREATE INDEX quotation_changed ON quotation (company_id, updated_at, id, branch_id, patient_id, signed, created_at);
CREATE INDEX quotation_of_patient ON quotation (company_id, patient_id, created_at DESC, id DESC, branch_id, signed);
CREATE INDEX quotation_by_signed ON quotation (company_id, signed, created_at DESC, id DESC, branch_id, patient_id);

DROP INDEX prescription_newest, prescription_changed, prescription_of_branch;
CREATE INDEX prescription_newest ON prescription (company_id, created_at DESC, id DESC, patient_id, branch_id);
CREATE INDEX prescription_changed ON prescription (company_id, updated_at, id, branch_id, patient_id, created_at);

DROP INDEX encounter_newest, encounter_changed, encounter_of_branch;
CREATE INDEX encounter_newest ON encounter (company_id, created_at DESC, id DESC, patient_id, branch_id);
CREATE INDEX encounter_changed ON encounter (company_id, updated_at, id, branch_id, patient_id, created_at);

DROP INDEX form_submission_newest, form_submission_changed, form_submission_of_form, form_submission_by_status;
CREATE INDEX form_submission_newest ON form_submission (company_id, created_at DESC, id DESC, patient_id, form_id, status);
CREATE INDEX form_submission_changed ON form_submission
  (company_id, updated_at, id, form_id, patient_id, status, created_at);
CREATE INDEX form_submission_of_form ON form_submission
  (company_id, form_id, created_at DESC, id DESC, status, patient_id);
CREATE INDEX form_submission_by_status ON form_submission
  (company_id, status, created_at DESC, id DESC, form_id, patient_id);

DROP INDEX consent_form_newest, consent_form_changed, consent_form_of_branch, consent_form_by_signed;
CREATE INDEX consent_form_newest ON consent_form (company_id, created_at DESC, id DESC, patient_id, branch_id, signed);
CREATE INDEX consent_form_changed ON consent_form (company_id, updated_at, id, branch_id, patient_id, signed, created_at);
CREATE INDEX consent_form_by_signed ON consent_form (company_id, signed, created_at DESC, id DESC, branch_id, patient_id);

DROP INDEX lab_item_changed;
CREATE INDEX lab_item_changed ON lab_item (company_id, updated_at, id, lab_id);

DROP INDEX lab_order_newest, lab_order_changed, lab_order_of_branch, lab_order_of_lab, lab_order_by_status;
CREATE INDEX lab_order_newest ON lab_order (company_id, created_at DESC, id DESC, branch_id, lab_id, status, patient_id);
CREATE INDEX lab_order_changed ON lab_order (company_id, updated_at, id, branch_id, lab_id, status, patient_id);
CREATE INDEX lab_order_of_branch ON lab_order (company_id, branch_id, created_at DESC, id DESC, lab_id, status);
CREATE INDEX lab_order_of_lab ON lab_order (company_id, lab_id, created_at DESC, id DESC, branch_id, status);
CREATE INDEX lab_order_by_status ON lab_order (company_id, status, created_at DESC, id DESC, branch_id, lab_id, patient_id);

DROP INDEX loyalty_transaction_newest, loyalty_transaction_changed, loyalty_transaction_of_patient;
CREATE INDEX loyalty_transaction_newest ON loyalty_transaction (company_id, created_at DESC, id DESC, type, patient_id);
CREATE INDEX loyalty_transaction_changed ON loyalty_transaction (company_id, updated_at, id, type, patient_id);
CREATE INDEX loyalty_transaction_of_patient ON loyalty_transaction (company_id, patient_id, created_at DESC, id DESC, type);

DROP INDEX feedback_newest, feedback_changed, feedback_of_branch, feedback_of_doctor, feedback_by_rating;
CREATE INDEX feedback_newest ON feedback (company_id, created_at DESC, id DESC, branch_id, doctor_id, rating, patient_id);
CREATE INDEX feedback_changed ON feedback (company_id, updated_at, id, branch_id, doctor_id, rating, patient_id);
CREATE INDEX feedback_of_branch ON feedback (company_id, branch_id, created_at DESC, id DESC, doctor_id, rating);
CREATE INDEX feedback_of_doctor ON feedback (company_id, doctor_id, created_at DESC, id DESC, branch_id, rating);
CREATE INDEX feedback_by_rating ON feedback (company_id, rating, created_at DESC, id DESC, branch_id, doctor_id, patient_id);

DROP INDEX task_newest, task_changed, task_by_status, task_of_assignee;
CREATE INDEX task_newest ON task (company_id, created_at DESC, id DESC, status, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_changed ON task (company_id, updated_at, id, status, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_by_status ON task (company_id, status, created_at DESC, id DESC, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_of_assignee ON task (company_id, assigned_to_id, created_at DESC, id DESC, status);

DROP INDEX inventory_item_newest, inventory_item_changed, inventory_item_of_branch, inventory_item_by_low_stock;
CREATE INDEX inventory_item_newest ON inventory_item (company_id, created_at DESC, id DESC, branch_id, low_stock);
CREATE INDEX inventory_item_changed ON inventory_item (company_id, updated_at, id, branch_id, low_stock);
CREATE INDEX inventory_item_of_branch ON inventory_item (company_id, branch_id, created_at DESC, id DESC, low_stock);
CREATE INDEX inventory_item_by_low_stock ON inventory_item (company_id, low_stock, created_at DESC, id DESC, branch_id);

DROP INDEX inventory_order_newest, inventory_order_changed, inventory_order_of_branch, inventory_order_by_status;
CREATE INDEX inventory_order_newest ON inventory_order (company_id, created_at DESC, id DESC, status, branch_id);
CREATE INDEX inventory_order_changed ON inventory_order (company_id, updated_at, id, status, branch_id);
CREATE INDEX inventory_order_of_branch ON inventory_order (company_id, branch_id, created_at DESC, id DESC, status);
CREATE INDEX inventory_order_by_status ON inventory_order (company_id, status, created_at DESC, id DESC, branch_id);

DROP INDEX appointment_of_status, communication_newest;
CREATE INDEX appointment_of_status ON appointment (company_id, status, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX communication_newest ON communication (company_id, created_at DESC, id DESC, patient_id, channel);

CREATE INDEX event_of_type ON event (company_id, type, created_at, id);

DROP INDEX claim_newest, claim_changed, claim_by_status, claim_of_insurer, claim_of_branch;
CREATE INDEX claim_newest ON claim (company_id, created_at DESC, id DESC, status, insurance_company_id, branch_id);
CREATE INDEX claim_changed ON claim (company_id, updated_at, id, status, insurance_company_id, branch_id, created_at);
CREATE INDEX claim_by_status ON claim (company_id, status, created_at DESC, id DESC, insurance_company_id, branch_id);
CREATE INDEX claim_of_insurer ON claim (company_id, insurance_company_id, created_at DESC, id DESC, status, branch_id);
CREATE INDEX claim_of_branch ON claim (company_id, branch_id, created_at DESC, id DESC, status, insurance_company_id);

DROP INDEX einvoice_submission_newest, einvoice_submission_changed, einvoice_submission_by_status;
CREATE INDEX einvoice_submission_newest ON einvoice_submission (company_id, created_at DESC, id DESC, status, invoice_id);
CREATE INDEX einvoice_submission_changed ON einvoice_submission
  (company_id, updated_at, id, status, invoice_id, created_at);
CREATE INDEX einvoice_submission_by_status ON einvoice_submission (company_id, status, created_at DESC, id DESC, invoice_id);

DROP INDEX insurance_policy_changed, policy_class_changed, loyalty_account_changed;
CREATE INDEX insurance_policy_changed ON insurance_policy (company_id, updated_at, id, insurance_company_id);
CREATE INDEX policy_class_changed ON policy_class (company_id, updated_at, id, insurance_policy_id);
CREATE INDEX loyalty_account_changed ON loyalty_account (company_id, updated_at, id, patient_id);

DROP INDEX practitioner_newest, practitioner_changed, procedure_changed;
CREATE INDEX practitioner_newest ON practitioner (company_id, created_at DESC, id DESC, is_doctor, active);
CREATE INDEX practitioner_changed ON practitioner (company_id, updated_at, id, is_doctor, active);
CREATE INDEX practitioner_by_is_doctor ON practitioner (company_id, is_doctor, created_at DESC, id DESC, active);
DROP INDEX practitioner_branch_of_branch;
CREATE INDEX practitioner_branch_of_branch ON practitioner_branch (company_id, branch_id, practitioner_id);
CREATE INDEX procedure_changed ON procedure (company_id, updated_at, id, group_id);
CREATE INDEX procedure_search ON procedure USING gin (company_id, search_text gin_trgm_ops);

-- A branch, a lab, a doctor or a patient is one clinic's; without knowing, the planner takes them for rarities there.
CREATE STATISTICS claim_belongs (dependencies) ON company_id, insurance_company_id, branch_id FROM claim;
CREATE STATISTICS consent_form_belongs (dependencies) ON company_id, branch_id, patient_id FROM consent_form;
CREATE STATISTICS einvoice_submission_belongs (dependencies) ON company_id, invoice_id FROM einvoice_submission;
CREATE STATISTICS encounter_belongs (dependencies) ON company_id, branch_id, patient_id FROM encounter;
CREATE STATISTICS feedback_belongs (dependencies) ON company_id, branch_id, doctor_id, patient_id FROM feedback;
CREATE STATISTICS file_belongs (dependencies) ON company_id, patient_id, operation_id FROM file;
CREATE STATISTICS form_submission_belongs (dependencies) ON company_id, form_id, patient_id FROM form_submission;
CREATE STATISTICS inventory_item_belongs (dependencies) ON company_id, branch_id FROM inventory_item;
CREATE STATISTICS inventory_order_belongs (dependencies) ON company_id, branch_id FROM inventory_order;
CREATE STATISTICS lab_item_belongs (dependencies) ON company_id, lab_id FROM lab_item;
CREATE STATISTICS lab_order_belongs (dependencies) ON company_id, branch_id, lab_id, patient_id FROM lab_order;
CREATE STATISTICS insurance_policy_belongs (dependencies) ON company_id, insurance_company_id FROM insurance_policy;
CREATE STATISTICS loyalty_transaction_belongs (dependencies) ON company_id, patient_id FROM loyalty_transaction;
CREATE STATISTICS policy_class_belongs (dependencies) ON company_id, insurance_policy_id FROM policy_class;
CREATE STATISTICS prescription_belongs (dependencies) ON company_id, branch_id, patient_id FROM prescription;
CREATE STATISTICS quotation_belongs (dependencies) ON company_id, branch_id, patient_id FROM quotation;
CREATE STATISTICS task_belongs (dependencies) ON company_id, assigned_to_id, patient_id FROM task;
CREATE STATISTICS treatment_belongs (dependencies) ON company_id, branch_id, doctor_id, patient_id FROM treatment;
CREATE STATISTICS xray_belongs (dependencies) ON company_id, patient_id, operation_id FROM xray;

-- Ids of the clinic's records with the pattern in their search text, `most` at most: as patients_like, and why, in 0007.
CREATE FUNCTION inventory_items_like(pattern text, most integer) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT id FROM inventory_item
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern
  LIMIT most
$$;
CREATE FUNCTION procedures_like(pattern text, most integer) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT id FROM procedure
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern
  LIMIT most
$$;
CREATE FUNCTION insurance_companies_like(pattern text, most integer) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT id FROM insurance_company
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern
  LIMIT most
$$;
REVOKE ALL ON FUNCTION inventory_items_like, procedures_like, insurance_companies_like FROM PUBLIC;
GRANT EXECUTE ON FUNCTION inventory_items_like, procedures_like, insurance_companies_like TO clinic_app;
