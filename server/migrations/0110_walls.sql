-- OAuth codes, tokens and grants are looked up by hash before a clinic is known. Only a transaction of the authorization
-- server, which says so, sees those of all clinics; everybody else sees the own clinic's.
DO $$
DECLARE
  target regclass;
BEGIN
  FOREACH target IN ARRAY ARRAY['oauth_grant', 'oauth_authorization_code', 'oauth_token']::regclass[] LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY own_clinic ON %s TO clinic_app USING (company_id = current_setting(''app.company'', true))', target);
    EXECUTE format('CREATE POLICY authorization_server ON %s TO clinic_app USING (current_setting(''app.part'', true) = ''authorization server'')', target);
  END LOOP;
END $$;

-- What the sweep of unconfirmed uploads looks at, and nothing of patients.
REVOKE SELECT ON file_upload FROM clinic_dispatcher;
GRANT SELECT (company_id, id, confirmed_at, expires_at) ON file_upload TO clinic_dispatcher;
