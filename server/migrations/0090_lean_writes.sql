-- A write begins by statements of the program; begin_write remains for whoever writes by hand.
DROP FUNCTION begin_request;

-- These name a branch, which names the clinic. Without the second reference the clinic's one row is not locked, shared,
-- by every write of the clinic at once.
ALTER TABLE patient DROP CONSTRAINT patient_company_id_fkey;
ALTER TABLE appointment DROP CONSTRAINT appointment_company_id_fkey;
