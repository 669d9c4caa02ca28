-- expand
-- Files that a move has copied are deleted at the source with the rows, wherever they were copied from.
ALTER TABLE clinic_move ADD COLUMN files_from text;
COMMENT ON COLUMN clinic_move.files_from IS 'The folder from which its files were copied; null where they lie in one place for all.';
