-- What runs for every answer is planned once for each connection: a plan for each patient costs ten times what it runs.

ALTER FUNCTION see_patients(text[], text[], text[], text[], integer) SET plan_cache_mode = force_generic_plan;
