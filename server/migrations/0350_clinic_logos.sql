-- additive
-- The picture that stands for a clinic: on what patients are given, and where plugins show it.

CREATE TABLE clinic_logo (
  company_id text PRIMARY KEY REFERENCES clinic (company_id),
  -- Part of its address; another picture has another.
  name text NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
  image bytea NOT NULL CHECK (octet_length(image) <= 102400)
);
CREATE INDEX clinic_logo_name ON clinic_logo (name);
COMMENT ON TABLE clinic_logo IS 'clinic: The picture that stands for a clinic.';
SELECT protect_by_clinic('clinic_logo', 'SELECT, INSERT, UPDATE, DELETE');

-- Anybody who has its address sees it.
CREATE FUNCTION logo_named(wanted text) RETURNS TABLE (image bytea, content_type text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT clinic_logo.image, clinic_logo.content_type FROM clinic_logo WHERE clinic_logo.name = wanted
$$;
REVOKE ALL ON FUNCTION logo_named FROM PUBLIC;
GRANT EXECUTE ON FUNCTION logo_named(text) TO clinic_app;
