-- expand
-- What control writes of a clinic that lives in a cell is told there: stored in the transaction in which it happened, copied
-- to the cells, and written down by the worker of the clinic's own.

CREATE TABLE cell_news (
  company_id text NOT NULL,
  id text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  kind text NOT NULL CHECK (kind IN ('audit', 'alarm', 'mail', 'write')),
  content jsonb NOT NULL,
  key text,
  PRIMARY KEY (company_id, id),
  CONSTRAINT cell_news_once UNIQUE (company_id, key)
);
COMMENT ON TABLE cell_news IS 'control: What is to be written in the cell of a clinic of what was done where control is.';
COMMENT ON COLUMN cell_news.key IS 'Of a write of its staff, who did it and their Idempotency-Key: what was done is not done again before its answer is there.';
CREATE INDEX cell_news_at ON cell_news (at);
SELECT protect_by_clinic('cell_news', 'SELECT, INSERT');

CREATE TABLE taken_news (
  id text PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE taken_news IS 'database: Which news of control are written down here; taken in the transaction that does.';
CREATE INDEX taken_news_at ON taken_news (at);
GRANT INSERT ON taken_news TO clinic_app;
GRANT EXECUTE ON FUNCTION lives_here TO clinic_dispatcher;

CREATE FUNCTION tell_cell(company text, told text, what jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM clinic WHERE company_id = company AND cell IS DISTINCT FROM this_cell_name()) THEN RETURN false; END IF;
  INSERT INTO cell_news (company_id, id, kind, content)
  VALUES (company, 'new_' || replace(gen_random_uuid()::text, '-', ''), told, what);
  RETURN true;
END $$;
COMMENT ON FUNCTION tell_cell IS 'Stores what is to be written of a clinic that lives elsewhere, and answers whether it does.';
REVOKE ALL ON FUNCTION tell_cell FROM PUBLIC;

CREATE FUNCTION record_in_cell(company text, request text, who text, token text, did text, resources text[], client text,
    fields text[], refusal text, counted integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF tell_cell(company, 'audit', jsonb_build_object('request_id', request, 'caller', who, 'token_id', token,
    'operation', did, 'resource_ids', resources, 'address', client, 'changed_fields', fields, 'code', refusal,
    'times', counted)) THEN RETURN; END IF;
  INSERT INTO audit_record
    (company_id, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
      changed_fields, code, times)
  VALUES (company, request, who, token, did, resources, '{}', '{}', client, fields, refusal, counted);
END $$;
COMMENT ON FUNCTION record_in_cell IS 'Records what a person did with their login in a clinic, wherever that lives.';
REVOKE ALL ON FUNCTION record_in_cell FROM PUBLIC;

CREATE FUNCTION notify_owners(company text, mail text, about text, facts jsonb, person text, moment timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF company IS DISTINCT FROM current_setting('app.company', true) THEN
    RAISE insufficient_privilege USING MESSAGE = 'Owners are written to within their clinic.';
  END IF;
  IF tell_cell(company, 'mail', jsonb_build_object('id', mail, 'template', about, 'data', facts, 'user_id', person)) THEN
    RETURN;
  END IF;
  INSERT INTO outgoing_mail (company_id, id, audience, template, data, user_id, created_at, updated_at)
  VALUES (company, mail, 'OWNERS', about, facts, person, moment, moment);
END $$;
REVOKE ALL ON FUNCTION notify_owners FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notify_owners TO clinic_app;

CREATE FUNCTION take_news(news cell_news) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  company text := news.company_id;
  what jsonb := news.content;
  audit audit_record;
  answer jsonb := what -> 'answer';
BEGIN
  INSERT INTO taken_news (id) VALUES (news.id) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  IF news.kind = 'alarm' THEN
    PERFORM raise_security_event(company, what ->> 'kind', what ->> 'level', what ->> 'about', what -> 'facts',
      (what ->> 'counted')::integer, (what ->> 'tells_owners')::boolean, what ->> 'person',
      (what ->> 'notifies_person')::boolean, (what ->> 'mails_person')::boolean);
    RETURN;
  END IF;
  IF news.kind = 'mail' THEN
    INSERT INTO outgoing_mail (company_id, id, audience, template, data, user_id, created_at, updated_at)
    VALUES (company, what ->> 'id', 'OWNERS', what ->> 'template', what -> 'data', what ->> 'user_id', now(), now());
    RETURN;
  END IF;
  audit := jsonb_populate_record(NULL::audit_record, CASE news.kind WHEN 'audit' THEN what ELSE what -> 'audit' END);
  -- The record is of when it happened, as far as that may lie before it is taken in.
  INSERT INTO audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address,
      changed_fields, code, times)
  VALUES (company, least(greatest(news.at, clock_timestamp() - interval '14 minutes'), clock_timestamp()), audit.request_id,
    audit.caller, audit.token_id, audit.operation, audit.resource_ids, coalesce(audit.patient_ids, '{}'),
    coalesce(audit.field_scopes, '{}'), audit.address, audit.changed_fields, audit.code, coalesce(audit.times, 1));
  IF jsonb_typeof(answer) = 'object' THEN
    INSERT INTO idempotency_record
      (company_id, installation_id, key, request_hash, status, body, sealed, field_scopes, created_at)
    VALUES (company, answer ->> 'owner', answer ->> 'key', decode(answer ->> 'hash', 'hex'), (answer ->> 'status')::integer,
      decode(answer ->> 'body', 'hex'), true, (answer ->> 'field_scopes')::text[], now())
    ON CONFLICT DO NOTHING;
  END IF;
END $$;
COMMENT ON FUNCTION take_news IS 'Writes down, in the cell of the clinic and once, what control stored for it.';
REVOKE ALL ON FUNCTION take_news FROM PUBLIC;

CREATE FUNCTION take_all_news() RETURNS TABLE (id text, failure text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one cell_news;
BEGIN
  IF is_control() THEN RETURN; END IF;
  FOR one IN
    SELECT news.* FROM cell_news AS news
    WHERE NOT EXISTS (SELECT FROM taken_news AS taken WHERE taken.id = news.id) AND lives_here(news.company_id)
    ORDER BY news.at LIMIT 500
  LOOP
    -- One that cannot be taken keeps none of the others waiting.
    BEGIN
      PERFORM take_news(one);
    EXCEPTION WHEN OTHERS THEN
      RETURN QUERY SELECT one.id, SQLERRM;
    END;
  END LOOP;
  DELETE FROM taken_news AS taken WHERE taken.at < now() - interval '60 days'
    AND NOT EXISTS (SELECT FROM cell_news AS news WHERE news.id = taken.id);
END $$;
COMMENT ON FUNCTION take_all_news IS 'In a cell: takes what news there are, and answers which could not be taken, and why.';
REVOKE ALL ON FUNCTION take_all_news FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_all_news TO clinic_dispatcher;

-- An error here would stop the copying: the worker looks by itself every minute, too.
CREATE FUNCTION take_news_soon() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('take_news', job_key => 'take_news');
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION take_news_soon FROM PUBLIC;
CREATE TRIGGER taken_in_cells AFTER INSERT ON cell_news FOR EACH ROW EXECUTE FUNCTION take_news_soon();
ALTER TABLE cell_news ENABLE REPLICA TRIGGER taken_in_cells;
