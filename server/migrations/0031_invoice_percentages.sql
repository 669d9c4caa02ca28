-- Percentages that were agreed keep the precision with which they are computed.
ALTER TABLE invoice ALTER COLUMN whole_discount_percent TYPE numeric(9, 6);
ALTER TABLE invoice_line ALTER COLUMN discount_percent TYPE numeric(9, 6);
