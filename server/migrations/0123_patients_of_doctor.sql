-- Whether a file is restricted is asked of each that is read: the index by which a doctor's new patients are counted knows it.

DROP INDEX patient_of_doctor;
CREATE INDEX patient_of_doctor ON patient (company_id, doctor_id, created_at) INCLUDE (branch_id, deleted_at, restricted_at)
  WHERE deleted_at IS NULL AND NOT is_lead AND doctor_id IS NOT NULL;
