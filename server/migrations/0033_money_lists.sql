-- Every page of a list of money is read off one index: the columns that narrow it stand behind those it is in order of.

DROP INDEX invoice_newest, invoice_changed, invoice_of_branch, invoice_of_patient;
CREATE INDEX invoice_newest ON invoice (company_id, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX invoice_changed ON invoice (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX invoice_of_branch ON invoice (company_id, branch_id, created_at DESC, id DESC, patient_id);
CREATE INDEX invoice_of_patient ON invoice (company_id, patient_id, created_at DESC, id DESC, branch_id);

DROP INDEX payment_newest, payment_changed, payment_of_branch, payment_of_patient;
CREATE INDEX payment_newest ON payment (company_id, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX payment_changed ON payment (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX payment_of_branch ON payment (company_id, branch_id, created_at DESC, id DESC, patient_id);
CREATE INDEX payment_of_patient ON payment (company_id, patient_id, created_at DESC, id DESC, branch_id);

DROP INDEX online_payment_newest, online_payment_changed, online_payment_by_status, online_payment_of_branch;
CREATE INDEX online_payment_newest ON online_payment
  (company_id, created_at DESC, id DESC, branch_id, status, invoice_id);
CREATE INDEX online_payment_changed ON online_payment
  (company_id, updated_at, id, branch_id, status, invoice_id, created_at);
CREATE INDEX online_payment_by_status ON online_payment
  (company_id, status, created_at DESC, id DESC, branch_id, invoice_id);
CREATE INDEX online_payment_of_branch ON online_payment
  (company_id, branch_id, created_at DESC, id DESC, status, invoice_id);

DROP INDEX expense_newest, expense_changed, income_newest, income_changed;
CREATE INDEX expense_newest ON expense (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX expense_changed ON expense (company_id, updated_at, id, branch_id, created_at);
CREATE INDEX income_newest ON income (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX income_changed ON income (company_id, updated_at, id, branch_id, created_at);

-- A branch or a patient is one clinic's, which the planner would otherwise take for chance.
CREATE STATISTICS invoice_belongs (dependencies) ON company_id, branch_id, patient_id FROM invoice;
CREATE STATISTICS payment_belongs (dependencies) ON company_id, branch_id, patient_id FROM payment;
CREATE STATISTICS online_payment_belongs (dependencies) ON company_id, branch_id, invoice_id FROM online_payment;
