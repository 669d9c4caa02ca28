-- Attempts to connect an assistant, each with a flow id and a browser token of its own (specification, OAuth rule 7).
CREATE TABLE oauth_flow (
  flow_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  client_id text NOT NULL REFERENCES oauth_client ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  state text,
  scope text NOT NULL,
  resource text NOT NULL,
  code_challenge text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT ON oauth_flow TO clinic_app;
CREATE INDEX oauth_flow_end ON oauth_flow (expires_at);
