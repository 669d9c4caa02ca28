-- A sandbox clinic's plugin is removed and installed anew as it was, with the secrets that its endpoints have.

CREATE FUNCTION secrets_of_sandbox_endpoint(endpoint text)
RETURNS TABLE (sealed bytea, created_at timestamptz, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT secret.sealed, secret.created_at, secret.expires_at
  FROM webhook_secret AS secret
  JOIN clinic ON clinic.company_id = secret.company_id AND clinic.sandbox
  WHERE secret.company_id = current_setting('app.company') AND secret.endpoint_id = endpoint
$$;
COMMENT ON FUNCTION secrets_of_sandbox_endpoint(text) IS
  'The sealed signing secrets of an endpoint of the clinic that the transaction has named, where that is a sandbox; of no '
  'other clinic does the application read secrets.';
REVOKE EXECUTE ON FUNCTION secrets_of_sandbox_endpoint(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION secrets_of_sandbox_endpoint(text) TO clinic_app;
