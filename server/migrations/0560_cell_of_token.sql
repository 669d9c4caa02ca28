-- expand
-- The cell of the clinic that a plugin's token is of, of all clinics: asked where control is, by the hash of the token, once
-- the token was not found where the request arrived.
CREATE FUNCTION cell_of_token(hash bytea) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT coalesce(clinic.cell, 'control')
  FROM plugin_token AS token JOIN clinic ON clinic.company_id = token.company_id
  WHERE token.token_hash = hash
$$;
REVOKE ALL ON FUNCTION cell_of_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cell_of_token TO clinic_app;
