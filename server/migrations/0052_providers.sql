-- What a clinic uses of the outside world: for each kind (payments, whatsapp, sms …) the providers it has settings for,
-- and the one that is in use.
CREATE TABLE clinic_provider (
  company_id text NOT NULL REFERENCES clinic,
  kind text NOT NULL,
  provider text NOT NULL,
  active boolean NOT NULL,
  -- A JSON object of texts, keys and secrets of the clinic's account there; sealed with the master key.
  sealed_settings bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, kind, provider)
);
SELECT wall_off('clinic_provider');
CREATE UNIQUE INDEX clinic_provider_active ON clinic_provider (company_id, kind) WHERE active;
