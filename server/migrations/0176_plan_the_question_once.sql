-- Eight relations are joined for each question about tokens, most of which are about one: to plan that anew costs as much
-- as to answer. Every row is looked up by its key, so one plan is as good for any number of tokens.
ALTER FUNCTION standing_oauth_tokens SET plan_cache_mode = force_generic_plan;
