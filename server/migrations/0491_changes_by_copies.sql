-- expand
-- What a change of control means for clinics happens wherever it arrives, by hand or as a copy.
ALTER TABLE membership ENABLE ALWAYS TRIGGER connection_changed, ENABLE ALWAYS TRIGGER connection_ended;
ALTER TABLE oauth_client ENABLE ALWAYS TRIGGER connection_changed;
ALTER TABLE oauth_grant ENABLE ALWAYS TRIGGER connection_changed;
ALTER TABLE oauth_token ENABLE ALWAYS TRIGGER connection_changed;
ALTER TABLE staff_user ENABLE ALWAYS TRIGGER connection_changed;
