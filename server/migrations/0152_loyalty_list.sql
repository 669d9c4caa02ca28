-- As in 0150: a patient's transactions of one type are told from others' within the index.
DROP INDEX loyalty_transaction_by_type;
CREATE INDEX loyalty_transaction_by_type ON loyalty_transaction (company_id, type, created_at DESC, id DESC, patient_id);
