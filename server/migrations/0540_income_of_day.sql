-- expand concurrently
-- The day sheet and what was given back are read by the day of the books.
CREATE INDEX CONCURRENTLY income_of_day ON income (company_id, date);
