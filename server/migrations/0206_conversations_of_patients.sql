-- additive
-- A patient's file shows what they wrote: their conversations are looked up by the patient.

CREATE INDEX conversation_of_patient ON conversation (company_id, patient_id) WHERE patient_id IS NOT NULL;
