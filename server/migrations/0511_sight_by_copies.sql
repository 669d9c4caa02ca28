-- expand
-- Which branches a person sees may change as a copy, where control is.
ALTER TABLE practitioner_branch ENABLE ALWAYS TRIGGER connection_changed;
