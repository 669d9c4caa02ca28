-- 0176 was measured again, in alternating pairs: with its plan one token costs a fifth more, and nine no less.
ALTER FUNCTION standing_oauth_tokens RESET plan_cache_mode;
