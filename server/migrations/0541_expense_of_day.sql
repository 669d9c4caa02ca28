-- expand concurrently
-- The tax within what the clinic bought is read by the day of the books.
CREATE INDEX CONCURRENTLY expense_of_day ON expense (company_id, date);
