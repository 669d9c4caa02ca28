-- expand
-- An Arabic receipt showed what was done under its English name. Lines that were issued before keep what they were issued with.
ALTER TABLE invoice_line ADD COLUMN name_ar text;
COMMENT ON COLUMN invoice_line.name_ar IS 'As the price list had it in Arabic when the line was written; null where the name is another than the list’s.';
