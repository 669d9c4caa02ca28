-- Assistants are told what is free by the statement that books, which reads what blocks rooms, too.
CREATE POLICY read_own_clinic ON room_block FOR SELECT TO clinic_reader USING (
  company_id = current_setting('app.company', true));
GRANT SELECT (company_id, branch_id, room, starts_at, ends_at, canceled_at) ON room_block TO clinic_reader;
