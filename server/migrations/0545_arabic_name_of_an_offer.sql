-- expand
ALTER TABLE quotation_line ADD COLUMN name_ar text;
COMMENT ON COLUMN quotation_line.name_ar IS 'As the price list had it in Arabic when the line was copied; null where the name is another than the list’s.';
