-- The schema after all migrations. Written by npm run db:dump.

grant usage on schema public to public;

create extension btree_gin;

create extension btree_gist;

create extension pg_trgm;

-- control: What happened to a login, for its owner and for an inquiry. Never changed.
create table account_event (
  user_id text not null,
  at timestamp(3) with time zone not null,
  kind text not null,
  address text,
  constraint account_event_kind_check CHECK ((kind = ANY (ARRAY['password_changed'::text, 'password_reset'::text, 'sessions_ended'::text, 'second_factor_enrolled'::text, 'second_factor_removed'::text, 'recovery_codes_renewed'::text, 'invitation_accepted'::text]))),
  constraint account_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX account_event_of_user ON public.account_event USING btree (user_id, at DESC);
CREATE TRIGGER mail_account_event AFTER INSERT ON public.account_event FOR EACH ROW WHEN ((new.kind <> ALL (ARRAY['sessions_ended'::text, 'invitation_accepted'::text]))) EXECUTE FUNCTION mail_account_event();

-- clinic: The two exclusion constraints make a double booking of a doctor or a room impossible, whichever process
-- books.
create table appointment (
  -- Refers to the clinic by its branch: a reference of its own would lock the clinic's one row, shared, with every
  -- write of the clinic.
  company_id text not null,
  id text not null,
  branch_id text not null,
  doctor_id text not null,
  patient_id text,
  status text default 'OPEN'::text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  room text,
  title text,
  details text,
  type text,
  urgent boolean default false not null,
  is_online boolean default false not null,
  video_call_id text,
  video_call_created_at timestamp(3) with time zone,
  pending boolean default false not null,
  cancel_reason text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- 1 completed, 2 canceled, 3 no-show, 0 anything else.
  outcome smallint generated always as (
CASE status
    WHEN 'COMPLETED'::text THEN 1
    WHEN 'CANCELED'::text THEN 2
    WHEN 'NOSHOW'::text THEN 3
    ELSE 0
END) stored not null,
  -- How long the patient sits in a chair of the branch: not at all for an appointment that is canceled, missed or
  -- online.
  chair_minutes smallint generated always as (
CASE
    WHEN ((status = ANY (ARRAY['CANCELED'::text, 'NOSHOW'::text])) OR is_online) THEN (0)::numeric
    ELSE (EXTRACT(epoch FROM (ends_at - starts_at)) / (60)::numeric)
END) stored not null,
  constraint appointment_pkey PRIMARY KEY (company_id, id),
  constraint appointment_doctor_busy EXCLUDE USING gist (company_id WITH =, doctor_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE ((status <> ALL (ARRAY['CANCELED'::text, 'NOSHOW'::text]))),
  constraint appointment_room_busy EXCLUDE USING gist (company_id WITH =, branch_id WITH =, room WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (((status <> ALL (ARRAY['CANCELED'::text, 'NOSHOW'::text])) AND (room IS NOT NULL))),
  constraint appointment_check CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '12:00:00'::interval)))),
  constraint appointment_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'CONFIRMED'::text, 'CHECKEDIN'::text, 'COMPLETED'::text, 'CANCELED'::text, 'NOSHOW'::text, 'INPROGRESS'::text, 'DELAYED'::text, 'WAITING'::text]))),
  constraint appointment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint appointment_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint appointment_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX appointment_by_start ON public.appointment USING btree (company_id, starts_at DESC, id DESC, branch_id, status, patient_id);
CREATE INDEX appointment_changed ON public.appointment USING btree (company_id, updated_at, id, branch_id, doctor_id, status, patient_id, starts_at);
CREATE INDEX appointment_in_diary ON public.appointment USING btree (company_id, doctor_id, starts_at DESC, id DESC, ends_at, status, patient_id) INCLUDE (outcome, chair_minutes, branch_id);
CREATE INDEX appointment_newest ON public.appointment USING btree (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX appointment_of_doctor ON public.appointment USING btree (company_id, doctor_id, created_at DESC, id DESC, status);
CREATE INDEX appointment_of_patient ON public.appointment USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX appointment_of_status ON public.appointment USING btree (company_id, status, created_at DESC, id DESC, branch_id, patient_id);
CREATE STATISTICS public.appointment_dependencies (dependencies) ON company_id, branch_id, doctor_id, patient_id FROM appointment;
alter table appointment enable row level security;
create policy own_clinic on appointment as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on appointment as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON public.appointment FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON public.appointment FOR EACH ROW WHEN (((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.chair_minutes IS DISTINCT FROM new.chair_minutes))) EXECUTE FUNCTION record_branch_hour_delta();
grant delete, insert, select, update on appointment to clinic_app;
grant select on appointment to clinic_reader;

-- clinic: Who read or wrote what of which patient. Written before the answer is sent, never changed.
create table audit_record (
  company_id text not null,
  at timestamp(3) with time zone not null,
  request_id text not null,
  caller text not null,
  token_id text,
  operation text not null,
  resource_ids text[] not null,
  patient_ids text[] not null,
  field_scopes text[] not null,
  address text,
  -- What an assistant's call was about, beyond what every access record holds: who, through which app, what was
  -- asked for and what came of it. Free text that was searched for is not kept.
  details jsonb,
  -- Tells records of one millisecond apart. Random: a sequence would be one over all clinics, and a uuid costs more
  -- to make.
  id bigint default ((random() * ('9007199254740991'::bigint)::double precision))::bigint not null,
  constraint audit_record_pkey PRIMARY KEY (company_id, at, id)
) partition by RANGE (at);
CREATE INDEX audit_record_of_assistant ON ONLY public.audit_record USING btree (company_id, caller, at DESC, request_id DESC) WHERE (caller ~~ 'assistant %'::text);
alter table audit_record enable row level security;
create policy insert_for_any_clinic on audit_record as permissive for insert to clinic_app
  with check (true);
create policy own_clinic on audit_record as permissive for select to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant insert, select on audit_record to clinic_app;

-- clinic: A place where the clinic sees patients.
create table branch (
  company_id text not null,
  id text not null,
  name text not null,
  name_ar text,
  address text,
  location text,
  phones text[] default '{}'::text[] not null,
  rooms text[] default '{}'::text[] not null,
  specialities text[] default '{}'::text[] not null,
  appointment_types text[] default '{}'::text[] not null,
  -- Seven times of day from Sunday on; empty on a closed day, so that a week always has seven.
  opens text[] not null,
  closes text[] not null,
  closed_days integer[] default '{}'::integer[] not null,
  holidays integer[] default '{}'::integer[] not null,
  first_day_of_week integer default 0 not null,
  active boolean default true not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint branch_pkey PRIMARY KEY (company_id, id),
  constraint branch_check CHECK (((cardinality(opens) = 7) AND (cardinality(closes) = 7))),
  constraint branch_hours CHECK (((array_position(opens, NULL::text) IS NULL) AND (array_position(closes, NULL::text) IS NULL))),
  constraint branch_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX branch_changed ON public.branch USING btree (company_id, updated_at, id);
CREATE INDEX branch_newest ON public.branch USING btree (company_id, created_at DESC, id DESC);
alter table branch enable row level security;
create policy own_clinic on branch as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on branch as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on branch to clinic_app;
grant select on branch to clinic_reader;

-- clinic: The figures of each branch in each hour of UTC, so that a year of a clinic is some thousand rows,
-- whatever its time zone and however much happened. With branch_hour_delta it says at every instant what the
-- records say.
create table branch_hour (
  company_id text not null,
  hour timestamp(3) with time zone not null,
  branch_id text not null,
  invoiced bigint default 0 not null,
  outstanding bigint default 0 not null,
  collected bigint default 0 not null,
  refunded bigint default 0 not null,
  new_patients bigint default 0 not null,
  new_leads bigint default 0 not null,
  converted bigint default 0 not null,
  appointments bigint default 0 not null,
  completed bigint default 0 not null,
  canceled bigint default 0 not null,
  noshow bigint default 0 not null,
  chair_minutes bigint default 0 not null,
  constraint branch_hour_pkey PRIMARY KEY (company_id, hour, branch_id)
);
alter table branch_hour enable row level security;
create policy own_clinic on branch_hour as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant select on branch_hour to clinic_app;

-- clinic: By how much a written record changes the figures, in a row of its own, so that writers never wait for
-- each other; the worker rolls the rows up into branch_hour. Rows come and go all day, so dead ones are vacuumed
-- often.
create table branch_hour_delta (
  company_id text not null,
  hour timestamp(3) with time zone not null,
  branch_id text not null,
  invoiced bigint default 0 not null,
  outstanding bigint default 0 not null,
  collected bigint default 0 not null,
  refunded bigint default 0 not null,
  new_patients bigint default 0 not null,
  new_leads bigint default 0 not null,
  converted bigint default 0 not null,
  appointments bigint default 0 not null,
  completed bigint default 0 not null,
  canceled bigint default 0 not null,
  noshow bigint default 0 not null,
  chair_minutes bigint default 0 not null,
  -- Tells the changes of one hour apart, as in audit_record.
  id bigint default ((random() * ('9007199254740991'::bigint)::double precision))::bigint not null,
  constraint branch_hour_delta_pkey PRIMARY KEY (company_id, hour, branch_id, id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);
alter table branch_hour_delta enable row level security;
create policy own_clinic on branch_hour_delta as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant insert, select on branch_hour_delta to clinic_app;

-- clinic: What is asked of an insurer for the invoices of a branch and a time.
create table claim (
  company_id text not null,
  id text not null,
  reference_id integer not null,
  name text,
  status text not null,
  branch_id text not null,
  insurance_company_id text not null,
  -- On the clinic's calendar, both included.
  start_date date not null,
  end_date date not null,
  -- The insurer's share of the invoices.
  total_minor bigint not null,
  invoice_count integer not null,
  -- What the insurer pays at first, of the total.
  partial_payment_percent numeric(9,6) not null,
  -- What the insurer may keep of the first payment for paying promptly.
  prompt_payment_percent numeric(9,6) not null,
  partial_payment_minor bigint not null,
  prompt_payment_minor bigint not null,
  net_partial_minor bigint generated always as ((partial_payment_minor - prompt_payment_minor)) stored not null,
  rejected_minor bigint default 0 not null,
  received_minor bigint default 0 not null,
  -- total = received + remaining + rejected + prompt payment deduction by construction.
  remaining_minor bigint generated always as ((((total_minor - prompt_payment_minor) - rejected_minor) - received_minor)) stored not null,
  reviewed_at timestamp(3) with time zone,
  partially_claimed_at timestamp(3) with time zone,
  fully_claimed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint claim_pkey PRIMARY KEY (company_id, id),
  constraint claim_reference UNIQUE (company_id, reference_id),
  constraint claim_ends_after_start CHECK ((end_date >= start_date)),
  constraint claim_invoice_count_check CHECK ((invoice_count >= 0)),
  constraint claim_net_partial CHECK ((prompt_payment_minor <= partial_payment_minor)),
  constraint claim_not_overdrawn CHECK ((((prompt_payment_minor + rejected_minor) + received_minor) <= total_minor)),
  constraint claim_partial_payment_minor_check CHECK ((partial_payment_minor >= 0)),
  constraint claim_partial_payment_percent_check CHECK (((partial_payment_percent >= (0)::numeric) AND (partial_payment_percent <= (100)::numeric))),
  constraint claim_prompt_payment_minor_check CHECK ((prompt_payment_minor >= 0)),
  constraint claim_prompt_payment_percent_check CHECK (((prompt_payment_percent >= (0)::numeric) AND (prompt_payment_percent <= (100)::numeric))),
  constraint claim_received CHECK (((received_minor = 0) OR (status = ANY (ARRAY['PARTIALLY_CLAIMED'::text, 'FULLY_CLAIMED'::text])))),
  constraint claim_received_minor_check CHECK ((received_minor >= 0)),
  constraint claim_rejected_minor_check CHECK ((rejected_minor >= 0)),
  constraint claim_settled CHECK (((status <> 'FULLY_CLAIMED'::text) OR (received_minor = ((total_minor - prompt_payment_minor) - rejected_minor)))),
  constraint claim_status_check CHECK ((status = ANY (ARRAY['PLANNING'::text, 'IN_REVIEW'::text, 'PARTIALLY_CLAIMED'::text, 'FULLY_CLAIMED'::text]))),
  constraint claim_total_minor_check CHECK ((total_minor >= 0)),
  constraint claim_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint claim_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint claim_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company(company_id, id)
);
CREATE INDEX claim_by_status ON public.claim USING btree (company_id, status, created_at DESC, id DESC, insurance_company_id, branch_id);
CREATE INDEX claim_changed ON public.claim USING btree (company_id, updated_at, id, status, insurance_company_id, branch_id, created_at);
CREATE INDEX claim_newest ON public.claim USING btree (company_id, created_at DESC, id DESC, status, insurance_company_id, branch_id);
CREATE INDEX claim_of_branch ON public.claim USING btree (company_id, branch_id, created_at DESC, id DESC, status, insurance_company_id);
CREATE INDEX claim_of_insurer ON public.claim USING btree (company_id, insurance_company_id, created_at DESC, id DESC, status, branch_id);
CREATE STATISTICS public.claim_dependencies (dependencies) ON company_id, branch_id, insurance_company_id FROM claim;
alter table claim enable row level security;
create policy own_clinic on claim as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on claim as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on claim to clinic_app;
grant select on claim to clinic_reader;

-- clinic: A customer of the platform. Everything of a clinic carries its company_id first in every key.
create table clinic (
  company_id text not null,
  name text not null,
  name_ar text,
  logo_url text,
  country text not null,
  currency text not null,
  time_zone text not null,
  locale text not null,
  tax_percent numeric(5,2) default 0 not null,
  charts text[] default '{}'::text[] not null,
  branding_color text,
  vat_number text,
  vat_name text,
  crn_number text,
  commercial_name text,
  registration_city text,
  registration_valid boolean default false not null,
  second_factor_required boolean default false not null,
  sandbox boolean default false not null,
  active boolean default true not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  -- A test installation lives only in a sandbox clinic and no other lives there, so that a test token never reaches
  -- real patients. For the same reason a clinic with installations cannot become a sandbox or cease to be one.
  plugin_mode text generated always as (
CASE
    WHEN sandbox THEN 'TEST'::text
    ELSE 'LIVE'::text
END) stored not null,
  -- Null: the clinic reports to no authority.
  e_invoice_provider text,
  -- Whether the clinic lets its staff connect assistants.
  assistants_enabled boolean default true not null,
  -- Which apps may be connected: any, those that are verified, or those in assistants_allowed.
  assistant_mode text default 'ANY'::text not null,
  assistants_allowed text[] default '{}'::text[] not null,
  assistants_blocked text[] default '{}'::text[] not null,
  -- Whether assistants may see how to reach and identify patients.
  assistant_patient_contacts boolean default false not null,
  -- After how many days a connection needs the doctor's consent again.
  assistant_max_days integer default 90 not null,
  constraint clinic_pkey PRIMARY KEY (company_id),
  constraint clinic_plugin_mode UNIQUE (company_id, plugin_mode),
  constraint clinic_assistant_max_days_check CHECK (((assistant_max_days >= 1) AND (assistant_max_days <= 90))),
  constraint clinic_assistant_mode_check CHECK ((assistant_mode = ANY (ARRAY['ANY'::text, 'VERIFIED'::text, 'LISTED'::text]))),
  constraint clinic_e_invoice_provider_check CHECK ((e_invoice_provider = 'sandbox'::text))
);
alter table clinic enable row level security;
create policy own_clinic on clinic as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on clinic as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON public.clinic DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((old.assistants_enabled IS DISTINCT FROM new.assistants_enabled) OR (old.assistant_mode IS DISTINCT FROM new.assistant_mode)) OR (old.assistants_allowed IS DISTINCT FROM new.assistants_allowed)) OR (old.assistants_blocked IS DISTINCT FROM new.assistants_blocked)) OR (old.assistant_patient_contacts IS DISTINCT FROM new.assistant_patient_contacts)) OR (old.assistant_max_days IS DISTINCT FROM new.assistant_max_days)) OR (old.second_factor_required IS DISTINCT FROM new.second_factor_required))) EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_changed AFTER UPDATE ON public.clinic FOR EACH ROW WHEN (((((((old.country IS DISTINCT FROM new.country) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.time_zone IS DISTINCT FROM new.time_zone)) OR (old.tax_percent IS DISTINCT FROM new.tax_percent)) OR (old.sandbox IS DISTINCT FROM new.sandbox)) OR (old.active IS DISTINCT FROM new.active))) EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_ended AFTER DELETE ON public.clinic FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
grant select on clinic to clinic_reader;
grant select, update on clinic to clinic_app;

-- clinic: Consecutive numbers of a clinic (patient file numbers, invoice references).
create table clinic_counter (
  company_id text not null,
  name text not null,
  value integer not null,
  constraint clinic_counter_pkey PRIMARY KEY (company_id, name),
  constraint clinic_counter_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table clinic_counter enable row level security;
create policy own_clinic on clinic_counter as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant select on clinic_counter to clinic_app;

-- clinic: What the console shows the clinic's people.
create table clinic_notice (
  company_id text not null,
  id text not null,
  kind text not null,
  data jsonb not null,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint clinic_notice_pkey PRIMARY KEY (company_id, id),
  constraint clinic_notice_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX clinic_notice_changed ON public.clinic_notice USING btree (company_id, updated_at, id);
CREATE INDEX clinic_notice_newest ON public.clinic_notice USING btree (company_id, created_at DESC, id DESC);
alter table clinic_notice enable row level security;
create policy insert_for_any_clinic on clinic_notice as permissive for insert to clinic_dispatcher
  with check (true);
create policy own_clinic on clinic_notice as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on clinic_notice to clinic_app;
grant insert on clinic_notice to clinic_dispatcher;

-- clinic: What a clinic uses of the outside world: for each kind (payments, whatsapp, sms …) the providers it has
-- settings for, and the one that is in use.
create table clinic_provider (
  company_id text not null,
  kind text not null,
  provider text not null,
  active boolean not null,
  -- A JSON object of texts, keys and secrets of the clinic's account there; sealed with the master key.
  sealed_settings bytea not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint clinic_provider_pkey PRIMARY KEY (company_id, kind, provider),
  constraint clinic_provider_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE UNIQUE INDEX clinic_provider_active ON public.clinic_provider USING btree (company_id, kind) WHERE active;
alter table clinic_provider enable row level security;
create policy own_clinic on clinic_provider as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on clinic_provider to clinic_app;

-- clinic: One message on its way through the pipeline.
create table communication (
  company_id text not null,
  id text not null,
  channel text not null,
  state text not null,
  -- Raised by every attempt: what is reported for an earlier one no longer counts.
  attempts integer default 0 not null,
  -- A worker has it until then.
  claimed_until timestamp(3) with time zone,
  template_id text,
  variables text[] default '{}'::text[] not null,
  subject text,
  text text,
  content_preview text,
  -- Why it failed: a class, never a text.
  error_code text,
  sent_at timestamp(3) with time zone,
  patient_id text,
  lead_id text,
  user_id text,
  lab_id text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint communication_pkey PRIMARY KEY (company_id, id),
  constraint communication_channel_check CHECK ((channel = ANY (ARRAY['whatsapp'::text, 'sms'::text, 'email'::text]))),
  constraint communication_check CHECK (((state = 'FAILED'::text) = (error_code IS NOT NULL))),
  constraint communication_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DISPATCHED'::text, 'SENT'::text, 'FAILED'::text, 'CANCELED'::text]))),
  constraint communication_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint communication_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead(company_id, id),
  constraint communication_ref_message_template FOREIGN KEY (company_id, template_id) REFERENCES message_template(company_id, id),
  constraint communication_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id)
);
CREATE INDEX communication_changed ON public.communication USING btree (company_id, updated_at, id, channel, patient_id);
CREATE INDEX communication_newest ON public.communication USING btree (company_id, created_at DESC, id DESC, patient_id, channel);
CREATE INDEX communication_of_channel ON public.communication USING btree (company_id, channel, created_at DESC, id DESC, patient_id);
CREATE INDEX communication_of_patient ON public.communication USING btree (company_id, patient_id, created_at DESC, id DESC, channel);
CREATE STATISTICS public.communication_dependencies (dependencies) ON company_id, patient_id FROM communication;
alter table communication enable row level security;
create policy own_clinic on communication as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on communication to clinic_app;

-- clinic: What a patient signs.
create table consent_form (
  company_id text not null,
  id text not null,
  template_id text,
  patient_id text not null,
  branch_id text not null,
  doctor_id text,
  appointment_id text,
  name text not null,
  -- As the person who signed read it.
  body text not null,
  sign_required boolean not null,
  signed boolean default false not null,
  signed_at timestamp(3) with time zone,
  signer_name text,
  witness_signed boolean default false not null,
  witness_signed_at timestamp(3) with time zone,
  witness_name text,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint consent_form_pkey PRIMARY KEY (company_id, id),
  constraint consent_form_check CHECK ((signed = (signed_at IS NOT NULL))),
  constraint consent_form_check1 CHECK ((witness_signed = (witness_signed_at IS NOT NULL))),
  constraint consent_form_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint consent_form_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint consent_form_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint consent_form_ref_consent_template FOREIGN KEY (company_id, template_id) REFERENCES consent_template(company_id, id),
  constraint consent_form_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint consent_form_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX consent_form_by_signed ON public.consent_form USING btree (company_id, signed, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX consent_form_changed ON public.consent_form USING btree (company_id, updated_at, id, branch_id, patient_id, signed, created_at);
CREATE INDEX consent_form_newest ON public.consent_form USING btree (company_id, created_at DESC, id DESC, patient_id, branch_id, signed);
CREATE INDEX consent_form_of_patient ON public.consent_form USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE STATISTICS public.consent_form_dependencies (dependencies) ON company_id, patient_id, branch_id FROM consent_form;
alter table consent_form enable row level security;
create policy own_clinic on consent_form as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on consent_form as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on consent_form to clinic_app;
grant select on consent_form to clinic_reader;

-- clinic: What the person who consented was shown, and what they granted. Never changed.
create table consent_receipt (
  company_id text not null,
  id text not null,
  installation_id text not null,
  plugin_version_id text not null,
  manifest_hash text not null,
  text_shown jsonb not null,
  granted_scopes text[] not null,
  granted_events text[] not null,
  allowed_ip_ranges text[] not null,
  -- The kind and id of the caller, such as `staff usr_…`.
  given_by text not null,
  given_at timestamp(3) with time zone not null,
  constraint consent_receipt_pkey PRIMARY KEY (company_id, id),
  constraint consent_receipt_plugin_version_id_fkey FOREIGN KEY (plugin_version_id) REFERENCES plugin_version(id),
  constraint consent_receipt_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation(company_id, id)
);
CREATE INDEX consent_receipt_of_installation ON public.consent_receipt USING btree (company_id, installation_id, given_at DESC, id DESC);
alter table consent_receipt enable row level security;
create policy own_clinic on consent_receipt as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.consent_receipt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.consent_receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on consent_receipt to clinic_app;

-- clinic: The text that a consent is made from.
create table consent_template (
  company_id text not null,
  id text not null,
  name text not null,
  body text not null,
  sign_required boolean default true not null,
  -- How long a consent may be signed after it was prepared; null is without end.
  valid_days integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint consent_template_pkey PRIMARY KEY (company_id, id),
  constraint consent_template_valid_days_check CHECK ((valid_days > 0)),
  constraint consent_template_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table consent_template enable row level security;
create policy own_clinic on consent_template as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on consent_template to clinic_app;

-- clinic: A person who can be reached and is no patient yet. One person per phone number: a second lead with it is
-- refused here.
create table contact (
  company_id text not null,
  id text not null,
  name text not null,
  -- E.164.
  phone text,
  email text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint contact_pkey PRIMARY KEY (company_id, id),
  constraint contact_phone UNIQUE (company_id, phone),
  constraint contact_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table contact enable row level security;
create policy own_clinic on contact as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on contact to clinic_app;

-- clinic: A thread with one phone number.
create table conversation (
  company_id text not null,
  id text not null,
  -- E.164.
  phone text not null,
  name text,
  language text,
  blocked boolean default false not null,
  resolved boolean default false not null,
  unseen_count integer default 0 not null,
  messages_count integer default 0 not null,
  last_message_at timestamp(3) with time zone,
  last_activity_at timestamp(3) with time zone,
  -- A text may answer it for a day; after that only an approved template is carried.
  last_inbound_at timestamp(3) with time zone,
  patient_id text,
  lead_id text,
  assigned_to_id text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint conversation_pkey PRIMARY KEY (company_id, id),
  constraint conversation_phone UNIQUE (company_id, phone),
  constraint conversation_unseen_count_check CHECK ((unseen_count >= 0)),
  constraint conversation_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint conversation_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead(company_id, id),
  constraint conversation_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint conversation_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX conversation_changed ON public.conversation USING btree (company_id, updated_at, id, resolved, assigned_to_id);
CREATE INDEX conversation_newest ON public.conversation USING btree (company_id, created_at DESC, id DESC, resolved, assigned_to_id);
CREATE INDEX conversation_of_assignee ON public.conversation USING btree (company_id, assigned_to_id, created_at DESC, id DESC, resolved);
CREATE INDEX conversation_of_lead ON public.conversation USING btree (company_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX conversation_of_resolved ON public.conversation USING btree (company_id, resolved, created_at DESC, id DESC, assigned_to_id);
CREATE STATISTICS public.conversation_dependencies (dependencies) ON company_id, assigned_to_id FROM conversation;
alter table conversation enable row level security;
create policy own_clinic on conversation as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on conversation to clinic_app;

-- clinic: One message of a thread, in or out.
create table conversation_message (
  company_id text not null,
  id text not null,
  conversation_id text not null,
  direction text not null,
  channel text not null,
  type text not null,
  text text,
  template_id text,
  file_id text,
  status text not null,
  error_code text,
  sent_by_id text,
  -- Outbound ones go through the pipeline.
  communication_id text,
  -- The carrier's own id: by it receipts find the message, and what comes twice is taken once.
  carrier_id text,
  sent_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint conversation_message_pkey PRIMARY KEY (company_id, id),
  constraint conversation_message_channel_check CHECK ((channel = ANY (ARRAY['whatsapp'::text, 'sms'::text]))),
  constraint conversation_message_direction_check CHECK ((direction = ANY (ARRAY['INBOUND'::text, 'OUTBOUND'::text]))),
  constraint conversation_message_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text]))),
  constraint conversation_message_type_check CHECK ((type = ANY (ARRAY['text'::text, 'image'::text, 'audio'::text, 'document'::text, 'template'::text]))),
  constraint conversation_message_ref_communication FOREIGN KEY (company_id, communication_id) REFERENCES communication(company_id, id),
  constraint conversation_message_ref_conversation FOREIGN KEY (company_id, conversation_id) REFERENCES conversation(company_id, id),
  constraint conversation_message_ref_message_template FOREIGN KEY (company_id, template_id) REFERENCES message_template(company_id, id)
);
CREATE INDEX conversation_message_newest ON public.conversation_message USING btree (company_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX conversation_message_of_communication ON public.conversation_message USING btree (company_id, communication_id);
CREATE UNIQUE INDEX conversation_message_carried ON public.conversation_message USING btree (company_id, carrier_id);
CREATE STATISTICS public.conversation_message_dependencies (dependencies) ON company_id, conversation_id FROM conversation_message;
alter table conversation_message enable row level security;
create policy own_clinic on conversation_message as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on conversation_message to clinic_app;

-- clinic: The last place in the clinic's chain: how many documents there were, and the hash of the last of them.
create table einvoice_chain (
  company_id text not null,
  last_icv integer not null,
  last_hash text not null,
  constraint einvoice_chain_pkey PRIMARY KEY (company_id),
  constraint einvoice_chain_last_icv_check CHECK ((last_icv >= 0)),
  constraint einvoice_chain_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table einvoice_chain enable row level security;
create policy own_clinic on einvoice_chain as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on einvoice_chain to clinic_app;

-- clinic: Every attempt to report an invoice or a claim to the authority.
create table einvoice_submission (
  company_id text not null,
  id text not null,
  invoice_id text,
  claim_id text,
  provider text not null,
  transaction_type text not null,
  -- Clearance shows in clearance_time and an event; it is no status of its own (specification, States and
  -- transitions).
  status text not null,
  attempt_number integer not null,
  submission_time timestamp(3) with time zone,
  clearance_time timestamp(3) with time zone,
  status_changed_at timestamp(3) with time zone not null,
  info_messages text[] default '{}'::text[] not null,
  warning_messages text[] default '{}'::text[] not null,
  error_messages text[] default '{}'::text[] not null,
  -- The document's place in the chain; like its hashes and the document itself, from IN_PROGRESS on.
  icv integer,
  document_uuid uuid,
  previous_hash text,
  document_hash text,
  qr text,
  document_xml text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint einvoice_submission_pkey PRIMARY KEY (company_id, id),
  constraint einvoice_submission_attempt_number_check CHECK ((attempt_number >= 1)),
  constraint einvoice_submission_cleared CHECK (((clearance_time IS NULL) OR (status = 'SUBMITTED'::text))),
  constraint einvoice_submission_documented CHECK ((num_nonnulls(icv, document_uuid, previous_hash, document_hash, qr, document_xml) =
CASE
    WHEN (status = ANY (ARRAY['IN_PROGRESS'::text, 'SUBMITTED'::text, 'REJECTED'::text])) THEN 6
    ELSE 0
END)),
  constraint einvoice_submission_of_one CHECK ((num_nonnulls(invoice_id, claim_id) = 1)),
  constraint einvoice_submission_status_check CHECK ((status = ANY (ARRAY['NOT_STARTED'::text, 'PENDING'::text, 'IN_PROGRESS'::text, 'SUBMITTED'::text, 'REJECTED'::text, 'CANCELLED'::text]))),
  constraint einvoice_submission_transaction_type_check CHECK ((transaction_type = ANY (ARRAY['SIMPLIFIED'::text, 'STANDARD'::text]))),
  constraint einvoice_submission_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint einvoice_submission_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim(company_id, id),
  constraint einvoice_submission_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice(company_id, id)
);
CREATE INDEX einvoice_submission_by_status ON public.einvoice_submission USING btree (company_id, status, created_at DESC, id DESC, invoice_id);
CREATE INDEX einvoice_submission_changed ON public.einvoice_submission USING btree (company_id, updated_at, id, status, invoice_id, created_at);
CREATE INDEX einvoice_submission_newest ON public.einvoice_submission USING btree (company_id, created_at DESC, id DESC, status, invoice_id);
CREATE INDEX einvoice_submission_of_invoice ON public.einvoice_submission USING btree (company_id, invoice_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX einvoice_submission_attempt ON public.einvoice_submission USING btree (company_id, invoice_id, claim_id, attempt_number) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX einvoice_submission_live ON public.einvoice_submission USING btree (company_id, invoice_id) WHERE (status <> ALL (ARRAY['REJECTED'::text, 'CANCELLED'::text]));
CREATE UNIQUE INDEX einvoice_submission_place ON public.einvoice_submission USING btree (company_id, icv) WHERE (icv IS NOT NULL);
CREATE STATISTICS public.einvoice_submission_dependencies (dependencies) ON company_id, invoice_id FROM einvoice_submission;
alter table einvoice_submission enable row level security;
create policy own_clinic on einvoice_submission as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on einvoice_submission to clinic_app;

-- clinic: A visit as the doctor wrote it down.
create table encounter (
  company_id text not null,
  id text not null,
  patient_id text not null,
  branch_id text not null,
  doctor_id text,
  appointment_id text,
  chief_complaint text,
  symptoms text,
  diagnosis text,
  tests_ordered text[] default '{}'::text[] not null,
  imaging_ordered text[] default '{}'::text[] not null,
  test_results text,
  imaging_results text,
  clinical_notes text,
  consultation_notes text,
  discharge_summary text,
  -- The patient's newest.
  last boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint encounter_pkey PRIMARY KEY (company_id, id),
  constraint encounter_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint encounter_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint encounter_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint encounter_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint encounter_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX encounter_changed ON public.encounter USING btree (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX encounter_newest ON public.encounter USING btree (company_id, created_at DESC, id DESC, patient_id, branch_id);
CREATE INDEX encounter_of_patient ON public.encounter USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX encounter_last ON public.encounter USING btree (company_id, patient_id) WHERE last;
CREATE STATISTICS public.encounter_dependencies (dependencies) ON company_id, patient_id, branch_id FROM encounter;
alter table encounter enable row level security;
create policy own_clinic on encounter as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on encounter as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on encounter to clinic_app;
grant select on encounter to clinic_reader;

-- control: Connections that were ended, by the person or by the clinic: what they read stays to be looked up.
create table ended_connection (
  company_id text not null,
  id text not null,
  user_id text not null,
  client_id text not null,
  scope text not null,
  connected_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone not null,
  constraint ended_connection_pkey PRIMARY KEY (company_id, id),
  constraint ended_connection_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX ended_connection_of_user ON public.ended_connection USING btree (company_id, user_id, ended_at DESC);
alter table ended_connection enable row level security;
create policy own_clinic on ended_connection as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant select on ended_connection to clinic_app;

-- clinic: The outbox: what happened, in the envelope's terms. Written in the transaction of the change; kept 30
-- days, by partition.
create table event (
  company_id text not null,
  id text not null,
  type text not null,
  created_at timestamp(3) with time zone not null,
  data jsonb not null,
  previous_attributes jsonb,
  -- An event of one installation's own affairs concerns no other one.
  installation_id text,
  -- A test event is in no list.
  test boolean default false not null,
  constraint event_pkey PRIMARY KEY (company_id, created_at, id)
) partition by RANGE (created_at);
alter table event alter column type set (n_distinct=64);
CREATE INDEX event_of_type ON ONLY public.event USING btree (company_id, type, created_at, id);
alter table event enable row level security;
create policy all_clinics on event as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on event as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant insert, select on event to clinic_app;
grant select on event to clinic_dispatcher;

-- clinic: Money that was spent.
create table expense (
  company_id text not null,
  id text not null,
  reference_id integer not null,
  name text not null,
  category text,
  supplier text,
  total_minor bigint not null,
  tax_minor bigint not null,
  tax_percent numeric(5,2) not null,
  paid_minor bigint not null,
  treasury_id text,
  branch_id text not null,
  -- On the clinic's calendar.
  date date not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint expense_pkey PRIMARY KEY (company_id, id),
  constraint expense_reference UNIQUE (company_id, reference_id),
  constraint expense_check CHECK (((tax_minor >= 0) AND (tax_minor <= total_minor))),
  constraint expense_check1 CHECK (((paid_minor >= 0) AND (paid_minor <= total_minor))),
  constraint expense_tax_percent_check CHECK (((tax_percent >= (0)::numeric) AND (tax_percent <= (100)::numeric))),
  constraint expense_total_minor_check CHECK ((total_minor > 0)),
  constraint expense_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint expense_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint expense_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury(company_id, id)
);
CREATE INDEX expense_changed ON public.expense USING btree (company_id, updated_at, id, branch_id, created_at);
CREATE INDEX expense_newest ON public.expense USING btree (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX expense_of_branch ON public.expense USING btree (company_id, branch_id, created_at DESC, id DESC);
alter table expense enable row level security;
create policy own_clinic on expense as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on expense to clinic_app;

-- clinic: How patients rated their visits.
create table feedback (
  company_id text not null,
  id text not null,
  branch_id text not null,
  patient_id text,
  appointment_id text,
  doctor_id text,
  rating integer not null,
  recommend_score integer,
  comment text,
  channel text not null,
  tags text[] default '{}'::text[] not null,
  submitted_at timestamp(3) with time zone not null,
  resolved_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint feedback_pkey PRIMARY KEY (company_id, id),
  constraint feedback_of_appointment UNIQUE (company_id, appointment_id),
  constraint feedback_channel_check CHECK ((channel = ANY (ARRAY['whatsapp'::text, 'sms'::text, 'link'::text, 'kiosk'::text]))),
  constraint feedback_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint feedback_recommend_score_check CHECK (((recommend_score >= 0) AND (recommend_score <= 10))),
  constraint feedback_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint feedback_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint feedback_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint feedback_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint feedback_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX feedback_by_rating ON public.feedback USING btree (company_id, rating, created_at DESC, id DESC, branch_id, doctor_id, patient_id);
CREATE INDEX feedback_changed ON public.feedback USING btree (company_id, updated_at, id, branch_id, doctor_id, rating, patient_id);
CREATE INDEX feedback_newest ON public.feedback USING btree (company_id, created_at DESC, id DESC, branch_id, doctor_id, rating, patient_id);
CREATE INDEX feedback_of_branch ON public.feedback USING btree (company_id, branch_id, created_at DESC, id DESC, doctor_id, rating);
CREATE INDEX feedback_of_doctor ON public.feedback USING btree (company_id, doctor_id, created_at DESC, id DESC, branch_id, rating);
CREATE INDEX feedback_of_patient ON public.feedback USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE STATISTICS public.feedback_dependencies (dependencies) ON company_id, branch_id, patient_id, doctor_id FROM feedback;
alter table feedback enable row level security;
create policy own_clinic on feedback as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on feedback to clinic_app;

-- clinic: A file of a patient. Its content lies in the file storage under company_id/id.
create table file (
  company_id text not null,
  id text not null,
  patient_id text not null,
  operation_id text,
  appointment_id text,
  encounter_id text,
  xray_id text,
  folder_id text,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  sort_order integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint file_pkey PRIMARY KEY (company_id, id),
  constraint file_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint file_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint file_ref_encounter FOREIGN KEY (company_id, encounter_id) REFERENCES encounter(company_id, id),
  constraint file_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint file_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment(company_id, id),
  constraint file_ref_xray FOREIGN KEY (company_id, xray_id) REFERENCES xray(company_id, id)
);
CREATE INDEX file_changed ON public.file USING btree (company_id, patient_id, updated_at, id);
CREATE INDEX file_newest ON public.file USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX file_of_operation ON public.file USING btree (company_id, operation_id, created_at DESC, id DESC);
CREATE INDEX file_of_xray ON public.file USING btree (company_id, xray_id, sort_order) WHERE (xray_id IS NOT NULL);
CREATE STATISTICS public.file_dependencies (dependencies) ON company_id, patient_id, operation_id FROM file;
alter table file enable row level security;
create policy own_clinic on file as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_patients on file as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND ((current_setting('app.branches'::text, true) = '*'::text) OR COALESCE(( SELECT true
   FROM patient
  WHERE ((patient.company_id = file.company_id) AND (patient.id = file.patient_id))), false))));
grant delete, insert, select, update on file to clinic_app;
grant select on file to clinic_reader;

-- clinic: Files that were announced, under the id that they will have. Swept when their time has passed, whether
-- they came or not.
create table file_upload (
  company_id text not null,
  id text not null,
  patient_id text not null,
  operation_id text,
  kind text not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  -- Until then the storage takes the file.
  expires_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint file_upload_pkey PRIMARY KEY (company_id, id),
  constraint file_upload_kind_check CHECK ((kind = ANY (ARRAY['file'::text, 'xray'::text]))),
  constraint file_upload_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint file_upload_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint file_upload_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment(company_id, id)
);
CREATE INDEX file_upload_age ON public.file_upload USING btree (expires_at);
alter table file_upload enable row level security;
create policy all_clinics on file_upload as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on file_upload as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete on file_upload to clinic_dispatcher;
grant delete, insert, select, update on file_upload to clinic_app;
grant select (company_id, id, expires_at, confirmed_at) on file_upload to clinic_dispatcher;

-- clinic: What patients are asked.
create table form (
  company_id text not null,
  id text not null,
  title text not null,
  active boolean default true not null,
  multiple_submissions_allowed boolean default false not null,
  -- The number of the version that is answered now; 0 until one is published.
  current_version integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint form_pkey PRIMARY KEY (company_id, id),
  constraint form_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX form_changed ON public.form USING btree (company_id, updated_at, id);
CREATE INDEX form_newest ON public.form USING btree (company_id, created_at DESC, id DESC);
alter table form enable row level security;
create policy own_clinic on form as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on form as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on form to clinic_app;
grant select on form to clinic_reader;

-- clinic: A patient's answers to a version of a form.
create table form_submission (
  company_id text not null,
  id text not null,
  form_id text not null,
  version_id text not null,
  patient_id text not null,
  ref text,
  status text not null,
  answers jsonb not null,
  -- The form allowed one submission of each patient when this one was submitted.
  only_one boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint form_submission_pkey PRIMARY KEY (company_id, id),
  constraint form_submission_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text]))),
  constraint form_submission_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint form_submission_ref_form FOREIGN KEY (company_id, form_id) REFERENCES form(company_id, id),
  constraint form_submission_ref_form_version FOREIGN KEY (company_id, version_id) REFERENCES form_version(company_id, id),
  constraint form_submission_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id)
);
CREATE INDEX form_submission_by_status ON public.form_submission USING btree (company_id, status, created_at DESC, id DESC, form_id, patient_id);
CREATE INDEX form_submission_changed ON public.form_submission USING btree (company_id, updated_at, id, form_id, patient_id, status, created_at);
CREATE INDEX form_submission_newest ON public.form_submission USING btree (company_id, created_at DESC, id DESC, patient_id, form_id, status);
CREATE INDEX form_submission_of_form ON public.form_submission USING btree (company_id, form_id, created_at DESC, id DESC, status, patient_id);
CREATE INDEX form_submission_of_patient ON public.form_submission USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX form_submission_once ON public.form_submission USING btree (company_id, form_id, patient_id) WHERE (only_one AND (status = 'SUBMITTED'::text));
CREATE STATISTICS public.form_submission_dependencies (dependencies) ON company_id, form_id, patient_id FROM form_submission;
alter table form_submission enable row level security;
create policy own_clinic on form_submission as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_patients on form_submission as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND ((current_setting('app.branches'::text, true) = '*'::text) OR COALESCE(( SELECT true
   FROM patient
  WHERE ((patient.company_id = form_submission.company_id) AND (patient.id = form_submission.patient_id))), false))));
grant delete, insert, select, update on form_submission to clinic_app;
grant select on form_submission to clinic_reader;

-- clinic: Never changed: what was answered stays readable.
create table form_version (
  company_id text not null,
  id text not null,
  form_id text not null,
  version_num integer not null,
  -- Form fields, version 1 (contract/src/form-fields.ts).
  fields jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint form_version_pkey PRIMARY KEY (company_id, id),
  constraint form_version_number UNIQUE (company_id, form_id, version_num),
  constraint form_version_version_num_check CHECK ((version_num > 0)),
  constraint form_version_ref_form FOREIGN KEY (company_id, form_id) REFERENCES form(company_id, id)
);
alter table form_version enable row level security;
create policy own_clinic on form_version as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on form_version to clinic_app;

-- clinic: A process may remember what a token stands for, but a change of it counts from the next request on, on
-- every process, however late the notification arrives. So each such change raises the clinic's version: a request
-- says under which version it was let in, and its first statement fails when that is no longer the clinic's.
create table grant_version (
  company_id text not null,
  -- No row counts as version 0.
  version bigint not null,
  constraint grant_version_pkey PRIMARY KEY (company_id)
);
grant select on grant_version to clinic_app;

-- clinic: The stored answer of a request that carried an Idempotency-Key, replayed for 24 hours.
create table idempotency_record (
  company_id text not null,
  installation_id text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  -- The response body, byte for byte; sealed with the master key where it holds a secret.
  body bytea not null,
  sealed boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_record_pkey PRIMARY KEY (company_id, installation_id, key)
);
CREATE INDEX idempotency_record_age ON public.idempotency_record USING btree (created_at);
alter table idempotency_record enable row level security;
create policy own_clinic on idempotency_record as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on idempotency_record to clinic_app;

-- clinic: What enters the books: payments, and other income of the clinic.
create table income (
  company_id text not null,
  id text not null,
  reference_id integer not null,
  name text not null,
  category text,
  -- Below zero where it takes back the income of a payment that was refunded.
  amount_minor bigint not null,
  payment_id text,
  treasury_id text,
  branch_id text not null,
  date date not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint income_pkey PRIMARY KEY (company_id, id),
  constraint income_reference UNIQUE (company_id, reference_id),
  constraint income_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint income_check CHECK (((payment_id IS NOT NULL) OR (amount_minor > 0))),
  constraint income_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint income_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint income_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment(company_id, id),
  constraint income_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury(company_id, id)
);
CREATE INDEX income_changed ON public.income USING btree (company_id, updated_at, id, branch_id, created_at);
CREATE INDEX income_newest ON public.income USING btree (company_id, created_at DESC, id DESC, branch_id);
CREATE INDEX income_of_branch ON public.income USING btree (company_id, branch_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX income_of_payment ON public.income USING btree (company_id, payment_id, ((amount_minor > 0))) WHERE (payment_id IS NOT NULL);
alter table income enable row level security;
create policy own_clinic on income as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on income to clinic_app;

-- clinic: A plugin in a clinic, with what the clinic granted it.
create table installation (
  company_id text not null,
  id text not null,
  plugin_id text not null,
  plugin_version_id text not null,
  mode text not null,
  status text not null,
  granted_scopes text[] not null,
  granted_events text[] not null,
  settings jsonb default '{}'::jsonb not null,
  -- Values of fields of type secret, sealed with the master key.
  sealed_settings bytea,
  installed_at timestamp(3) with time zone not null,
  uninstalled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- The version that asks for more than was granted, while it waits for approval.
  pending_version_id text,
  -- What the allowlist of a new token is filled with; empty means any address.
  allowed_ip_ranges text[] default '{}'::text[] not null,
  constraint installation_pkey PRIMARY KEY (company_id, id),
  constraint installation_mode_check CHECK ((mode = ANY (ARRAY['LIVE'::text, 'TEST'::text]))),
  constraint installation_pending CHECK (
CASE status
    WHEN 'UPDATE_PENDING'::text THEN (pending_version_id IS NOT NULL)
    WHEN 'SUSPENDED'::text THEN true
    ELSE (pending_version_id IS NULL)
END),
  constraint installation_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'UPDATE_PENDING'::text, 'SUSPENDED'::text, 'UNINSTALLED'::text]))),
  constraint installation_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint installation_mode_of_clinic FOREIGN KEY (company_id, mode) REFERENCES clinic(company_id, plugin_mode),
  constraint installation_pending_version_id_fkey FOREIGN KEY (pending_version_id) REFERENCES plugin_version(id),
  constraint installation_plugin_id_fkey FOREIGN KEY (plugin_id) REFERENCES plugin(id),
  constraint installation_plugin_version_id_fkey FOREIGN KEY (plugin_version_id) REFERENCES plugin_version(id)
);
CREATE INDEX installation_of_plugin ON public.installation USING btree (plugin_id) WHERE (status <> 'UNINSTALLED'::text);
CREATE UNIQUE INDEX installation_live ON public.installation USING btree (company_id, plugin_id) WHERE (status <> 'UNINSTALLED'::text);
alter table installation enable row level security;
create policy all_clinics on installation as permissive for select to clinic_dispatcher
  using (true);
create policy own_clinic on installation as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
CREATE TRIGGER grant_changed AFTER UPDATE ON public.installation FOR EACH ROW WHEN (((((old.mode IS DISTINCT FROM new.mode) OR (old.status IS DISTINCT FROM new.status)) OR (old.granted_scopes IS DISTINCT FROM new.granted_scopes)) OR (old.granted_events IS DISTINCT FROM new.granted_events))) EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER grant_ended AFTER DELETE ON public.installation FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
grant delete, insert, select, update on installation to clinic_app;
grant select (company_id, id, status) on installation to clinic_dispatcher;

-- clinic: An insurer: who bears what of a patient's care, by its policies and their classes.
create table insurance_company (
  company_id text not null,
  id text not null,
  name text not null,
  -- Its telephone, E.164.
  number text,
  email text,
  tax_number text,
  -- The most that it bears for a patient in a year, unless a class says otherwise.
  insurance_limit_minor bigint,
  insurance_unlimited boolean default false not null,
  -- Its share, unless a class says otherwise.
  insurance_percentage numeric(5,2),
  -- Treatments need its approval before they begin.
  approval_required boolean default false not null,
  -- Month in which its year begins.
  insurance_start_month integer,
  tax_percent numeric(5,2),
  total_policies integer default 0 not null,
  -- A patient is insured by one of its policies, never by the company alone.
  force_policy_select boolean default false not null,
  disabled boolean default false not null,
  city text,
  country_code text,
  -- Folded name and numbers.
  search_text text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint insurance_company_pkey PRIMARY KEY (company_id, id),
  constraint insurance_company_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint insurance_company_insurance_limit_minor_check CHECK ((insurance_limit_minor >= 0)),
  constraint insurance_company_insurance_percentage_check CHECK (((insurance_percentage >= (0)::numeric) AND (insurance_percentage <= (100)::numeric))),
  constraint insurance_company_insurance_start_month_check CHECK (((insurance_start_month >= 1) AND (insurance_start_month <= 12))),
  constraint insurance_company_tax_percent_check CHECK (((tax_percent >= (0)::numeric) AND (tax_percent <= (100)::numeric))),
  constraint insurance_company_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX insurance_company_changed ON public.insurance_company USING btree (company_id, updated_at, id);
CREATE INDEX insurance_company_newest ON public.insurance_company USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX insurance_company_search ON public.insurance_company USING gin (company_id, search_text gin_trgm_ops);
alter table insurance_company enable row level security;
create policy own_clinic on insurance_company as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on insurance_company as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on insurance_company to clinic_app;
grant select on insurance_company to clinic_reader;

-- clinic: A policy of an insurer.
create table insurance_policy (
  company_id text not null,
  id text not null,
  insurance_company_id text not null,
  policy_number text,
  -- The person or company that took it out: an employer, the head of a family.
  holder_name text,
  coverage_type text,
  relationship text,
  status text,
  sponsor_number text,
  inception date,
  due_at timestamp(3) with time zone,
  disabled boolean default false not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint insurance_policy_pkey PRIMARY KEY (company_id, id),
  constraint insurance_policy_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'EXPIRED'::text, 'CANCELED'::text]))),
  constraint insurance_policy_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint insurance_policy_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company(company_id, id)
);
CREATE INDEX insurance_policy_changed ON public.insurance_policy USING btree (company_id, updated_at, id, insurance_company_id);
CREATE INDEX insurance_policy_newest ON public.insurance_policy USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX insurance_policy_of_company ON public.insurance_policy USING btree (company_id, insurance_company_id, created_at DESC, id DESC);
CREATE STATISTICS public.insurance_policy_dependencies (dependencies) ON company_id, insurance_company_id FROM insurance_policy;
alter table insurance_policy enable row level security;
create policy own_clinic on insurance_policy as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on insurance_policy as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on insurance_policy to clinic_app;
grant select on insurance_policy to clinic_reader;

-- clinic: Each change of the stock that is no receipt of an order. Never changed itself.
create table inventory_adjustment (
  company_id text not null,
  id text not null,
  inventory_item_id text not null,
  quantity_delta numeric(12,3) not null,
  quantity_after numeric(12,3) not null,
  reason text not null,
  note text,
  treatment_id text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint inventory_adjustment_pkey PRIMARY KEY (company_id, id),
  constraint inventory_adjustment_quantity_after_check CHECK ((quantity_after >= (0)::numeric)),
  constraint inventory_adjustment_quantity_delta_check CHECK ((quantity_delta <> (0)::numeric)),
  constraint inventory_adjustment_reason_check CHECK ((reason = ANY (ARRAY['USAGE'::text, 'COUNT'::text, 'WASTE'::text, 'RETURN'::text, 'TRANSFER'::text]))),
  constraint inventory_adjustment_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint inventory_adjustment_ref_inventory_item FOREIGN KEY (company_id, inventory_item_id) REFERENCES inventory_item(company_id, id),
  constraint inventory_adjustment_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment(company_id, id)
);
CREATE INDEX inventory_adjustment_of_item ON public.inventory_adjustment USING btree (company_id, inventory_item_id, created_at DESC, id DESC);
alter table inventory_adjustment enable row level security;
create policy own_clinic on inventory_adjustment as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on inventory_adjustment to clinic_app;

-- clinic: Stock of a branch. Quantities count thousandths of the item's unit.
create table inventory_item (
  company_id text not null,
  id text not null,
  branch_id text not null,
  name text not null,
  sku text,
  barcode text,
  unit text,
  quantity numeric(12,3) not null,
  reorder_level numeric(12,3),
  low_stock boolean generated always as (COALESCE((quantity <= reorder_level), false)) stored not null,
  unit_cost_minor bigint,
  supplier text,
  expires_at timestamp(3) with time zone,
  disabled boolean default false not null,
  -- Folded name, sku and barcode.
  search_text text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint inventory_item_pkey PRIMARY KEY (company_id, id),
  constraint inventory_item_quantity_check CHECK ((quantity >= (0)::numeric)),
  constraint inventory_item_reorder_level_check CHECK ((reorder_level >= (0)::numeric)),
  constraint inventory_item_unit_cost_minor_check CHECK ((unit_cost_minor >= 0)),
  constraint inventory_item_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint inventory_item_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id)
);
CREATE INDEX inventory_item_by_low_stock ON public.inventory_item USING btree (company_id, low_stock, created_at DESC, id DESC, branch_id);
CREATE INDEX inventory_item_changed ON public.inventory_item USING btree (company_id, updated_at, id, branch_id, low_stock);
CREATE INDEX inventory_item_newest ON public.inventory_item USING btree (company_id, created_at DESC, id DESC, branch_id, low_stock);
CREATE INDEX inventory_item_of_branch ON public.inventory_item USING btree (company_id, branch_id, created_at DESC, id DESC, low_stock);
CREATE INDEX inventory_item_search ON public.inventory_item USING gin (company_id, search_text gin_trgm_ops);
CREATE STATISTICS public.inventory_item_dependencies (dependencies) ON company_id, branch_id FROM inventory_item;
alter table inventory_item enable row level security;
create policy own_clinic on inventory_item as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on inventory_item to clinic_app;

-- clinic: An order of more stock.
create table inventory_order (
  company_id text not null,
  id text not null,
  reference_id integer not null,
  branch_id text not null,
  status text not null,
  supplier text,
  -- With tax.
  total_minor bigint not null,
  tax_minor bigint not null,
  ordered_at timestamp(3) with time zone not null,
  expected_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint inventory_order_pkey PRIMARY KEY (company_id, id),
  constraint inventory_order_reference UNIQUE (company_id, reference_id),
  constraint inventory_order_check CHECK (((tax_minor >= 0) AND (tax_minor <= total_minor))),
  constraint inventory_order_check1 CHECK (((status = 'RECEIVED'::text) = (received_at IS NOT NULL))),
  constraint inventory_order_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PARTIALLY_RECEIVED'::text, 'RECEIVED'::text, 'CANCELED'::text]))),
  constraint inventory_order_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint inventory_order_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id)
);
CREATE INDEX inventory_order_by_status ON public.inventory_order USING btree (company_id, status, created_at DESC, id DESC, branch_id);
CREATE INDEX inventory_order_changed ON public.inventory_order USING btree (company_id, updated_at, id, status, branch_id);
CREATE INDEX inventory_order_newest ON public.inventory_order USING btree (company_id, created_at DESC, id DESC, status, branch_id);
CREATE INDEX inventory_order_of_branch ON public.inventory_order USING btree (company_id, branch_id, created_at DESC, id DESC, status);
CREATE STATISTICS public.inventory_order_dependencies (dependencies) ON company_id, branch_id FROM inventory_order;
alter table inventory_order enable row level security;
create policy own_clinic on inventory_order as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on inventory_order to clinic_app;

-- clinic: What was ordered, and how much of it came.
create table inventory_order_item (
  company_id text not null,
  order_id text not null,
  inventory_item_id text not null,
  sort_order integer not null,
  -- As it was called when it was ordered.
  name text not null,
  quantity numeric(12,3) not null,
  received_quantity numeric(12,3) default 0 not null,
  unit_cost_minor bigint not null,
  constraint inventory_order_item_pkey PRIMARY KEY (company_id, order_id, inventory_item_id),
  constraint inventory_order_item_check CHECK (((received_quantity >= (0)::numeric) AND (received_quantity <= quantity))),
  constraint inventory_order_item_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint inventory_order_item_unit_cost_minor_check CHECK ((unit_cost_minor >= 0)),
  constraint inventory_order_item_ref_inventory_item FOREIGN KEY (company_id, inventory_item_id) REFERENCES inventory_item(company_id, id),
  constraint inventory_order_item_ref_inventory_order FOREIGN KEY (company_id, order_id) REFERENCES inventory_order(company_id, id)
);
alter table inventory_order_item enable row level security;
create policy own_clinic on inventory_order_item as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on inventory_order_item to clinic_app;

-- control: A link that makes a person a member of a clinic, once.
create table invitation (
  company_id text not null,
  id text not null,
  email text not null,
  role text not null,
  practitioner_id text,
  invited_by text not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  constraint invitation_pkey PRIMARY KEY (company_id, id),
  constraint invitation_token_hash_key UNIQUE (token_hash),
  constraint invitation_email_check CHECK ((email = lower(email))),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'doctor'::text, 'receptionist'::text, 'accountant'::text, 'assistant'::text]))),
  constraint invitation_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES staff_user(id),
  constraint invitation_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX invitation_newest ON public.invitation USING btree (company_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_pending ON public.invitation USING btree (company_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
alter table invitation enable row level security;
create policy own_clinic on invitation as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant insert, select, update on invitation to clinic_app;

-- clinic: What a patient and an insurer owe.
create table invoice (
  company_id text not null,
  id text not null,
  reference_id integer not null,
  branch_id text not null,
  patient_id text not null,
  doctor_id text,
  appointment_id text,
  created_from_appointment_id text,
  insurance_company_id text,
  claim_id text,
  chart text,
  -- Of the latest submission.
  e_invoice_status text,
  -- What is paid on it becomes the patient's credit.
  balance_invoice boolean default false not null,
  subtotal_minor bigint not null,
  discount_minor bigint not null,
  discount_percent numeric(5,2) not null,
  tax_minor bigint not null,
  tax_percent numeric(5,2) not null,
  total_minor bigint not null,
  -- The insurer's share.
  insurance_minor bigint not null,
  paid_minor bigint default 0 not null,
  -- total = paid + pending + insurance by construction.
  pending_minor bigint generated always as (((total_minor - insurance_minor) - paid_minor)) stored not null,
  -- The discount on the whole, as it was agreed.
  whole_discount_minor bigint,
  whole_discount_percent numeric(9,6),
  released_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint invoice_pkey PRIMARY KEY (company_id, id),
  constraint invoice_reference UNIQUE (company_id, reference_id),
  constraint invoice_adds_up CHECK ((total_minor = ((subtotal_minor - discount_minor) + tax_minor))),
  constraint invoice_check CHECK (((discount_minor >= 0) AND (discount_minor <= subtotal_minor))),
  constraint invoice_check1 CHECK (((insurance_minor >= 0) AND (insurance_minor <= total_minor))),
  constraint invoice_not_overpaid CHECK (((paid_minor + insurance_minor) <= total_minor)),
  constraint invoice_of_credit CHECK (((NOT balance_invoice) OR (((discount_minor + tax_minor) + insurance_minor) = 0))),
  constraint invoice_paid_minor_check CHECK ((paid_minor >= 0)),
  constraint invoice_subtotal_minor_check CHECK ((subtotal_minor >= 0)),
  constraint invoice_tax_minor_check CHECK ((tax_minor >= 0)),
  constraint invoice_whole_discount_minor_check CHECK ((whole_discount_minor >= 0)),
  constraint invoice_whole_discount_percent_check CHECK (((whole_discount_percent >= (0)::numeric) AND (whole_discount_percent <= (100)::numeric))),
  constraint invoice_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint invoice_created_from_ref_appointment FOREIGN KEY (company_id, created_from_appointment_id) REFERENCES appointment(company_id, id),
  constraint invoice_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint invoice_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint invoice_ref_claim FOREIGN KEY (company_id, claim_id) REFERENCES claim(company_id, id),
  constraint invoice_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company(company_id, id),
  constraint invoice_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint invoice_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX invoice_changed ON public.invoice USING btree (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX invoice_newest ON public.invoice USING btree (company_id, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX invoice_of_appointment ON public.invoice USING btree (company_id, appointment_id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX invoice_of_branch ON public.invoice USING btree (company_id, branch_id, created_at DESC, id DESC, patient_id);
CREATE INDEX invoice_of_claim ON public.invoice USING btree (company_id, claim_id, created_at, id) WHERE (claim_id IS NOT NULL);
CREATE INDEX invoice_of_doctor ON public.invoice USING btree (company_id, doctor_id, created_at) INCLUDE (total_minor, pending_minor, branch_id) WHERE ((NOT balance_invoice) AND (doctor_id IS NOT NULL));
CREATE INDEX invoice_of_patient ON public.invoice USING btree (company_id, patient_id, created_at DESC, id DESC, branch_id);
CREATE INDEX invoice_unclaimed ON public.invoice USING btree (company_id, insurance_company_id, branch_id, created_at) WHERE ((claim_id IS NULL) AND (insurance_minor > 0));
CREATE STATISTICS public.invoice_dependencies (dependencies) ON company_id, branch_id, patient_id FROM invoice;
alter table invoice enable row level security;
create policy own_clinic on invoice as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on invoice as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON public.invoice FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON public.invoice FOR EACH ROW WHEN ((((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.balance_invoice IS DISTINCT FROM new.balance_invoice)) OR (old.total_minor IS DISTINCT FROM new.total_minor)) OR (old.pending_minor IS DISTINCT FROM new.pending_minor))) EXECUTE FUNCTION record_branch_hour_delta();
grant delete, insert, select, update on invoice to clinic_app;
grant select on invoice to clinic_reader;

-- clinic: One item of an invoice.
create table invoice_line (
  company_id text not null,
  id text not null,
  invoice_id text not null,
  sort_order integer not null,
  procedure_id text,
  treatment_id text,
  name text not null,
  code text,
  quantity integer not null,
  unit_minor bigint not null,
  discount_minor bigint,
  discount_percent numeric(9,6),
  tax_percent numeric(5,2) not null,
  insurance_minor bigint default 0 not null,
  constraint invoice_line_pkey PRIMARY KEY (company_id, id),
  constraint invoice_line_place UNIQUE (company_id, invoice_id, sort_order),
  constraint invoice_line_discount_minor_check CHECK ((discount_minor >= 0)),
  constraint invoice_line_discount_percent_check CHECK (((discount_percent >= (0)::numeric) AND (discount_percent <= (100)::numeric))),
  constraint invoice_line_insurance_minor_check CHECK ((insurance_minor >= 0)),
  constraint invoice_line_quantity_check CHECK ((quantity > 0)),
  constraint invoice_line_tax_percent_check CHECK (((tax_percent >= (0)::numeric) AND (tax_percent <= (100)::numeric))),
  constraint invoice_line_unit_minor_check CHECK ((unit_minor >= 0)),
  constraint invoice_line_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice(company_id, id) ON DELETE CASCADE,
  constraint invoice_line_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure(company_id, id)
);
CREATE INDEX invoice_line_of_treatment ON public.invoice_line USING btree (company_id, treatment_id) WHERE (treatment_id IS NOT NULL);
alter table invoice_line enable row level security;
create policy own_clinic on invoice_line as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on invoice_line to clinic_app;

-- database: Processes that run jobs. The jobs of one that was not seen for a while are given back to the queue.
create table job_runner (
  id text not null,
  seen_at timestamp(3) with time zone not null,
  constraint job_runner_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on job_runner to clinic_dispatcher;

-- clinic: A dental laboratory.
create table lab (
  company_id text not null,
  id text not null,
  name text not null,
  -- Its telephone, E.164.
  number text,
  email text,
  details text,
  disabled boolean default false not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lab_pkey PRIMARY KEY (company_id, id),
  constraint lab_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX lab_changed ON public.lab USING btree (company_id, updated_at, id);
CREATE INDEX lab_newest ON public.lab USING btree (company_id, created_at DESC, id DESC);
alter table lab enable row level security;
create policy own_clinic on lab as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on lab as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on lab to clinic_app;
grant select on lab to clinic_reader;

-- clinic: What a laboratory makes, and for how much.
create table lab_item (
  company_id text not null,
  id text not null,
  lab_id text not null,
  name text not null,
  price_minor bigint not null,
  details text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lab_item_pkey PRIMARY KEY (company_id, id),
  constraint lab_item_of_its_lab UNIQUE (company_id, lab_id, id),
  constraint lab_item_price_minor_check CHECK ((price_minor >= 0)),
  constraint lab_item_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint lab_item_ref_lab FOREIGN KEY (company_id, lab_id) REFERENCES lab(company_id, id)
);
CREATE INDEX lab_item_changed ON public.lab_item USING btree (company_id, updated_at, id, lab_id);
CREATE INDEX lab_item_newest ON public.lab_item USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX lab_item_of_lab ON public.lab_item USING btree (company_id, lab_id, created_at DESC, id DESC);
CREATE STATISTICS public.lab_item_dependencies (dependencies) ON company_id, lab_id FROM lab_item;
alter table lab_item enable row level security;
create policy own_clinic on lab_item as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on lab_item to clinic_app;

-- clinic: What was ordered from a laboratory for a patient.
create table lab_order (
  company_id text not null,
  id text not null,
  lab_id text not null,
  lab_item_id text,
  branch_id text not null,
  patient_id text not null,
  doctor_id text,
  appointment_id text,
  treatment_id text,
  treatment_step_id text,
  name text,
  details text,
  -- FDI numbers.
  tooth integer[] default '{}'::integer[] not null,
  shade text,
  child boolean default false not null,
  -- How many pieces.
  items integer not null,
  due_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  -- For the filter; a patient may be given the work before its arrival is noted.
  status text generated always as (
CASE
    WHEN (delivered_at IS NOT NULL) THEN 'delivered'::text
    WHEN (received_at IS NOT NULL) THEN 'received'::text
    ELSE 'pending'::text
END) stored not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lab_order_pkey PRIMARY KEY (company_id, id),
  constraint lab_order_items_check CHECK (((items >= 1) AND (items <= 1000))),
  constraint lab_order_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint lab_order_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint lab_order_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint lab_order_ref_lab FOREIGN KEY (company_id, lab_id) REFERENCES lab(company_id, id),
  constraint lab_order_ref_lab_item FOREIGN KEY (company_id, lab_id, lab_item_id) REFERENCES lab_item(company_id, lab_id, id),
  constraint lab_order_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint lab_order_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id),
  constraint lab_order_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment(company_id, id),
  constraint lab_order_ref_treatment_step FOREIGN KEY (company_id, treatment_step_id) REFERENCES treatment_step(company_id, id)
);
CREATE INDEX lab_order_by_status ON public.lab_order USING btree (company_id, status, created_at DESC, id DESC, branch_id, lab_id, patient_id);
CREATE INDEX lab_order_changed ON public.lab_order USING btree (company_id, updated_at, id, branch_id, lab_id, status, patient_id);
CREATE INDEX lab_order_newest ON public.lab_order USING btree (company_id, created_at DESC, id DESC, branch_id, lab_id, status, patient_id);
CREATE INDEX lab_order_of_branch ON public.lab_order USING btree (company_id, branch_id, created_at DESC, id DESC, lab_id, status);
CREATE INDEX lab_order_of_lab ON public.lab_order USING btree (company_id, lab_id, created_at DESC, id DESC, branch_id, status);
CREATE INDEX lab_order_of_patient ON public.lab_order USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE STATISTICS public.lab_order_dependencies (dependencies) ON company_id, lab_id, branch_id, patient_id FROM lab_order;
alter table lab_order enable row level security;
create policy own_clinic on lab_order as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on lab_order as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on lab_order to clinic_app;
grant select on lab_order to clinic_reader;

-- clinic: A prospective patient on the way through the stages of the clinic.
create table lead (
  company_id text not null,
  id text not null,
  reference_id integer not null,
  contact_id text not null,
  branch_id text not null,
  stage_id text not null,
  -- The place within the stage, from 1 to its number of leads.
  sort_order integer not null,
  deal_size_minor bigint,
  score integer,
  due_at timestamp(3) with time zone,
  patient_id text,
  assigned_to_id text,
  lead_link_id text,
  reject_reason_id text,
  referral_source_id text,
  referral_sub_source_id text,
  notes text,
  -- When it entered its stage.
  staged_at timestamp(3) with time zone not null,
  -- When it became a patient.
  journeyed_at timestamp(3) with time zone,
  -- When it was last written with.
  last_interaction_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lead_pkey PRIMARY KEY (company_id, id),
  constraint lead_of_contact UNIQUE (company_id, contact_id),
  constraint lead_place UNIQUE (company_id, stage_id, sort_order) DEFERRABLE,
  constraint lead_reference UNIQUE (company_id, reference_id),
  constraint lead_check CHECK (((referral_sub_source_id IS NULL) OR (referral_source_id IS NOT NULL))),
  constraint lead_deal_size_minor_check CHECK ((deal_size_minor >= 0)),
  constraint lead_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint lead_sort_order_check CHECK ((sort_order >= 1)),
  constraint lead_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint lead_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint lead_ref_contact FOREIGN KEY (company_id, contact_id) REFERENCES contact(company_id, id),
  constraint "lead_ref_leadStage" FOREIGN KEY (company_id, stage_id) REFERENCES lead_stage(company_id, id),
  constraint lead_ref_lead_link FOREIGN KEY (company_id, lead_link_id) REFERENCES lead_link(company_id, id),
  constraint lead_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint lead_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner(company_id, id),
  constraint lead_ref_referral_source FOREIGN KEY (company_id, referral_source_id) REFERENCES referral_source(company_id, id),
  constraint lead_ref_referral_sub_source FOREIGN KEY (company_id, referral_source_id, referral_sub_source_id) REFERENCES referral_sub_source(company_id, source_id, id),
  constraint lead_ref_reject_reason FOREIGN KEY (company_id, reject_reason_id) REFERENCES lead_reject_reason(company_id, id)
);
CREATE INDEX lead_changed ON public.lead USING btree (company_id, updated_at, id, stage_id, assigned_to_id);
CREATE INDEX lead_journeyed ON public.lead USING btree (company_id, journeyed_at) INCLUDE (assigned_to_id, branch_id) WHERE (journeyed_at IS NOT NULL);
CREATE INDEX lead_newest ON public.lead USING btree (company_id, created_at DESC, id DESC, stage_id, assigned_to_id);
CREATE INDEX lead_of_assignee ON public.lead USING btree (company_id, assigned_to_id, created_at DESC, id DESC, stage_id);
CREATE INDEX lead_of_patient ON public.lead USING btree (company_id, patient_id) WHERE (patient_id IS NOT NULL);
CREATE INDEX lead_of_stage ON public.lead USING btree (company_id, stage_id, created_at DESC, id DESC, assigned_to_id);
CREATE STATISTICS public.lead_dependencies (dependencies) ON company_id, stage_id, assigned_to_id FROM lead;
alter table lead enable row level security;
create policy own_clinic on lead as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON public.lead FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON public.lead FOR EACH ROW WHEN ((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.journeyed_at IS DISTINCT FROM new.journeyed_at))) EXECUTE FUNCTION record_branch_hour_delta();
grant delete, insert, select, update on lead to clinic_app;

-- clinic: A public form or campaign that leads come through.
create table lead_link (
  company_id text not null,
  id text not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lead_link_pkey PRIMARY KEY (company_id, id),
  constraint lead_link_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table lead_link enable row level security;
create policy own_clinic on lead_link as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on lead_link to clinic_app;

-- clinic: The timeline of a lead: each stage that it entered, by whom. The stage may be gone by now.
create table lead_move (
  company_id text not null,
  id text not null,
  lead_id text not null,
  from_stage_id text,
  to_stage_id text not null,
  -- The kind and id of the caller, such as `installation ins_…`.
  moved_by text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lead_move_pkey PRIMARY KEY (company_id, id),
  constraint lead_move_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead(company_id, id)
);
CREATE INDEX lead_move_of_lead ON public.lead_move USING btree (company_id, lead_id, created_at DESC, id DESC);
alter table lead_move enable row level security;
create policy own_clinic on lead_move as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on lead_move to clinic_app;

-- clinic: Why a lead was rejected.
create table lead_reject_reason (
  company_id text not null,
  id text not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lead_reject_reason_pkey PRIMARY KEY (company_id, id),
  constraint lead_reject_reason_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table lead_reject_reason enable row level security;
create policy own_clinic on lead_reject_reason as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on lead_reject_reason to clinic_app;

-- clinic: The columns of the pipeline. A transaction that changes which leads are in a stage, or their order,
-- locks its row first: that keeps the count exact and the order without gaps. Several stages are locked in the
-- order of their ids.
create table lead_stage (
  company_id text not null,
  id text not null,
  name text not null,
  color text,
  -- From left to right; the first one takes new leads.
  sort_order integer not null,
  -- How many days a lead may stay before something must happen.
  due_days integer,
  -- A lead that enters is rejected.
  require_reject boolean default false not null,
  total_leads integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint lead_stage_pkey PRIMARY KEY (company_id, id),
  constraint lead_stage_place UNIQUE (company_id, sort_order) DEFERRABLE,
  constraint lead_stage_due_days_check CHECK ((due_days >= 0)),
  constraint lead_stage_total_leads_check CHECK ((total_leads >= 0)),
  constraint lead_stage_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX lead_stage_newest ON public.lead_stage USING btree (company_id, created_at DESC, id DESC);
alter table lead_stage enable row level security;
create policy own_clinic on lead_stage as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on lead_stage to clinic_app;

-- clinic: Points of a patient: what the transactions come to. A transaction that writes one locks the account
-- first.
create table loyalty_account (
  company_id text not null,
  id text not null,
  patient_id text not null,
  points_balance bigint not null,
  lifetime_earned bigint not null,
  lifetime_redeemed bigint not null,
  -- Of the balance, what expires next, all at the same instant.
  expiring_points bigint not null,
  expiring_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint loyalty_account_pkey PRIMARY KEY (company_id, id),
  constraint loyalty_account_of_patient UNIQUE (company_id, patient_id),
  constraint loyalty_account_check CHECK (((expiring_points > 0) = (expiring_at IS NOT NULL))),
  constraint loyalty_account_points_balance_check CHECK ((points_balance >= 0)),
  constraint loyalty_account_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint loyalty_account_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id)
);
CREATE INDEX loyalty_account_changed ON public.loyalty_account USING btree (company_id, updated_at, id, patient_id);
CREATE INDEX loyalty_account_expiring ON public.loyalty_account USING btree (expiring_at, company_id) WHERE (expiring_at IS NOT NULL);
CREATE INDEX loyalty_account_newest ON public.loyalty_account USING btree (company_id, created_at DESC, id DESC);
alter table loyalty_account enable row level security;
create policy all_clinics on loyalty_account as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on loyalty_account as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on loyalty_account to clinic_app;
grant select (company_id, expiring_at) on loyalty_account to clinic_dispatcher;

-- clinic: Points that were given, used, adjusted or that expired.
create table loyalty_transaction (
  company_id text not null,
  id text not null,
  patient_id text not null,
  branch_id text,
  type text not null,
  points bigint not null,
  balance_after bigint not null,
  -- Of points that were given, what is still there: the balance is the sum of it.
  remaining bigint not null,
  expires_at timestamp(3) with time zone,
  reason text,
  invoice_id text,
  payment_id text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint loyalty_transaction_pkey PRIMARY KEY (company_id, id),
  constraint loyalty_transaction_balance_after_check CHECK ((balance_after >= 0)),
  constraint loyalty_transaction_check CHECK (
CASE type
    WHEN 'EARN'::text THEN (points > 0)
    WHEN 'ADJUST'::text THEN (points <> 0)
    ELSE (points < 0)
END),
  constraint loyalty_transaction_check1 CHECK (((remaining >= 0) AND (remaining <= GREATEST(points, (0)::bigint)))),
  constraint loyalty_transaction_type_check CHECK ((type = ANY (ARRAY['EARN'::text, 'REDEEM'::text, 'ADJUST'::text, 'EXPIRE'::text]))),
  constraint loyalty_transaction_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint loyalty_transaction_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint loyalty_transaction_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice(company_id, id),
  constraint loyalty_transaction_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint loyalty_transaction_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment(company_id, id)
);
CREATE INDEX loyalty_transaction_by_type ON public.loyalty_transaction USING btree (company_id, type, created_at DESC, id DESC, patient_id);
CREATE INDEX loyalty_transaction_changed ON public.loyalty_transaction USING btree (company_id, updated_at, id, type, patient_id);
CREATE INDEX loyalty_transaction_left ON public.loyalty_transaction USING btree (company_id, patient_id, expires_at, created_at, id) WHERE (remaining > 0);
CREATE INDEX loyalty_transaction_newest ON public.loyalty_transaction USING btree (company_id, created_at DESC, id DESC, type, patient_id);
CREATE INDEX loyalty_transaction_of_patient ON public.loyalty_transaction USING btree (company_id, patient_id, created_at DESC, id DESC, type);
CREATE STATISTICS public.loyalty_transaction_dependencies (dependencies) ON company_id, patient_id FROM loyalty_transaction;
alter table loyalty_transaction enable row level security;
create policy own_clinic on loyalty_transaction as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on loyalty_transaction to clinic_app;

-- clinic: What was measured in an encounter.
create table measurement (
  company_id text not null,
  id text not null,
  encounter_id text not null,
  patient_id text not null,
  branch_id text not null,
  doctor_id text,
  name text not null,
  value double precision not null,
  -- -1 low, 0 normal, 1 high, 2 critical.
  status smallint not null,
  -- Against the previous value of the same name; null on the first.
  difference double precision,
  -- Against the first value of the same name; null on the first.
  overall_difference double precision,
  improvement double precision,
  overall_improvement double precision,
  duration_days integer,
  overall_duration_days integer,
  -- The patient's newest of the name.
  last boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint measurement_pkey PRIMARY KEY (company_id, id),
  constraint measurement_status_check CHECK (((status >= '-1'::integer) AND (status <= 2))),
  constraint measurement_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint measurement_ref_encounter FOREIGN KEY (company_id, encounter_id) REFERENCES encounter(company_id, id),
  constraint measurement_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id)
);
CREATE INDEX measurement_of_encounter ON public.measurement USING btree (company_id, encounter_id, created_at, id);
CREATE INDEX measurement_of_patient ON public.measurement USING btree (company_id, patient_id, name, created_at, id);
CREATE UNIQUE INDEX measurement_last ON public.measurement USING btree (company_id, patient_id, name) WHERE last;
alter table measurement enable row level security;
create policy own_clinic on measurement as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on measurement as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on measurement to clinic_app;
grant select on measurement to clinic_reader;

-- clinic: The clinic's formulary.
create table medication (
  company_id text not null,
  id text not null,
  name text not null,
  category text,
  dosage numeric,
  dispense text,
  sig text,
  -- Days.
  duration numeric,
  method text,
  strength text,
  details text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint medication_pkey PRIMARY KEY (company_id, id),
  constraint medication_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX medication_changed ON public.medication USING btree (company_id, updated_at, id);
CREATE INDEX medication_newest ON public.medication USING btree (company_id, created_at DESC, id DESC);
alter table medication enable row level security;
create policy own_clinic on medication as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on medication as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on medication to clinic_app;
grant select on medication to clinic_reader;

-- clinic: A copy of what the formulary said on the day, which the doctor may have changed.
create table medication_line (
  company_id text not null,
  id text not null,
  prescription_id text not null,
  medication_id text,
  name text not null,
  dosage numeric,
  dispense text,
  type text,
  sig text,
  duration numeric,
  method text,
  strength text,
  details text,
  sort_order integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint medication_line_pkey PRIMARY KEY (company_id, id),
  constraint medication_line_order UNIQUE (company_id, prescription_id, sort_order),
  constraint medication_line_ref_medication FOREIGN KEY (company_id, medication_id) REFERENCES medication(company_id, id),
  constraint medication_line_ref_prescription FOREIGN KEY (company_id, prescription_id) REFERENCES prescription(company_id, id) ON DELETE CASCADE
);
alter table medication_line enable row level security;
create policy own_clinic on medication_line as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on medication_line as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on medication_line to clinic_app;
grant select on medication_line to clinic_reader;

-- control: Which person works in which clinic, and as what.
create table membership (
  company_id text not null,
  user_id text not null,
  role text not null,
  -- Who they are on the clinic's list of staff, where they are on it.
  practitioner_id text,
  active boolean default true not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- Noted once a minute.
  last_seen_at timestamp(3) with time zone,
  constraint membership_pkey PRIMARY KEY (company_id, user_id),
  constraint membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'doctor'::text, 'receptionist'::text, 'accountant'::text, 'assistant'::text]))),
  constraint membership_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint membership_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner(company_id, id),
  constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id)
);
CREATE INDEX membership_of_user ON public.membership USING btree (user_id);
alter table membership enable row level security;
create policy own_clinic on membership as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON public.membership DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.active IS DISTINCT FROM new.active) OR (old.role IS DISTINCT FROM new.role)) OR (old.practitioner_id IS DISTINCT FROM new.practitioner_id))) EXECUTE FUNCTION announce_grant_change();
CREATE CONSTRAINT TRIGGER connection_ended AFTER DELETE ON public.membership DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
grant select on membership to clinic_app;
grant update (role, active, updated_at) on membership to clinic_app;

-- clinic: A text that the carrier has to approve before it is sent.
create table message_template (
  company_id text not null,
  id text not null,
  name text not null,
  language text not null,
  category text not null,
  -- As the carrier decides; only an approved one is sent.
  status text not null,
  -- With placeholders {{1}} to {{variable_count}}.
  body text not null,
  variable_count integer not null,
  -- The carrier's own id of it.
  carrier_id text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint message_template_pkey PRIMARY KEY (company_id, id),
  constraint message_template_name UNIQUE (company_id, name, language),
  constraint message_template_category_check CHECK ((category = ANY (ARRAY['UTILITY'::text, 'MARKETING'::text, 'AUTHENTICATION'::text]))),
  constraint message_template_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'PAUSED'::text, 'DISABLED'::text]))),
  constraint message_template_variable_count_check CHECK (((variable_count >= 0) AND (variable_count <= 20))),
  constraint message_template_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX message_template_changed ON public.message_template USING btree (company_id, updated_at, id, status);
CREATE INDEX message_template_newest ON public.message_template USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX message_template_of_status ON public.message_template USING btree (company_id, status, created_at DESC, id DESC);
alter table message_template enable row level security;
create policy own_clinic on message_template as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on message_template to clinic_app;

-- control: Codes of the authorization server; only the hash is stored (specification, OAuth rule 2).
create table oauth_authorization_code (
  code_hash bytea not null,
  grant_id text not null,
  client_id text not null,
  company_id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamp(3) with time zone not null,
  -- Recorded, so that a replay is seen (rule 2).
  consumed_at timestamp(3) with time zone,
  constraint oauth_authorization_code_pkey PRIMARY KEY (code_hash),
  constraint oauth_authorization_code_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE
);
CREATE INDEX oauth_authorization_code_of_grant ON public.oauth_authorization_code USING btree (grant_id);
alter table oauth_authorization_code enable row level security;
create policy authorization_server on oauth_authorization_code as permissive for all to clinic_app
  using ((current_setting('app.part'::text, true) = 'authorization server'::text));
create policy own_clinic on oauth_authorization_code as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant insert, select on oauth_authorization_code to clinic_app;
grant update (consumed_at) on oauth_authorization_code to clinic_app;

-- control: An app that assistants connect through.
create table oauth_client (
  client_id text not null,
  kind text not null,
  name text not null,
  redirect_uris text[] not null,
  grant_types text[] not null,
  created_at timestamp(3) with time zone not null,
  -- When the description was read last.
  read_at timestamp(3) with time zone,
  -- Until then the description is not read again.
  fresh_until timestamp(3) with time zone,
  first_consent_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint oauth_client_pkey PRIMARY KEY (client_id),
  constraint oauth_client_kind_check CHECK ((kind = ANY (ARRAY['dcr'::text, 'cimd'::text, 'preregistered'::text]))),
  constraint oauth_client_redirect_uris_check CHECK ((cardinality(redirect_uris) > 0))
);
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON public.oauth_client DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.redirect_uris IS DISTINCT FROM new.redirect_uris))) EXECUTE FUNCTION announce_client_change();
grant insert, select on oauth_client to clinic_app;
grant update (name, redirect_uris, grant_types, read_at, fresh_until, first_consent_at, last_used_at) on oauth_client to clinic_app;

-- control: What happened in the authorization server, for a later inquiry. Never a code or a token.
create table oauth_event (
  id bigint generated by default as identity not null,
  at timestamp(3) with time zone not null,
  kind text not null,
  client_id text,
  user_id text,
  company_id text,
  grant_id text,
  scope text,
  request_id text not null,
  address text,
  -- Why, or what more: the scopes that a consent page showed, what a token was refused for.
  detail text,
  constraint oauth_event_pkey PRIMARY KEY (id)
);
CREATE INDEX oauth_event_age ON public.oauth_event USING btree (at);
CREATE INDEX oauth_event_of_clinic ON public.oauth_event USING btree (company_id, at DESC);
alter table oauth_event enable row level security;
create policy authorization_server on oauth_event as permissive for insert to clinic_app
  with check ((current_setting('app.part'::text, true) = 'authorization server'::text));
create policy own_clinic on oauth_event as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant insert, select on oauth_event to clinic_app;

-- control: Attempts to connect an assistant, each with a flow id and a browser token of its own (specification,
-- OAuth rule 7).
create table oauth_flow (
  flow_hash bytea not null,
  browser_hash bytea not null,
  client_id text not null,
  redirect_uri text not null,
  state text,
  scope text not null,
  resource text not null,
  code_challenge text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  -- The first who came back from the login; no other person may go on.
  user_id text,
  company_id text,
  -- Set once: a flow is decided once.
  decided_at timestamp(3) with time zone,
  constraint oauth_flow_pkey PRIMARY KEY (flow_hash),
  constraint oauth_flow_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  constraint oauth_flow_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint oauth_flow_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX oauth_flow_end ON public.oauth_flow USING btree (expires_at);
alter table oauth_flow enable row level security;
create policy authorization_server on oauth_flow as permissive for all to clinic_app
  using ((current_setting('app.part'::text, true) = 'authorization server'::text));
grant insert, select on oauth_flow to clinic_app;
grant update (user_id, company_id, decided_at) on oauth_flow to clinic_app;

-- control: A connection: what a person allowed an app to read of one clinic (specification, OAuth rule 4).
create table oauth_grant (
  id text not null,
  client_id text not null,
  user_id text not null,
  company_id text not null,
  scope text not null,
  resource text not null,
  -- Whether the login that consented had proved a second factor.
  second_factor boolean not null,
  created_at timestamp(3) with time zone not null,
  absolute_end timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  -- What was offered and not allowed: it is not asked for again.
  declined text default ''::text not null,
  -- When the login that consented gave its password.
  authenticated_at timestamp(3) with time zone,
  -- Where the connection was answered: of the addresses that a client registers, the first says nothing about that.
  redirect_uri text,
  constraint oauth_grant_pkey PRIMARY KEY (id),
  constraint oauth_grant_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_client(client_id) ON DELETE CASCADE,
  constraint oauth_grant_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint oauth_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX oauth_grant_of_client ON public.oauth_grant USING btree (client_id);
CREATE INDEX oauth_grant_of_clinic ON public.oauth_grant USING btree (company_id, created_at DESC);
CREATE INDEX oauth_grant_of_user ON public.oauth_grant USING btree (user_id, created_at DESC);
alter table oauth_grant enable row level security;
create policy authorization_server on oauth_grant as permissive for all to clinic_app
  using ((current_setting('app.part'::text, true) = 'authorization server'::text));
create policy own_clinic on oauth_grant as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON public.oauth_grant DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((((old.scope IS DISTINCT FROM new.scope) OR (old.declined IS DISTINCT FROM new.declined)) OR (old.resource IS DISTINCT FROM new.resource)) OR (old.second_factor IS DISTINCT FROM new.second_factor)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.absolute_end IS DISTINCT FROM new.absolute_end))) EXECUTE FUNCTION announce_grant_change();
CREATE TRIGGER connection_ended AFTER DELETE ON public.oauth_grant FOR EACH ROW EXECUTE FUNCTION record_ended_connection();
grant delete, insert, select on oauth_grant to clinic_app;

-- control: Access and refresh tokens of a connection; only the hash is stored (specification, OAuth rule 3).
create table oauth_token (
  token_hash bytea not null,
  type text not null,
  grant_id text not null,
  client_id text not null,
  company_id text not null,
  user_id text not null,
  scope text not null,
  -- The refresh token that this one was given for.
  parent_hash bytea,
  -- A refresh token that was used is kept, so that its reuse is seen.
  rotated_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint oauth_token_pkey PRIMARY KEY (token_hash),
  constraint oauth_token_type_check CHECK ((type = ANY (ARRAY['access'::text, 'refresh'::text]))),
  constraint oauth_token_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE
);
CREATE INDEX oauth_token_of_grant ON public.oauth_token USING btree (grant_id);
alter table oauth_token enable row level security;
create policy authorization_server on oauth_token as permissive for all to clinic_app
  using ((current_setting('app.part'::text, true) = 'authorization server'::text));
create policy own_clinic on oauth_token as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
CREATE CONSTRAINT TRIGGER connection_changed AFTER DELETE OR UPDATE ON public.oauth_token DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.type = 'access'::text) AND (old.expires_at > now()))) EXECUTE FUNCTION announce_grant_change();
grant delete, insert, select on oauth_token to clinic_app;
grant update (rotated_at) on oauth_token to clinic_app;

-- clinic: Links through which patients pay online, and what became of them.
create table online_payment (
  company_id text not null,
  id text not null,
  invoice_id text not null,
  branch_id text not null,
  amount_minor bigint not null,
  -- What the gateway kept of it.
  extra_fees_minor bigint default 0 not null,
  provider text not null,
  status text not null,
  -- The last part of the payer's link: a person who has it may pay.
  link_token text not null,
  -- How many checkouts were opened at the gateway, one after the other. While one is being opened it is reserved
  -- until checkout_until; then it has the gateway's reference and page, which ends at checkout_expires_at.
  checkout_attempt integer default 0 not null,
  checkout_until timestamp(3) with time zone,
  checkout_reference text,
  checkout_url text,
  checkout_expires_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone,
  payment_id text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint online_payment_pkey PRIMARY KEY (company_id, id),
  constraint online_payment_link UNIQUE (link_token, company_id),
  constraint online_payment_amount_minor_check CHECK ((amount_minor > 0)),
  constraint online_payment_extra_fees_minor_check CHECK ((extra_fees_minor >= 0)),
  constraint online_payment_recorded CHECK ((((status = ANY (ARRAY['SUCCESS'::text, 'REFUND'::text])) = (payment_id IS NOT NULL)) AND ((payment_id IS NULL) = (paid_at IS NULL)))),
  constraint online_payment_status_check CHECK ((status = ANY (ARRAY['CREATED'::text, 'PENDING'::text, 'SUCCESS'::text, 'FAILED'::text, 'REFUND'::text]))),
  constraint online_payment_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint online_payment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint online_payment_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice(company_id, id),
  constraint online_payment_ref_payment FOREIGN KEY (company_id, payment_id) REFERENCES payment(company_id, id)
);
CREATE INDEX online_payment_by_status ON public.online_payment USING btree (company_id, status, created_at DESC, id DESC, branch_id, invoice_id);
CREATE INDEX online_payment_changed ON public.online_payment USING btree (company_id, updated_at, id, branch_id, status, invoice_id, created_at);
CREATE INDEX online_payment_newest ON public.online_payment USING btree (company_id, created_at DESC, id DESC, branch_id, status, invoice_id);
CREATE INDEX online_payment_of_branch ON public.online_payment USING btree (company_id, branch_id, created_at DESC, id DESC, status, invoice_id);
CREATE INDEX online_payment_of_checkout ON public.online_payment USING btree (company_id, provider, checkout_reference) WHERE (checkout_reference IS NOT NULL);
CREATE INDEX online_payment_of_invoice ON public.online_payment USING btree (company_id, invoice_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX online_payment_of_payment ON public.online_payment USING btree (company_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE STATISTICS public.online_payment_dependencies (dependencies) ON company_id, invoice_id, branch_id FROM online_payment;
alter table online_payment enable row level security;
create policy own_clinic on online_payment as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on online_payment to clinic_app;

-- clinic: E-mail that is still to be sent. The recipients are looked up when it is sent, so that it reaches those
-- who are owners then.
create table outgoing_mail (
  company_id text not null,
  id text not null,
  audience text not null,
  template text not null,
  data jsonb not null,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- Raised by every attempt, which has the mail until due_at.
  attempts integer default 0 not null,
  due_at timestamp(3) with time zone default now() not null,
  -- The people who have it already.
  sent_to text[] default '{}'::text[] not null,
  -- Given up, and why.
  error_code text,
  -- A mail to the owners may also go to the person whom it is about.
  user_id text,
  constraint outgoing_mail_pkey PRIMARY KEY (company_id, id),
  constraint outgoing_mail_audience_check CHECK ((audience = 'OWNERS'::text)),
  constraint outgoing_mail_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint outgoing_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE SET NULL
);
CREATE INDEX outgoing_mail_due ON public.outgoing_mail USING btree (due_at) WHERE ((sent_at IS NULL) AND (error_code IS NULL));
alter table outgoing_mail enable row level security;
create policy insert_for_any_clinic on outgoing_mail as permissive for insert to clinic_dispatcher
  with check (true);
create policy own_clinic on outgoing_mail as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy send_for_any_clinic on outgoing_mail as permissive for all to clinic_dispatcher
  using (true);
grant delete, insert, select, update on outgoing_mail to clinic_app;
grant insert, select on outgoing_mail to clinic_dispatcher;
grant update (sent_at, updated_at, attempts, due_at, sent_to, error_code) on outgoing_mail to clinic_dispatcher;

-- control: Links of mails are good once and for a while; only the hash of what they hold is stored.
create table password_reset (
  id text not null,
  -- Null where no login has the address that was given: both cases are the same work.
  user_id text,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint password_reset_pkey PRIMARY KEY (id),
  constraint password_reset_token_hash_key UNIQUE (token_hash),
  constraint password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX password_reset_of_user ON public.password_reset USING btree (user_id, created_at DESC) WHERE (user_id IS NOT NULL);

-- clinic: The patient file. Names and numbers are searched by folded text: one column, one trigram index.
create table patient (
  -- Refers to the clinic by its branch: a reference of its own would lock the clinic's one row, shared, with every
  -- write of the clinic.
  company_id text not null,
  id text not null,
  file_number integer not null,
  clinic_file_number text,
  branch_id text not null,
  doctor_id text,
  first_name text not null,
  last_name text,
  phone_number text,
  phone_number2 text,
  email text,
  gender text,
  title text,
  birth_date date,
  address text,
  nationality text,
  marital_status text,
  national_id text,
  identifier_type text,
  details text,
  is_lead boolean default false not null,
  disabled boolean default false not null,
  pending boolean default false not null,
  insurance_company_id text,
  insurance_policy_id text,
  insurance_class_id text,
  insurance_number text,
  insurance_group text,
  insurance_percentage numeric(5,2),
  insurance_limit_minor bigint,
  insurance_unlimited boolean,
  insurance_end_date date,
  -- Total of the patient's invoices, in minor units.
  invoiced_minor bigint default 0 not null,
  paid_minor bigint default 0 not null,
  -- Folded names, phones, e-mail and ids, for callers who may see them.
  search_text text default ''::text not null,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- What was paid in advance and not yet used on an invoice; below zero after a refund of credit that was already
  -- used.
  balance_minor bigint default 0 not null,
  constraint patient_pkey PRIMARY KEY (company_id, id),
  constraint patient_file_number UNIQUE (company_id, file_number),
  constraint patient_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint patient_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company(company_id, id),
  constraint patient_ref_insurance_policy FOREIGN KEY (company_id, insurance_policy_id) REFERENCES insurance_policy(company_id, id),
  constraint patient_ref_policy_class FOREIGN KEY (company_id, insurance_class_id) REFERENCES policy_class(company_id, id),
  constraint patient_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX patient_changed ON public.patient USING btree (company_id, updated_at, id, branch_id) WHERE (deleted_at IS NULL);
CREATE INDEX patient_newest ON public.patient USING btree (company_id, created_at DESC, id DESC, branch_id) WHERE (deleted_at IS NULL);
CREATE INDEX patient_of_clinic_file ON public.patient USING btree (company_id, clinic_file_number) WHERE (deleted_at IS NULL);
CREATE INDEX patient_of_doctor ON public.patient USING btree (company_id, doctor_id, created_at) INCLUDE (branch_id) WHERE ((deleted_at IS NULL) AND (NOT is_lead) AND (doctor_id IS NOT NULL));
CREATE INDEX patient_of_phone ON public.patient USING btree (company_id, phone_number) WHERE (deleted_at IS NULL);
CREATE INDEX patient_search ON public.patient USING gin (company_id, search_text gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE STATISTICS public.patient_dependencies (dependencies) ON company_id, branch_id, doctor_id FROM patient;
alter table patient enable row level security;
create policy own_clinic on patient as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_patients on patient as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND (reads_branch(branch_id) OR reads_appointment_of(company_id, id))));
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON public.patient FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON public.patient FOR EACH ROW WHEN (((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.is_lead IS DISTINCT FROM new.is_lead))) EXECUTE FUNCTION record_branch_hour_delta();
grant delete, insert, select, update on patient to clinic_app;
grant select (company_id, id, file_number, clinic_file_number, branch_id, doctor_id, first_name, last_name, phone_number, email, gender, birth_date, address, national_id, is_lead, disabled, pending, insurance_company_id, insurance_policy_id, insurance_class_id, insurance_number, insurance_group, insurance_percentage, insurance_limit_minor, insurance_unlimited, insurance_end_date, search_text, deleted_at, created_at, updated_at) on patient to clinic_reader;

-- clinic: Money that came in, on an invoice or as credit.
create table payment (
  company_id text not null,
  -- Derived from the Idempotency-Key where there is one, so that a late retry collides instead of charging twice.
  id text not null,
  type text not null,
  amount_minor bigint not null,
  -- What of the amount counts as paid on the invoice.
  applied_minor bigint not null,
  -- What the payment added to the patient's credit, or took from it.
  balance_minor bigint not null,
  tax_minor bigint not null,
  invoice_id text,
  patient_id text not null,
  branch_id text not null,
  doctor_id text,
  appointment_id text,
  insurance_company_id text,
  treasury_id text,
  chart text,
  -- Transaction id of the terminal or gateway.
  reference text,
  claimed_at timestamp(3) with time zone,
  refunded_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint payment_pkey PRIMARY KEY (company_id, id),
  constraint payment_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_check CHECK (((applied_minor >= 0) AND (applied_minor <= amount_minor))),
  constraint payment_check1 CHECK (((tax_minor >= 0) AND (tax_minor <= amount_minor))),
  constraint payment_goes_somewhere CHECK (
CASE type
    WHEN 'BALANCE'::text THEN ((applied_minor = amount_minor) AND (balance_minor = (- amount_minor)))
    WHEN 'INSURANCE'::text THEN ((applied_minor = 0) AND (balance_minor = 0))
    ELSE ((balance_minor = (amount_minor - applied_minor)) OR ((applied_minor = amount_minor) AND (balance_minor = amount_minor)))
END),
  constraint payment_on_invoice CHECK (((invoice_id IS NOT NULL) OR (applied_minor = 0))),
  constraint payment_type_check CHECK ((type = ANY (ARRAY['CARD'::text, 'CASH'::text, 'BANK_TRANSFER'::text, 'MOBILE_WALLET'::text, 'CHEQUE'::text, 'OTHER'::text, 'BALANCE'::text, 'INSURANCE'::text]))),
  constraint payment_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint payment_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint payment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint payment_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company(company_id, id),
  constraint payment_ref_invoice FOREIGN KEY (company_id, invoice_id) REFERENCES invoice(company_id, id),
  constraint payment_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint payment_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id),
  constraint payment_ref_treasury FOREIGN KEY (company_id, treasury_id) REFERENCES treasury(company_id, id)
);
CREATE INDEX payment_changed ON public.payment USING btree (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX payment_newest ON public.payment USING btree (company_id, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX payment_of_branch ON public.payment USING btree (company_id, branch_id, created_at DESC, id DESC, patient_id);
CREATE INDEX payment_of_doctor ON public.payment USING btree (company_id, doctor_id, created_at) INCLUDE (amount_minor, branch_id) WHERE ((type <> 'BALANCE'::text) AND (doctor_id IS NOT NULL));
CREATE INDEX payment_of_invoice ON public.payment USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX payment_of_patient ON public.payment USING btree (company_id, patient_id, created_at DESC, id DESC, branch_id);
CREATE INDEX payment_refund_figures ON public.payment USING btree (company_id, refunded_at) INCLUDE (amount_minor, branch_id, doctor_id) WHERE ((type <> 'BALANCE'::text) AND (refunded_at IS NOT NULL));
CREATE STATISTICS public.payment_dependencies (dependencies) ON company_id, patient_id, branch_id FROM payment;
alter table payment enable row level security;
create policy own_clinic on payment as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on payment as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
CREATE TRIGGER record_delta AFTER INSERT OR DELETE ON public.payment FOR EACH ROW EXECUTE FUNCTION record_branch_hour_delta();
CREATE TRIGGER record_delta_of_update AFTER UPDATE ON public.payment FOR EACH ROW WHEN ((((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.refunded_at IS DISTINCT FROM new.refunded_at)) OR (old.type IS DISTINCT FROM new.type)) OR (old.amount_minor IS DISTINCT FROM new.amount_minor))) EXECUTE FUNCTION record_branch_hour_delta();
grant delete, insert, select, update on payment to clinic_app;
grant select on payment to clinic_reader;

-- control: What is published; which clinic uses it is an installation.
create table plugin (
  id text not null,
  slug text not null,
  created_at timestamp(3) with time zone not null,
  constraint plugin_pkey PRIMARY KEY (id),
  constraint plugin_slug_key UNIQUE (slug)
);
grant insert, select on plugin to clinic_app;

-- clinic: The bearer tokens of an installation; only the hash is stored. It belongs to the clinic, not to control,
-- so that a request is answered by the clinic's own database alone.
create table plugin_token (
  company_id text not null,
  id text not null,
  installation_id text not null,
  token_hash bytea not null,
  -- The first characters of the token, so that a person can tell tokens apart.
  hint text not null,
  allowed_ip_ranges text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint plugin_token_pkey PRIMARY KEY (company_id, id),
  constraint plugin_token_hash UNIQUE (token_hash, company_id),
  constraint plugin_token_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation(company_id, id)
);
CREATE INDEX plugin_token_of_installation ON public.plugin_token USING btree (company_id, installation_id);
alter table plugin_token enable row level security;
create policy own_clinic on plugin_token as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
CREATE TRIGGER grant_changed AFTER DELETE OR UPDATE ON public.plugin_token FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
grant delete, insert, select, update on plugin_token to clinic_app;

-- control: A published manifest. Never changed, so that a consent refers to what was shown.
create table plugin_version (
  id text not null,
  plugin_id text not null,
  version text not null,
  manifest jsonb not null,
  manifest_hash text not null,
  published_at timestamp(3) with time zone not null,
  constraint plugin_version_pkey PRIMARY KEY (id),
  constraint plugin_version_plugin_id_version_key UNIQUE (plugin_id, version),
  constraint plugin_version_plugin_id_fkey FOREIGN KEY (plugin_id) REFERENCES plugin(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.plugin_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
grant insert, select on plugin_version to clinic_app;

-- clinic: What a policy bears for one class of the insured.
create table policy_class (
  company_id text not null,
  id text not null,
  insurance_policy_id text not null,
  name text not null,
  -- The most that a patient bears of one visit.
  max_limit_minor bigint,
  -- The most that the insurer bears in a year.
  insurance_limit_minor bigint,
  insurance_unlimited boolean default false not null,
  -- The insurer's share.
  insurance_percentage numeric(5,2),
  approval_required boolean default false not null,
  disabled boolean default false not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint policy_class_pkey PRIMARY KEY (company_id, id),
  constraint policy_class_insurance_limit_minor_check CHECK ((insurance_limit_minor >= 0)),
  constraint policy_class_insurance_percentage_check CHECK (((insurance_percentage >= (0)::numeric) AND (insurance_percentage <= (100)::numeric))),
  constraint policy_class_max_limit_minor_check CHECK ((max_limit_minor >= 0)),
  constraint policy_class_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint policy_class_ref_insurance_policy FOREIGN KEY (company_id, insurance_policy_id) REFERENCES insurance_policy(company_id, id)
);
CREATE INDEX policy_class_changed ON public.policy_class USING btree (company_id, updated_at, id, insurance_policy_id);
CREATE INDEX policy_class_newest ON public.policy_class USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX policy_class_of_policy ON public.policy_class USING btree (company_id, insurance_policy_id, created_at DESC, id DESC);
CREATE STATISTICS public.policy_class_dependencies (dependencies) ON company_id, insurance_policy_id FROM policy_class;
alter table policy_class enable row level security;
create policy own_clinic on policy_class as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on policy_class as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on policy_class to clinic_app;
grant select on policy_class to clinic_reader;

-- clinic: A member of the staff as the clinic lists them, doctor or not; a login is a staff_user.
create table practitioner (
  company_id text not null,
  id text not null,
  display_name text not null,
  display_name_ar text,
  role text not null,
  is_doctor boolean default false not null,
  specialty text,
  color text,
  sort_order integer default 0 not null,
  active boolean default true not null,
  phone_number text,
  phone_number2 text,
  email text,
  slot_minutes integer default 30 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- New leads are assigned in turn to those who take them.
  takes_leads boolean default false not null,
  constraint practitioner_pkey PRIMARY KEY (company_id, id),
  constraint practitioner_slot_minutes_check CHECK (((slot_minutes >= 5) AND (slot_minutes <= 720))),
  constraint practitioner_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX practitioner_by_is_doctor ON public.practitioner USING btree (company_id, is_doctor, created_at DESC, id DESC, active);
CREATE INDEX practitioner_changed ON public.practitioner USING btree (company_id, updated_at, id, is_doctor, active);
CREATE INDEX practitioner_newest ON public.practitioner USING btree (company_id, created_at DESC, id DESC, is_doctor, active);
CREATE INDEX practitioner_takes_leads ON public.practitioner USING btree (company_id, id) WHERE (takes_leads AND active);
alter table practitioner enable row level security;
create policy own_clinic on practitioner as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on practitioner as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on practitioner to clinic_app;
grant select on practitioner to clinic_reader;

-- clinic: The branches that a practitioner works at.
create table practitioner_branch (
  company_id text not null,
  practitioner_id text not null,
  branch_id text not null,
  constraint practitioner_branch_pkey PRIMARY KEY (company_id, practitioner_id, branch_id),
  constraint practitioner_branch_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id) ON DELETE CASCADE,
  constraint practitioner_branch_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner(company_id, id) ON DELETE CASCADE
);
CREATE INDEX practitioner_branch_of_branch ON public.practitioner_branch USING btree (company_id, branch_id, practitioner_id);
alter table practitioner_branch enable row level security;
create policy own_clinic on practitioner_branch as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on practitioner_branch as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
CREATE CONSTRAINT TRIGGER connection_changed AFTER INSERT OR DELETE OR UPDATE ON public.practitioner_branch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION announce_grant_change();
grant delete, insert, select, update on practitioner_branch to clinic_app;
grant select on practitioner_branch to clinic_reader;

-- clinic: When a doctor works at a branch. Minutes count from midnight of the weekday (0 Sunday) on the clinic's
-- wall clock; above 1440 the shift runs past midnight. No row: the branch's own hours.
create table practitioner_shift (
  company_id text not null,
  practitioner_id text not null,
  branch_id text not null,
  weekday integer not null,
  start_minute integer not null,
  end_minute integer not null,
  constraint practitioner_shift_pkey PRIMARY KEY (company_id, practitioner_id, branch_id, weekday, start_minute),
  constraint practitioner_shift_check CHECK ((end_minute > start_minute)),
  constraint practitioner_shift_end_minute_check CHECK (((end_minute >= 1) AND (end_minute <= 2160))),
  constraint practitioner_shift_start_minute_check CHECK (((start_minute >= 0) AND (start_minute <= 1439))),
  constraint practitioner_shift_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6))),
  constraint practitioner_shift_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id) ON DELETE CASCADE,
  constraint practitioner_shift_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner(company_id, id) ON DELETE CASCADE
);
alter table practitioner_shift enable row level security;
create policy own_clinic on practitioner_shift as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on practitioner_shift as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on practitioner_shift to clinic_app;
grant select on practitioner_shift to clinic_reader;

-- clinic: When a doctor is away.
create table practitioner_time_off (
  company_id text not null,
  id text not null,
  practitioner_id text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint practitioner_time_off_pkey PRIMARY KEY (company_id, id),
  constraint practitioner_time_off_check CHECK ((ends_at > starts_at)),
  constraint practitioner_time_off_ref_practitioner FOREIGN KEY (company_id, practitioner_id) REFERENCES practitioner(company_id, id) ON DELETE CASCADE
);
CREATE INDEX practitioner_time_off_when ON public.practitioner_time_off USING btree (company_id, practitioner_id, ends_at);
alter table practitioner_time_off enable row level security;
create policy own_clinic on practitioner_time_off as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on practitioner_time_off as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on practitioner_time_off to clinic_app;
grant select on practitioner_time_off to clinic_reader;

-- clinic: What a doctor prescribed in one go.
create table prescription (
  company_id text not null,
  id text not null,
  patient_id text not null,
  branch_id text not null,
  doctor_id text not null,
  appointment_id text,
  name text,
  details text,
  seen boolean default false not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint prescription_pkey PRIMARY KEY (company_id, id),
  constraint prescription_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint prescription_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint prescription_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint prescription_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint prescription_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX prescription_changed ON public.prescription USING btree (company_id, updated_at, id, branch_id, patient_id, created_at);
CREATE INDEX prescription_newest ON public.prescription USING btree (company_id, created_at DESC, id DESC, patient_id, branch_id);
CREATE INDEX prescription_of_patient ON public.prescription USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE STATISTICS public.prescription_dependencies (dependencies) ON company_id, patient_id, branch_id FROM prescription;
alter table prescription enable row level security;
create policy own_clinic on prescription as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on prescription as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on prescription to clinic_app;
grant select on prescription to clinic_reader;

-- clinic: The price list: what the clinic does, and for how much.
create table procedure (
  company_id text not null,
  id text not null,
  name text not null,
  code text,
  price_minor bigint not null,
  group_id text,
  chart text,
  sort_order integer default 0 not null,
  active boolean default true not null,
  search_text text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint procedure_pkey PRIMARY KEY (company_id, id),
  constraint procedure_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint procedure_ref_group FOREIGN KEY (company_id, group_id) REFERENCES procedure_group(company_id, id)
);
CREATE INDEX procedure_changed ON public.procedure USING btree (company_id, updated_at, id, group_id);
CREATE INDEX procedure_newest ON public.procedure USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX procedure_of_group ON public.procedure USING btree (company_id, group_id, created_at DESC, id DESC);
CREATE INDEX procedure_search ON public.procedure USING gin (company_id, search_text gin_trgm_ops);
alter table procedure enable row level security;
create policy own_clinic on procedure as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on procedure as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on procedure to clinic_app;
grant select on procedure to clinic_reader;

-- clinic: The headings of the price list.
create table procedure_group (
  company_id text not null,
  id text not null,
  name text not null,
  sort_order integer default 0 not null,
  constraint procedure_group_pkey PRIMARY KEY (company_id, id),
  constraint procedure_group_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table procedure_group enable row level security;
create policy own_clinic on procedure_group as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on procedure_group as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on procedure_group to clinic_app;
grant select on procedure_group to clinic_reader;

-- clinic: Treatments offered to a patient, with the price of the whole.
create table quotation (
  company_id text not null,
  id text not null,
  patient_id text not null,
  branch_id text not null,
  doctor_id text,
  appointment_id text,
  name text,
  diagnosis text,
  chart text,
  -- The treatments as they were offered, in the order of the offer.
  treatment_ids text[] default '{}'::text[] not null,
  subtotal_minor bigint not null,
  discount_minor bigint not null,
  discount_percent numeric(9,6) not null,
  tax_minor bigint not null,
  tax_percent numeric(5,2) not null,
  total_minor bigint not null,
  -- Within the subtotal.
  diagnostic_fee_minor bigint not null,
  -- Within the total.
  insurance_minor bigint not null,
  completed_percent numeric(5,2) default 0 not null,
  seen boolean default false not null,
  signed boolean default false not null,
  signed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint quotation_pkey PRIMARY KEY (company_id, id),
  constraint quotation_check CHECK ((signed = (signed_at IS NOT NULL))),
  constraint quotation_check1 CHECK ((total_minor = ((subtotal_minor - discount_minor) + tax_minor))),
  constraint quotation_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint quotation_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint quotation_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint quotation_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint quotation_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX quotation_by_signed ON public.quotation USING btree (company_id, signed, created_at DESC, id DESC, branch_id, patient_id);
CREATE INDEX quotation_changed ON public.quotation USING btree (company_id, updated_at, id, branch_id, patient_id, signed, created_at);
CREATE INDEX quotation_newest ON public.quotation USING btree (company_id, created_at DESC, id DESC, patient_id, branch_id, signed);
CREATE INDEX quotation_of_patient ON public.quotation USING btree (company_id, patient_id, created_at DESC, id DESC, branch_id, signed);
CREATE STATISTICS public.quotation_dependencies (dependencies) ON company_id, patient_id, branch_id FROM quotation;
alter table quotation enable row level security;
create policy own_clinic on quotation as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on quotation as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on quotation to clinic_app;
grant select on quotation to clinic_reader;

-- database: Token buckets that every API process of this database shares. Not logged: after a crash the buckets
-- are full again, which does no harm, and taking a token never waits for the disk.
create unlogged table rate_bucket (
  bucket text not null,
  -- Below zero when more was spent than was there.
  tokens double precision not null,
  updated_at timestamp with time zone not null,
  constraint rate_bucket_pkey PRIMARY KEY (bucket)
) with (fillfactor=50);

-- clinic: How a lead heard of the clinic.
create table referral_source (
  company_id text not null,
  id text not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint referral_source_pkey PRIMARY KEY (company_id, id),
  constraint referral_source_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
alter table referral_source enable row level security;
create policy own_clinic on referral_source as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on referral_source to clinic_app;

-- clinic: The same in detail: which campaign, which doctor.
create table referral_sub_source (
  company_id text not null,
  id text not null,
  source_id text not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint referral_sub_source_pkey PRIMARY KEY (company_id, id),
  constraint referral_sub_source_company_id_source_id_id_key UNIQUE (company_id, source_id, id),
  constraint referral_sub_source_ref_referral_source FOREIGN KEY (company_id, source_id) REFERENCES referral_source(company_id, id)
);
alter table referral_sub_source enable row level security;
create policy own_clinic on referral_sub_source as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on referral_sub_source to clinic_app;

-- clinic: What the sandbox carrier has "sent", to no real recipient.
create table sandbox_message (
  company_id text not null,
  id text not null,
  -- The sender's own reference: the same one is carried once.
  reference text not null,
  channel text not null,
  recipient text not null,
  body text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sandbox_message_pkey PRIMARY KEY (company_id, id),
  constraint sandbox_message_reference UNIQUE (company_id, reference),
  constraint sandbox_message_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id)
);
CREATE INDEX sandbox_message_age ON public.sandbox_message USING btree (created_at);
alter table sandbox_message enable row level security;
create policy own_clinic on sandbox_message as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on sandbox_message to clinic_app;

-- database: The migrations that were applied.
create table schema_migration (
  name text not null,
  sha256 text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

-- control: Failed logins, by a MAC of what they were tried with.
create table staff_login_failure (
  key text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint staff_login_failure_pkey PRIMARY KEY (key)
);
CREATE INDEX staff_login_failure_age ON public.staff_login_failure USING btree (last_at);

-- control: Mail to one person about their login, sent by the worker. The address is looked up when it is sent.
create table staff_mail (
  id text not null,
  kind text not null,
  -- The password reset or invitation, else the person.
  subject_id text not null,
  created_at timestamp(3) with time zone not null,
  -- Raised by every attempt, which has the mail until due_at.
  attempts integer default 0 not null,
  due_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  error_code text,
  constraint staff_mail_pkey PRIMARY KEY (id),
  constraint staff_mail_kind_check CHECK ((kind = ANY (ARRAY['password_reset'::text, 'invitation'::text, 'password_changed'::text, 'second_factor_changed'::text])))
);
CREATE INDEX staff_mail_due ON public.staff_mail USING btree (due_at) WHERE (done_at IS NULL);

-- control: What replaces a second factor that was lost, once each.
create table staff_recovery_code (
  user_id text not null,
  -- SHA-256; a code has more entropy than can be guessed.
  code_hash bytea not null,
  used_at timestamp(3) with time zone,
  constraint staff_recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint staff_recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);

-- control: A login of a browser.
create table staff_session (
  -- SHA-256 of the cookie.
  token_hash bytea not null,
  id text not null,
  user_id text not null,
  -- What the login proved: the password alone, or a second factor too.
  state text not null,
  second_factor_at timestamp(3) with time zone,
  company_id text,
  address text not null,
  created_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  idle_end timestamp(3) with time zone not null,
  absolute_end timestamp(3) with time zone not null,
  user_agent text,
  -- When the session last gave its password or second factor.
  confirmed_at timestamp(3) with time zone default now() not null,
  constraint staff_session_pkey PRIMARY KEY (token_hash),
  constraint staff_session_id_key UNIQUE (id),
  constraint staff_session_state_check CHECK ((state = ANY (ARRAY['second_factor'::text, 'ok'::text]))),
  constraint staff_session_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint staff_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX staff_session_end ON public.staff_session USING btree (absolute_end);
CREATE INDEX staff_session_of_user ON public.staff_session USING btree (user_id, created_at DESC);

-- control: A person who logs in. They may work in several clinics.
create table staff_user (
  id text not null,
  -- Lower case, as it is compared.
  email text not null,
  name text not null,
  name_ar text,
  -- argon2id in the PHC string format.
  password_hash text not null,
  -- The TOTP secret, sealed with the master key; null while no second factor is enrolled.
  totp_secret bytea,
  -- A code is good once (RFC 6238 section 5.2): no step up to this one is accepted again.
  totp_last_step bigint default 0 not null,
  active boolean default true not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  -- Null until they choose one.
  language text,
  totp_enrolled_at timestamp(3) with time zone,
  -- A secret that was made and counts once a code of it was given; sealed with the master key.
  totp_pending bytea,
  constraint staff_user_pkey PRIMARY KEY (id),
  constraint staff_user_email_key UNIQUE (email),
  constraint staff_user_email_check CHECK ((email = lower(email))),
  constraint staff_user_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint staff_user_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text))
);
CREATE CONSTRAINT TRIGGER connection_changed AFTER UPDATE ON public.staff_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.active IS DISTINCT FROM new.active) OR (old.name IS DISTINCT FROM new.name)) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION announce_person_change();

-- clinic: What the staff has to do.
create table task (
  company_id text not null,
  id text not null,
  title text not null,
  details text,
  status text not null,
  priority text not null,
  due_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  -- The place on the board; new tasks go to the end.
  sort_order integer not null,
  assigned_to_id text,
  -- Null where a plugin created it.
  created_by_id text,
  patient_id text,
  lead_id text,
  appointment_id text,
  branch_id text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint task_pkey PRIMARY KEY (company_id, id),
  constraint task_check CHECK (((status = 'COMPLETED'::text) = (completed_at IS NOT NULL))),
  constraint task_priority_check CHECK ((priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text]))),
  constraint task_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'CANCELED'::text]))),
  constraint task_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint task_created_by_ref_practitioner FOREIGN KEY (company_id, created_by_id) REFERENCES practitioner(company_id, id),
  constraint task_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint task_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint task_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead(company_id, id),
  constraint task_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint task_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner(company_id, id)
);
CREATE INDEX task_by_status ON public.task USING btree (company_id, status, created_at DESC, id DESC, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_changed ON public.task USING btree (company_id, updated_at, id, status, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_newest ON public.task USING btree (company_id, created_at DESC, id DESC, status, assigned_to_id, patient_id, lead_id);
CREATE INDEX task_of_assignee ON public.task USING btree (company_id, assigned_to_id, created_at DESC, id DESC, status);
CREATE INDEX task_of_lead ON public.task USING btree (company_id, lead_id, created_at DESC, id DESC);
CREATE INDEX task_of_patient ON public.task USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE STATISTICS public.task_dependencies (dependencies) ON company_id, assigned_to_id, patient_id FROM task;
alter table task enable row level security;
create policy own_clinic on task as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on task to clinic_app;

-- clinic: Where money is kept: a till, a bank account, a terminal, a gateway.
create table treasury (
  company_id text not null,
  id text not null,
  name text not null,
  type text not null,
  -- Null: the clinic's own, for all branches.
  branch_id text,
  is_default boolean default false not null,
  active boolean default true not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint treasury_pkey PRIMARY KEY (company_id, id),
  constraint treasury_check CHECK ((active OR (NOT is_default))),
  constraint treasury_type_check CHECK ((type = ANY (ARRAY['CASH'::text, 'BANK'::text, 'POS'::text, 'GATEWAY'::text]))),
  constraint treasury_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint treasury_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id)
);
CREATE INDEX treasury_changed ON public.treasury USING btree (company_id, updated_at, id);
CREATE INDEX treasury_newest ON public.treasury USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX treasury_of_branch ON public.treasury USING btree (company_id, branch_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX treasury_default ON public.treasury USING btree (company_id, type, branch_id) NULLS NOT DISTINCT WHERE is_default;
alter table treasury enable row level security;
create policy own_clinic on treasury as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on treasury to clinic_app;

-- clinic: What is planned for or done on a patient, and what it costs.
create table treatment (
  company_id text not null,
  id text not null,
  patient_id text not null,
  branch_id text not null,
  doctor_id text,
  appointment_id text,
  procedure_id text,
  -- The quotation that offered it last.
  quotation_id text,
  invoice_id text,
  insurance_company_id text,
  name text not null,
  code text,
  status text not null,
  chart text,
  diagnosis text,
  details text,
  -- total = price * quantity - discount + tax, in minor units.
  price_minor bigint not null,
  quantity integer not null,
  amount_minor bigint not null,
  discount_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  paid_minor bigint default 0 not null,
  completed_percent numeric(5,2) default 0 not null,
  -- FDI numbers.
  tooth integer[] default '{}'::integer[] not null,
  tooth_part text[] default '{}'::text[] not null,
  child boolean default false not null,
  has_steps boolean default false not null,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  approval_required boolean default false not null,
  approval_requested_at timestamp(3) with time zone,
  approved boolean default false not null,
  approved_at timestamp(3) with time zone,
  pre_auth text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint treatment_pkey PRIMARY KEY (company_id, id),
  constraint treatment_check CHECK ((amount_minor = (price_minor * quantity))),
  constraint treatment_check1 CHECK ((total_minor = ((amount_minor - discount_minor) + tax_minor))),
  constraint treatment_check2 CHECK ((approved = (approved_at IS NOT NULL))),
  constraint treatment_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
  constraint treatment_status_check CHECK ((status = ANY (ARRAY['EXISTING'::text, 'PLANNED'::text, 'COMPLETED'::text, 'IN_PROGRESS'::text, 'REJECTED'::text, 'CONDITION'::text]))),
  constraint treatment_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint treatment_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint treatment_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch(company_id, id),
  constraint treatment_ref_insurance_company FOREIGN KEY (company_id, insurance_company_id) REFERENCES insurance_company(company_id, id),
  constraint treatment_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint treatment_ref_practitioner FOREIGN KEY (company_id, doctor_id) REFERENCES practitioner(company_id, id),
  constraint treatment_ref_procedure FOREIGN KEY (company_id, procedure_id) REFERENCES procedure(company_id, id),
  constraint treatment_ref_quotation FOREIGN KEY (company_id, quotation_id) REFERENCES quotation(company_id, id)
);
CREATE INDEX treatment_by_approval ON public.treatment USING btree (company_id, approval_required, approved, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status);
CREATE INDEX treatment_by_approved ON public.treatment USING btree (company_id, approved, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status, approval_required);
CREATE INDEX treatment_by_status ON public.treatment USING btree (company_id, status, created_at DESC, id DESC, branch_id, patient_id, doctor_id, approval_required, approved);
CREATE INDEX treatment_changed ON public.treatment USING btree (company_id, updated_at, id, branch_id, patient_id, doctor_id, status, approval_required, approved, created_at);
CREATE INDEX treatment_newest ON public.treatment USING btree (company_id, created_at DESC, id DESC, branch_id, patient_id, doctor_id, status, approval_required, approved);
CREATE INDEX treatment_of_doctor ON public.treatment USING btree (company_id, doctor_id, created_at DESC, id DESC, branch_id, status, approval_required, approved);
CREATE INDEX treatment_of_patient ON public.treatment USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX treatment_of_quotation ON public.treatment USING btree (company_id, quotation_id) WHERE (quotation_id IS NOT NULL);
CREATE STATISTICS public.treatment_dependencies (dependencies) ON company_id, patient_id, branch_id, doctor_id FROM treatment;
alter table treatment enable row level security;
create policy own_clinic on treatment as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_branches on treatment as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND reads_branch(branch_id)));
grant delete, insert, select, update on treatment to clinic_app;
grant select on treatment to clinic_reader;

-- clinic: The sessions of a treatment.
create table treatment_step (
  company_id text not null,
  id text not null,
  treatment_id text not null,
  name text not null,
  status text not null,
  sort_order integer not null,
  appointment_id text,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint treatment_step_pkey PRIMARY KEY (company_id, id),
  constraint treatment_step_order UNIQUE (company_id, treatment_id, sort_order),
  constraint treatment_step_status_check CHECK ((status = ANY (ARRAY['EXISTING'::text, 'PLANNED'::text, 'COMPLETED'::text, 'IN_PROGRESS'::text, 'REJECTED'::text, 'CONDITION'::text]))),
  constraint treatment_step_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint treatment_step_ref_treatment FOREIGN KEY (company_id, treatment_id) REFERENCES treatment(company_id, id) ON DELETE CASCADE
);
alter table treatment_step enable row level security;
create policy own_clinic on treatment_step as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_clinic on treatment_step as permissive for select to clinic_reader
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on treatment_step to clinic_app;
grant select on treatment_step to clinic_reader;

-- clinic: What is still to be sent. Small: finished deliveries move to webhook_delivery_done.
create table webhook_delivery (
  id text not null,
  company_id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  event_at timestamp(3) with time zone not null,
  origin text not null,
  -- READY to be claimed or claimed (claimed_by tells), WAITING for the next attempt at due_at. A claim marks a
  -- delivery in place: nothing that an index holds or asks for changes and half of each page is left free, so the
  -- marked row stays on its page and no index learns of it.
  state text default 'READY'::text not null,
  -- 0 first attempt, 1 retry, 2 recovered: within an endpoint the lower goes first.
  priority smallint default 0 not null,
  due_at timestamp(3) with time zone not null,
  attempts smallint default 0 not null,
  -- Raised by every claim: what a worker reports for an earlier claim no longer counts.
  claim integer default 0 not null,
  claimed_by text,
  response_status smallint,
  error_class text,
  duration_ms integer,
  last_attempt_at timestamp(3) with time zone,
  -- Failed attempts: [{ at, status, error, ms }], oldest first.
  failures jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  -- What the event says, as the text that is sent, so that a claim reads one row instead of two. A delivery that has
  -- another cause (a replay, a test) has none and reads the event's.
  data text,
  previous_attributes text,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_origin_check CHECK ((origin = ANY (ARRAY['EVENT'::text, 'TEST'::text, 'REDELIVERY'::text, 'RECOVERY'::text]))),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['READY'::text, 'WAITING'::text])))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_insert_scale_factor=0.1, autovacuum_analyze_scale_factor=0.05, autovacuum_vacuum_cost_delay=0);
CREATE INDEX webhook_delivery_newest ON public.webhook_delivery USING btree (company_id, endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_ready ON public.webhook_delivery USING btree (endpoint_id, priority, due_at, id) WHERE (state = 'READY'::text);
CREATE INDEX webhook_delivery_replay ON public.webhook_delivery USING btree (endpoint_id, event_id) WHERE (origin <> 'EVENT'::text);
CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (due_at) WHERE (state = 'WAITING'::text);
alter table webhook_delivery enable row level security;
create policy all_clinics on webhook_delivery as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on webhook_delivery as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select on webhook_delivery to clinic_app;
grant delete, insert, select, update on webhook_delivery to clinic_dispatcher;
grant update (state) on webhook_delivery to clinic_app;

-- clinic: Finished deliveries, dropped by partition.
create table webhook_delivery_done (
  id text not null,
  company_id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  event_at timestamp(3) with time zone not null,
  origin text not null,
  status text not null,
  attempts smallint not null,
  response_status smallint,
  error_class text,
  duration_ms integer,
  last_attempt_at timestamp(3) with time zone,
  failures jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone not null,
  constraint webhook_delivery_done_pkey PRIMARY KEY (company_id, endpoint_id, created_at, id),
  constraint webhook_delivery_done_status_check CHECK ((status = ANY (ARRAY['SUCCEEDED'::text, 'EXHAUSTED'::text, 'SKIPPED'::text])))
) partition by RANGE (created_at);
CREATE INDEX webhook_delivery_done_replay ON ONLY public.webhook_delivery_done USING btree (endpoint_id, event_id) WHERE (origin <> 'EVENT'::text);
alter table webhook_delivery_done enable row level security;
create policy all_clinics on webhook_delivery_done as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on webhook_delivery_done as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant insert, select on webhook_delivery_done to clinic_app;
grant insert, select on webhook_delivery_done to clinic_dispatcher;

-- clinic: Where an installation receives events.
create table webhook_endpoint (
  company_id text not null,
  id text not null,
  installation_id text not null,
  url text not null,
  events text[] not null,
  mode text not null,
  active boolean default true not null,
  disabled_reason text,
  -- Exhausted deliveries in a row; test events and replays do not count.
  consecutive_failures integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint webhook_endpoint_pkey PRIMARY KEY (company_id, id),
  constraint webhook_endpoint_check CHECK ((active = (disabled_reason IS NULL))),
  constraint webhook_endpoint_mode_check CHECK ((mode = ANY (ARRAY['LIVE'::text, 'TEST'::text]))),
  constraint webhook_endpoint_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint webhook_endpoint_ref_installation FOREIGN KEY (company_id, installation_id) REFERENCES installation(company_id, id)
);
CREATE INDEX webhook_endpoint_changed ON public.webhook_endpoint USING btree (company_id, updated_at, id);
CREATE INDEX webhook_endpoint_newest ON public.webhook_endpoint USING btree (company_id, created_at DESC, id DESC);
alter table webhook_endpoint enable row level security;
create policy all_clinics on webhook_endpoint as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on webhook_endpoint as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on webhook_endpoint to clinic_app;
grant select on webhook_endpoint to clinic_dispatcher;
grant update (active, disabled_reason, consecutive_failures, updated_at) on webhook_endpoint to clinic_dispatcher;

-- clinic: How many deliveries an endpoint is sent at the same time, and how many attempts have failed since the
-- last success. No row: nothing is known of it yet.
create table webhook_pace (
  endpoint_id text not null,
  company_id text not null,
  cap smallint not null,
  failures integer not null,
  constraint webhook_pace_pkey PRIMARY KEY (endpoint_id)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.05);
alter table webhook_pace enable row level security;
create policy all_clinics on webhook_pace as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on webhook_pace as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on webhook_pace to clinic_app;
grant insert, select, update on webhook_pace to clinic_dispatcher;

-- clinic: Deliveries of events that an endpoint missed, made in the background; position is the last event that
-- was looked at.
create table webhook_recovery (
  company_id text not null,
  id text not null,
  endpoint_id text not null,
  since timestamp(3) with time zone not null,
  until timestamp(3) with time zone not null,
  -- As asked for; null means all that the endpoint subscribed to.
  event_types text[],
  -- As they are looked for.
  wanted text[] not null,
  status text default 'QUEUED'::text not null,
  deliveries integer default 0 not null,
  position_at timestamp(3) with time zone not null,
  position_id text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint webhook_recovery_pkey PRIMARY KEY (company_id, id),
  constraint webhook_recovery_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'COMPLETED'::text]))),
  constraint webhook_recovery_ref_webhook_endpoint FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoint(company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_recovery_of_endpoint ON public.webhook_recovery USING btree (company_id, endpoint_id, created_at DESC, id DESC);
alter table webhook_recovery enable row level security;
create policy own_clinic on webhook_recovery as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert, select, update on webhook_recovery to clinic_app;

-- clinic: Signing secrets, sealed with a master key. The API can put them here but not read them back.
create table webhook_secret (
  company_id text not null,
  endpoint_id text not null,
  id text not null,
  sealed bytea not null,
  -- Replaced, but still signed with until then.
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint webhook_secret_pkey PRIMARY KEY (company_id, endpoint_id, id),
  constraint webhook_secret_company_id_endpoint_id_fkey FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoint(company_id, id) ON DELETE CASCADE
);
alter table webhook_secret enable row level security;
create policy all_clinics on webhook_secret as permissive for all to clinic_dispatcher
  using (true)
  with check (true);
create policy own_clinic on webhook_secret as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
grant delete, insert on webhook_secret to clinic_app;
grant select on webhook_secret to clinic_dispatcher;
grant select (company_id, endpoint_id, id, expires_at, created_at) on webhook_secret to clinic_app;
grant update (expires_at) on webhook_secret to clinic_app;

-- database: Worker processes that hold claims. One whose lease ran out holds none.
create table webhook_worker (
  id text not null,
  lease_until timestamp(3) with time zone not null,
  constraint webhook_worker_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on webhook_worker to clinic_dispatcher;

-- clinic: An x-ray examination; its images are files.
create table xray (
  company_id text not null,
  id text not null,
  patient_id text not null,
  operation_id text,
  appointment_id text,
  name text,
  type text,
  details text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint xray_pkey PRIMARY KEY (company_id, id),
  constraint xray_company_id_fkey FOREIGN KEY (company_id) REFERENCES clinic(company_id),
  constraint xray_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  constraint xray_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient(company_id, id),
  constraint xray_ref_treatment FOREIGN KEY (company_id, operation_id) REFERENCES treatment(company_id, id)
);
CREATE INDEX xray_changed ON public.xray USING btree (company_id, patient_id, updated_at, id);
CREATE INDEX xray_newest ON public.xray USING btree (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX xray_of_operation ON public.xray USING btree (company_id, operation_id, created_at DESC, id DESC);
CREATE STATISTICS public.xray_dependencies (dependencies) ON company_id, patient_id, operation_id FROM xray;
alter table xray enable row level security;
create policy own_clinic on xray as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)));
create policy read_own_patients on xray as permissive for select to clinic_reader
  using (((company_id = current_setting('app.company'::text, true)) AND ((current_setting('app.branches'::text, true) = '*'::text) OR COALESCE(( SELECT true
   FROM patient
  WHERE ((patient.company_id = xray.company_id) AND (patient.id = xray.patient_id))), false))));
grant delete, insert, select, update on xray to clinic_app;
grant select on xray to clinic_reader;

-- Accepts an invitation, once: ok, not_found where it is not good any more, details_required where there is no
-- account and nothing to make one of. A person who works in the clinic already keeps their role.
CREATE OR REPLACE FUNCTION public.accept_invitation(token bytea, new_id text, new_name text, hash text, client text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  offer invitation;
  who text;
BEGIN
  SELECT found.* INTO offer FROM invitation AS found
  JOIN clinic ON clinic.company_id = found.company_id AND clinic.active
  WHERE found.token_hash = token AND found.accepted_at IS NULL AND found.withdrawn_at IS NULL AND found.expires_at > now()
  FOR UPDATE OF found;
  IF NOT FOUND THEN RETURN 'not_found'; END IF;
  IF hash IS NOT NULL AND new_name IS NOT NULL THEN
    INSERT INTO staff_user (id, email, name, password_hash, created_at, updated_at)
    VALUES (new_id, offer.email, new_name, hash, now(), now())
    ON CONFLICT (email) DO NOTHING;
  END IF;
  SELECT id INTO who FROM staff_user WHERE email = offer.email;
  IF NOT FOUND THEN RETURN 'details_required'; END IF;
  INSERT INTO membership (company_id, user_id, role, practitioner_id, created_at, updated_at)
  VALUES (offer.company_id, who, offer.role, offer.practitioner_id, now(), now())
  ON CONFLICT (company_id, user_id) DO UPDATE
  SET role = EXCLUDED.role, practitioner_id = coalesce(EXCLUDED.practitioner_id, membership.practitioner_id),
    active = true, updated_at = now()
  WHERE NOT membership.active;
  UPDATE invitation SET accepted_at = now(), updated_at = now() WHERE company_id = offer.company_id AND id = offer.id;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (who, now(), 'invitation_accepted', client);
  INSERT INTO audit_record
    (company_id, at, request_id, caller, token_id, operation, resource_ids, patient_ids, field_scopes, address)
  VALUES (offer.company_id, now(), offer.id, 'staff ' || who, NULL, 'acceptInvitation', ARRAY[offer.id, who], '{}', '{}', client);
  RETURN 'ok';
END $function$
;
revoke execute on function accept_invitation(bytea,text,text,text,text) from public;
grant execute on function accept_invitation(bytea,text,text,text,text) to clinic_app;

-- What the person of a session is compared with: the algorithm, cost and salt of the password, and the sealed
-- secrets of the second factor, enrolled and not yet confirmed.
CREATE OR REPLACE FUNCTION public.account_of_session(token bytea)
 RETURNS TABLE(user_id text, email text, parameters text, totp_secret bytea, totp_pending bytea, enrolled_at timestamp with time zone, recovery_codes_left integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT who.id, who.email, regexp_replace(who.password_hash, '\$[^$]*$', ''), who.totp_secret, who.totp_pending,
    CASE WHEN who.totp_secret IS NOT NULL THEN coalesce(who.totp_enrolled_at, who.created_at) END,
    (SELECT count(*)::int FROM staff_recovery_code AS code WHERE code.user_id = who.id AND code.used_at IS NULL)
  FROM staff_user AS who WHERE who.id = (complete_session(token)).user_id
$function$
;
revoke execute on function account_of_session(bytea) from public;
grant execute on function account_of_session(bytea) to clinic_app;

-- What an appointment adds to the figures, or with -1 takes away from them.
CREATE OR REPLACE FUNCTION public.add_figures(seen appointment, sign integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, appointments, completed, canceled, noshow, chair_minutes)
  VALUES (seen.company_id, hour_of(seen.starts_at), seen.branch_id,
    sign, sign * (seen.outcome = 1)::int, sign * (seen.outcome = 2)::int, sign * (seen.outcome = 3)::int,
    sign * seen.chair_minutes);
END $function$
;

-- What an invoice adds to the figures. One of credit adds nothing: the money counts when it is used.
CREATE OR REPLACE FUNCTION public.add_figures(seen invoice, sign integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF seen.balance_invoice THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, invoiced, outstanding)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign * seen.total_minor, sign * seen.pending_minor);
END $function$
;

-- A lead counts when it came and when it became a patient.
CREATE OR REPLACE FUNCTION public.add_figures(seen lead, sign integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, new_leads)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign);
  IF seen.journeyed_at IS NULL THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, converted)
  VALUES (seen.company_id, hour_of(seen.journeyed_at), seen.branch_id, sign);
END $function$
;

-- A new patient counts from the file on.
CREATE OR REPLACE FUNCTION public.add_figures(seen patient, sign integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF seen.deleted_at IS NOT NULL OR seen.is_lead THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, new_patients)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign);
END $function$
;

-- What a payment adds to the figures, in the hours in which it came and went back. Credit that is used was counted
-- when it came.
CREATE OR REPLACE FUNCTION public.add_figures(seen payment, sign integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF seen.type = 'BALANCE' THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, collected)
  VALUES (seen.company_id, hour_of(seen.created_at), seen.branch_id, sign * seen.amount_minor);
  IF seen.refunded_at IS NULL THEN RETURN; END IF;
  INSERT INTO branch_hour_delta (company_id, hour, branch_id, refunded)
  VALUES (seen.company_id, hour_of(seen.refunded_at), seen.branch_id, sign * seen.amount_minor);
END $function$
;

-- Lets the worker see a table of all clinics, with these privileges.
CREATE OR REPLACE FUNCTION public.allow_dispatcher(target regclass, privileges text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('CREATE POLICY all_clinics ON %s TO clinic_dispatcher USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT %s ON %s TO clinic_dispatcher', privileges, target);
END $function$
;

-- A client has connections to several clinics: raises the version of each.
CREATE OR REPLACE FUNCTION public.announce_client_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM raise_grant_versions(ARRAY(SELECT DISTINCT company_id FROM oauth_grant WHERE client_id = NEW.client_id));
  RETURN NULL;
END $function$
;

-- After a change of what a grant rests on: raises the version and tells every process to forget what it remembered
-- of the clinic.
CREATE OR REPLACE FUNCTION public.announce_grant_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM raise_grant_versions(ARRAY[coalesce(NEW.company_id, OLD.company_id)]);
  RETURN NULL;
END $function$
;

-- A person has connections to several clinics: raises the version of each.
CREATE OR REPLACE FUNCTION public.announce_person_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM raise_grant_versions(ARRAY(SELECT DISTINCT company_id FROM oauth_grant WHERE user_id = NEW.id));
  RETURN NULL;
END $function$
;

-- Whether the clinic lets its staff connect this client. An expression, which the planner takes into the statement
-- around it.
CREATE OR REPLACE FUNCTION public.assistant_allowed(clinic clinic, client oauth_client)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((clinic).assistants_enabled AND (NOT ((client).client_id = ANY ((clinic).assistants_blocked))) AND (((clinic).assistant_mode = 'ANY'::text) OR ((client).client_id = ANY ((clinic).assistants_allowed)) OR (((clinic).assistant_mode = 'VERIFIED'::text) AND oauth_client_verified(client))))
;

-- What a clinic allows, also for a person who has not entered a clinic yet.
CREATE OR REPLACE FUNCTION public.assistant_policy_of(company text)
 RETURNS TABLE(enabled boolean, mode text, allowed text[], blocked text[], patient_contacts boolean, max_days integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT assistants_enabled, assistant_mode, assistants_allowed, assistants_blocked, assistant_patient_contacts,
    assistant_max_days
  FROM clinic WHERE company_id = company
$function$
;
revoke execute on function assistant_policy_of(text) from public;
grant execute on function assistant_policy_of(text) to clinic_app;

-- The sealed TOTP secret of a session that has given the password and not yet the second factor.
CREATE OR REPLACE FUNCTION public.awaited_second_factor(token bytea)
 RETURNS TABLE(user_id text, totp_secret bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT who.id, who.totp_secret
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND session.state = 'second_factor' AND who.active
    AND least(session.idle_end, session.absolute_end) > now()
$function$
;
revoke execute on function awaited_second_factor(bytea) from public;
grant execute on function awaited_second_factor(bytea) to clinic_app;

-- Goes before a delta's statement in the same message: names the clinic and takes the horizon, for that statement
-- alone.
CREATE OR REPLACE FUNCTION public.begin_delta(company text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM set_config('app.company', company, true);
  PERFORM set_config('app.horizon', delta_horizon(company)::text, true);
END $function$
;
grant execute on function begin_delta(text) to clinic_app;

-- Counts an attempt as failed before it is made, so that attempts side by side cannot outrun the count, and
-- answers the seconds to wait where the login has to wait first; then nothing is counted. Each key has some
-- attempts free; from then on the wait doubles up to a quarter of an hour. Failures are forgotten a day after the
-- last. Keys are locked in one order, so that two attempts never wait for each other in a circle.
CREATE OR REPLACE FUNCTION public.begin_login_attempt(keys text[], free integer[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  now timestamptz := clock_timestamp();
  wait float8;
BEGIN
  INSERT INTO staff_login_failure (key, failures, last_at)
  SELECT asked.key, 0, now FROM unnest(keys) AS asked (key) ORDER BY asked.key
  ON CONFLICT ON CONSTRAINT staff_login_failure_pkey DO NOTHING;
  PERFORM FROM staff_login_failure AS failure WHERE failure.key = ANY (keys) ORDER BY failure.key FOR UPDATE;
  SELECT max(least(900, 2 ^ least(failure.failures - asked.free, 10)) - extract(epoch FROM now - failure.last_at))
    INTO wait
  FROM unnest(keys, free) AS asked (key, free)
  JOIN staff_login_failure AS failure USING (key)
  WHERE failure.failures >= asked.free AND failure.last_at > now - interval '1 day';
  IF wait > 0 THEN RETURN ceil(wait); END IF;
  UPDATE staff_login_failure AS failure
  SET failures = 1 + CASE WHEN failure.last_at > now - interval '1 day' THEN failure.failures ELSE 0 END, last_at = now
  WHERE failure.key = ANY (keys);
  RETURN 0;
END $function$
;
revoke execute on function begin_login_attempt(text[],integer[]) from public;
grant execute on function begin_login_attempt(text[],integer[]) to clinic_app;

-- Changes the password of a person who knew the present one, and ends the other sessions; answers how many those
-- were, or nothing where the present password is another.
CREATE OR REPLACE FUNCTION public.change_password(token bytea, hash text, next_hash text, mine text[], shared text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  session staff_session := complete_session(token);
  ended integer;
BEGIN
  UPDATE staff_user SET password_hash = next_hash, updated_at = now() WHERE id = session.user_id AND password_hash = hash;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM clear_login_failures(mine, shared);
  DELETE FROM staff_session WHERE user_id = session.user_id AND token_hash <> token;
  GET DIAGNOSTICS ended = ROW_COUNT;
  UPDATE password_reset SET used_at = now() WHERE user_id = session.user_id AND used_at IS NULL;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'password_changed', session.address);
  RETURN ended;
END $function$
;
revoke execute on function change_password(bytea,text,text,text[],text[]) from public;
grant execute on function change_password(bytea,text,text,text[],text[]) to clinic_app;

-- Takes mails that are due for an attempt, with what is needed to write them. Only links have a hash.
CREATE OR REPLACE FUNCTION public.claim_staff_mail(max_rows integer)
 RETURNS TABLE(id text, kind text, subject_id text, token_hash bytea, attempts integer, email text, company_id text, clinic_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH claimed AS (
    UPDATE staff_mail AS mail
    SET attempts = mail.attempts + 1, due_at = now() + least(2 ^ mail.attempts, 1440) * interval '1 minute'
    FROM (
      SELECT id FROM staff_mail WHERE done_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT max_rows FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE mail.id = due.id
    RETURNING mail.id, mail.kind, mail.subject_id, mail.attempts
  ), addressed AS (
    SELECT claimed.id, reset.token_hash, who.id AS user_id, who.email
    FROM claimed JOIN password_reset AS reset ON claimed.kind = 'password_reset' AND reset.id = claimed.subject_id
    LEFT JOIN staff_user AS who ON who.id = reset.user_id AND who.active AND reset.used_at IS NULL AND reset.expires_at > now()
    UNION ALL
    SELECT claimed.id, NULL, who.id, who.email
    FROM claimed LEFT JOIN staff_user AS who ON who.id = claimed.subject_id AND who.active
    WHERE claimed.kind IN ('password_changed', 'second_factor_changed')
  )
  SELECT claimed.id, claimed.kind, claimed.subject_id, addressed.token_hash, claimed.attempts, addressed.email,
    works.company_id, works.name
  FROM claimed JOIN addressed ON addressed.id = claimed.id
  LEFT JOIN LATERAL (
    SELECT mine.company_id, mine.name FROM clinics_of_user(addressed.user_id) AS mine ORDER BY 1 LIMIT 1) AS works ON true
  UNION ALL
  SELECT claimed.id, claimed.kind, claimed.subject_id, offer.token_hash, claimed.attempts,
    CASE WHEN offer.accepted_at IS NULL AND offer.withdrawn_at IS NULL AND offer.expires_at > now() THEN offer.email END,
    offer.company_id, clinic.name
  FROM claimed
  JOIN invitation AS offer ON claimed.kind = 'invitation' AND offer.id = claimed.subject_id
  JOIN clinic ON clinic.company_id = offer.company_id;
END $function$
;
revoke execute on function claim_staff_mail(integer) from public;
grant execute on function claim_staff_mail(integer) to clinic_dispatcher;

-- After an attempt that succeeded: the failures under `mine` are deleted, and it was none under `shared`. In the
-- order in which attempts are counted, or the two would wait for each other.
CREATE OR REPLACE FUNCTION public.clear_login_failures(mine text[], shared text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT FROM staff_login_failure WHERE key = ANY (mine || shared) ORDER BY key FOR UPDATE;
  DELETE FROM staff_login_failure WHERE key = ANY (mine);
  UPDATE staff_login_failure SET failures = greatest(0, failures - 1) WHERE key = ANY (shared);
$function$
;
revoke execute on function clear_login_failures(text[],text[]) from public;

-- The clinics that a person may enter now.
CREATE OR REPLACE FUNCTION public.clinics_of_user(who text)
 RETURNS TABLE(company_id text, name text, name_ar text, sandbox boolean, second_factor_required boolean, role text, practitioner_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT clinic.company_id, clinic.name, clinic.name_ar, clinic.sandbox, clinic.second_factor_required,
    membership.role, membership.practitioner_id
  FROM membership JOIN clinic USING (company_id)
  WHERE membership.user_id = who AND membership.active AND clinic.active
$function$
;
revoke execute on function clinics_of_user(text) from public;

-- A mail that was sent, or given up.
CREATE OR REPLACE FUNCTION public.close_staff_mail(mail_id text, error text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE staff_mail SET done_at = now(), error_code = error WHERE id = mail_id
$function$
;
revoke execute on function close_staff_mail(text,text) from public;
grant execute on function close_staff_mail(text,text) to clinic_dispatcher;

-- The session of a cookie where the login is complete and lasts. The other functions answer for its person alone.
CREATE OR REPLACE FUNCTION public.complete_session(token bytea)
 RETURNS staff_session
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT session FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND session.state = 'ok' AND who.active
    AND least(session.idle_end, session.absolute_end) > now()
$function$
;
revoke execute on function complete_session(bytea) from public;

-- Notes that the session gave its password, or where a second factor is enrolled that; answers when, or nothing
-- where what was given is wrong.
CREATE OR REPLACE FUNCTION public.confirm_session(token bytea, hash text, step bigint, code bytea, mine text[], shared text[])
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  session staff_session := complete_session(token);
  is_enrolled boolean;
BEGIN
  SELECT totp_secret IS NOT NULL INTO is_enrolled FROM staff_user WHERE id = session.user_id;
  IF is_enrolled THEN
    IF NOT spend_second_factor(session.user_id, step, code) THEN RETURN NULL; END IF;
  ELSIF NOT EXISTS (SELECT FROM staff_user WHERE id = session.user_id AND password_hash = hash) THEN
    RETURN NULL;
  END IF;
  PERFORM clear_login_failures(mine, shared);
  UPDATE staff_session
  SET confirmed_at = now(), second_factor_at = CASE WHEN is_enrolled THEN now() ELSE second_factor_at END
  WHERE token_hash = token;
  RETURN now();
END $function$
;
revoke execute on function confirm_session(bytea,text,bigint,bytea,text[],text[]) from public;
grant execute on function confirm_session(bytea,text,bigint,bytea,text[],text[]) to clinic_app;

-- What is known of a table's columns holds for its partitions too; LIKE leaves it out.
CREATE OR REPLACE FUNCTION public.copy_column_options(parent regclass, child regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  known record;
BEGIN
  FOR known IN
    SELECT attname, array_to_string(attoptions, ', ') AS options FROM pg_attribute
    WHERE attrelid = parent AND attnum > 0 AND attoptions IS NOT NULL
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET (%s)', child, known.attname, known.options);
  END LOOP;
END $function$
;
revoke execute on function copy_column_options(regclass,regclass) from public;

-- The id of the delivery of an event to an endpoint: the event's time and 64 bits that follow from both, so that
-- no event is ever fanned out twice and the delivery is found without a search.
CREATE OR REPLACE FUNCTION public.delivery_id(event_id text, endpoint_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT 'whd_' || substr(event_id, 5, 10) || left(encode(sha256((event_id || endpoint_id)::bytea), 'hex'), 16)
$function$
;

-- The instant before which no change of the clinic can still be committed. A delta reader that takes only rows
-- with updated_at below it (in a later statement) misses nothing: a writer that holds no lock now has either
-- committed, so that the later statement sees it, or has not yet taken its instant, so that it will be at or above
-- this one. Writers announce themselves as kernel/begin-write.ts says.
CREATE OR REPLACE FUNCTION public.delta_horizon(company text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
DECLARE
  before timestamptz := date_trunc('milliseconds', clock_timestamp());
  before_ms bigint := (extract(epoch FROM before) * 1000)::bigint;
  oldest_age bigint;
BEGIN
  SELECT max((before_ms - objid::bigint + 2 * 2147483648) % 2147483648) INTO oldest_age
  FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ((hashtext(company)::bigint + 4294967296) % 4294967296)::oid
    AND (before_ms - objid::bigint + 2 * 2147483648) % 2147483648 < 1073741824;
  RETURN before - coalesce(oldest_age, 0) * interval '1 millisecond';
END $function$
;
grant execute on function delta_horizon(text) to clinic_app;

-- Ends one session of the person, or with no id all but this one; answers how many.
CREATE OR REPLACE FUNCTION public.end_sessions_of_user(token bytea, session_id text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  session staff_session := complete_session(token);
  ended integer;
BEGIN
  DELETE FROM staff_session
  WHERE user_id = session.user_id AND CASE WHEN session_id IS NULL THEN token_hash <> token ELSE id = session_id END;
  GET DIAGNOSTICS ended = ROW_COUNT;
  IF ended > 0 THEN
    INSERT INTO account_event (user_id, at, kind, address)
    VALUES (session.user_id, now(), 'sessions_ended', session.address);
  END IF;
  RETURN ended;
END $function$
;
revoke execute on function end_sessions_of_user(bytea,text) from public;
grant execute on function end_sessions_of_user(bytea,text) to clinic_app;

-- Logs out.
CREATE OR REPLACE FUNCTION public.end_staff_session(token bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DELETE FROM staff_session WHERE token_hash = token
$function$
;
revoke execute on function end_staff_session(bytea) from public;
grant execute on function end_staff_session(bytea) to clinic_app;

-- Adds a job of the clinic that the transaction names, to be run if and when it commits. A job with a key replaces
-- one with the same key that has not begun.
CREATE OR REPLACE FUNCTION public.enqueue_job(kind text, payload jsonb, due_at timestamp with time zone, key text, attempts integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  company text := nullif(current_setting('app.company', true), '');
BEGIN
  IF company IS NULL THEN
    RAISE EXCEPTION 'a job is added in the name of a clinic';
  END IF;
  PERFORM graphile_worker.add_job(kind, (payload || jsonb_build_object('companyId', company))::json,
    run_at => due_at, max_attempts => attempts, job_key => company || ' ' || kind || ' ' || key);
END $function$
;
revoke execute on function enqueue_job(text,jsonb,timestamp with time zone,text,integer) from public;
grant execute on function enqueue_job(text,jsonb,timestamp with time zone,text,integer) to clinic_app;

-- Enrols the pending second factor, whose first code has been seen, and gives new recovery codes; false where it
-- is not the pending one any more, so that of two confirmations at the same time one succeeds.
CREATE OR REPLACE FUNCTION public.enrol_second_factor(token bytea, sealed bytea, step bigint, codes bytea[], mine text[], shared text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  session staff_session := complete_session(token);
BEGIN
  UPDATE staff_user
  SET totp_secret = totp_pending, totp_pending = NULL, totp_last_step = step, totp_enrolled_at = now(), updated_at = now()
  WHERE id = session.user_id AND totp_pending = sealed;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM clear_login_failures(mine, shared);
  PERFORM replace_recovery_codes(session.user_id, codes);
  UPDATE staff_session SET second_factor_at = now(), confirmed_at = now() WHERE token_hash = token;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'second_factor_enrolled', session.address);
  RETURN true;
END $function$
;
revoke execute on function enrol_second_factor(bytea,bytea,bigint,bytea[],text[],text[]) from public;
grant execute on function enrol_second_factor(bytea,bytea,bigint,bytea[],text[],text[]) to clinic_app;

-- Enters a clinic: ok, not_found where the person does not work there, second_factor_required where the login
-- lacks it.
CREATE OR REPLACE FUNCTION public.enter_clinic(token bytea, company text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  session staff_session;
  needs_factor boolean;
BEGIN
  SELECT * INTO session FROM staff_session WHERE token_hash = token AND state = 'ok' FOR UPDATE;
  SELECT second_factor_required INTO needs_factor FROM clinics_of_user(session.user_id) WHERE company_id = company;
  IF NOT FOUND THEN RETURN 'not_found'; END IF;
  IF needs_factor AND session.second_factor_at IS NULL THEN RETURN 'second_factor_required'; END IF;
  UPDATE staff_session SET company_id = company WHERE token_hash = token RETURNING * INTO session;
  PERFORM record_presence(session);
  RETURN 'ok';
END $function$
;
revoke execute on function enter_clinic(bytea,text) from public;
grant execute on function enter_clinic(bytea,text) to clinic_app;

-- The one look across clinics that a plugin request needs: which installation of which clinic has the token with
-- this hash.
CREATE OR REPLACE FUNCTION public.grant_of_token(hash bytea)
 RETURNS TABLE(token_id text, expires_at timestamp with time zone, revoked_at timestamp with time zone, allowed_ip_ranges text[], installation_id text, mode text, status text, granted_scopes text[], granted_events text[], company_id text, country text, currency text, time_zone text, tax_percent numeric, sandbox boolean, active boolean, grant_version bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT token.id, token.expires_at, token.revoked_at, token.allowed_ip_ranges, installation.id,
    installation.mode, installation.status, installation.granted_scopes, installation.granted_events,
    clinic.company_id, clinic.country, clinic.currency, clinic.time_zone, clinic.tax_percent, clinic.sandbox, clinic.active,
    coalesce(grant_version.version, 0)
  FROM plugin_token AS token
  JOIN installation ON installation.company_id = token.company_id AND installation.id = token.installation_id
  JOIN clinic ON clinic.company_id = token.company_id
  LEFT JOIN grant_version ON grant_version.company_id = token.company_id
  WHERE token.token_hash = hash
$function$
;
revoke execute on function grant_of_token(bytea) from public;
grant execute on function grant_of_token(bytea) to clinic_app;

-- The hour of UTC that an instant lies in.
CREATE OR REPLACE FUNCTION public.hour_of(instant timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT date_bin('1 hour', instant, timestamptz 'epoch')
$function$
;

-- Searches the clinic's insurers as patients_like does, and for the same reason.
CREATE OR REPLACE FUNCTION public.insurance_companies_like(pattern text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  SELECT id FROM insurance_company
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern
  LIMIT max_rows
$function$
;
revoke execute on function insurance_companies_like(text,integer) from public;
grant execute on function insurance_companies_like(text,integer) to clinic_app;

-- Searches the clinic's items as patients_like does, and for the same reason.
CREATE OR REPLACE FUNCTION public.inventory_items_like(pattern text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  SELECT id FROM inventory_item
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern
  LIMIT max_rows
$function$
;
revoke execute on function inventory_items_like(text,integer) from public;
grant execute on function inventory_items_like(text,integer) to clinic_app;

-- What an invitation is for, while it is good.
CREATE OR REPLACE FUNCTION public.invitation_of(token bytea)
 RETURNS TABLE(email text, clinic_name text, clinic_name_ar text, role text, has_account boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT offer.email, clinic.name, clinic.name_ar, offer.role,
    EXISTS (SELECT FROM staff_user AS who WHERE who.email = offer.email)
  FROM invitation AS offer JOIN clinic ON clinic.company_id = offer.company_id AND clinic.active
  WHERE offer.token_hash = token AND offer.accepted_at IS NULL AND offer.withdrawn_at IS NULL AND offer.expires_at > now()
$function$
;
revoke execute on function invitation_of(bytea) from public;
grant execute on function invitation_of(bytea) to clinic_app;

-- What the worker may do of keep_partitions: the tables and steps are fixed, how long rows are kept is up to the
-- operator.
CREATE OR REPLACE FUNCTION public.keep_all_partitions(event_days integer, delivery_days integer, audit_months integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM keep_partitions('event', interval '1 day', 7, make_interval(days => event_days));
  PERFORM keep_partitions('webhook_delivery_done', interval '1 day', 7, make_interval(days => delivery_days));
  PERFORM keep_partitions('audit_record', interval '1 month', 2,
    CASE WHEN audit_months > 0 THEN make_interval(months => audit_months) END);
END $function$
;
revoke execute on function keep_all_partitions(integer,integer,integer) from public;
grant execute on function keep_all_partitions(integer,integer,integer) to clinic_dispatcher;

-- Gives `parent` a partition for each `step` from the oldest row that has none until `ahead` steps from now, and
-- drops those whose rows are all older than `keep`; without `keep` nothing is dropped. Rows that came before their
-- partition lie in the default one and move, which is rare; meanwhile the table is locked even for readers: a
-- writer whose row is on its way to the default partition would be refused when the new one is attached, and a
-- reader that plans meanwhile would look for rows where they no longer are. Partitions of days to come are made
-- without that lock. Several callers take turns.
CREATE OR REPLACE FUNCTION public.keep_partitions(parent regclass, step interval, ahead integer, keep interval)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  unit text := CASE WHEN step >= interval '1 month' THEN 'month' ELSE 'day' END;
  key text := (SELECT attname FROM pg_partitioned_table
    JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0] WHERE partrelid = parent);
  remainder text := parent || '_default';
  starts timestamptz;
  child text;
  outdated text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_partitions ' || parent));
  EXECUTE format('SELECT date_trunc(%L, least(now(), min(%I))) FROM %s', unit, key, remainder) INTO starts;
  WHILE starts < now() + ahead * step LOOP
    child := parent || '_p' || to_char(starts, 'YYYYMMDD');
    IF to_regclass(child) IS NULL THEN
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', child, parent);
      PERFORM copy_column_options(parent, child::regclass);
      IF starts <= now() THEN
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', parent);
        EXECUTE format('WITH moved AS (DELETE FROM %1$s WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
          INSERT INTO %5$s SELECT * FROM moved', remainder, key, starts, starts + step, child);
      END IF;
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, child, starts, starts + step);
    END IF;
    starts := starts + step;
  END LOOP;
  FOR outdated IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = parent AND relname ~ ('^' || parent || '_p\d{8}$')
      AND to_timestamp(right(relname, 8), 'YYYYMMDD') + step <= now() - keep
  LOOP
    EXECUTE format('DROP TABLE %I', outdated);
  END LOOP;
END $function$
;
revoke execute on function keep_partitions(regclass,interval,integer,interval) from public;

-- Tells the person by mail that their login was changed, so that it is not changed behind their back.
CREATE OR REPLACE FUNCTION public.mail_account_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM queue_staff_mail('sml_' || replace(gen_random_uuid()::text, '-', ''),
    CASE WHEN NEW.kind IN ('password_changed', 'password_reset') THEN 'password_changed' ELSE 'second_factor_changed' END,
    NEW.user_id);
  RETURN NULL;
END $function$
;
revoke execute on function mail_account_event() from public;

-- Who reads the mail of these clinics now: their owners, and those of the people named who work there.
CREATE OR REPLACE FUNCTION public.mail_readers(companies text[], people text[])
 RETURNS TABLE(company_id text, clinic_name text, user_id text, email text, is_owner boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT clinic.company_id, clinic.name, who.id, who.email, membership.role = 'owner'
  FROM membership
  JOIN clinic ON clinic.company_id = membership.company_id
  JOIN staff_user AS who ON who.id = membership.user_id
  WHERE membership.company_id = ANY (companies) AND membership.active AND who.active
    AND (membership.role = 'owner' OR who.id = ANY (people))
  ORDER BY clinic.company_id, who.id
$function$
;
revoke execute on function mail_readers(text[],text[]) from public;
grant execute on function mail_readers(text[],text[]) to clinic_dispatcher;

-- Whether the clinic lets its staff connect the client of this id.
CREATE OR REPLACE FUNCTION public.may_connect_assistant(company text, client text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT FROM clinic, oauth_client
    WHERE clinic.company_id = company AND clinic.active AND oauth_client.client_id = client
      AND assistant_allowed(clinic, oauth_client))
$function$
;
revoke execute on function may_connect_assistant(text,text) from public;
grant execute on function may_connect_assistant(text,text) to clinic_app;

-- Notes that a connection was used, once a minute; never waits for a transaction that is refreshing it.
CREATE OR REPLACE FUNCTION public.note_oauth_use(used text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE oauth_grant SET last_used_at = now()
  WHERE id = (SELECT id FROM oauth_grant
    WHERE id = used AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
    FOR NO KEY UPDATE SKIP LOCKED)
$function$
;
revoke execute on function note_oauth_use(text) from public;
grant execute on function note_oauth_use(text) to clinic_app;

-- Keeps why a known token was refused when the resource server asked about it: once a minute for each connection
-- and reason, however often it is asked. Of an unknown token there is nothing to keep.
CREATE OR REPLACE FUNCTION public.note_refused_tokens(tokens bytea[], request text, client text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO oauth_event (at, kind, client_id, user_id, company_id, grant_id, request_id, address, detail)
  SELECT DISTINCT now(), 'introspection.refused', given.client_id, given.user_id, given.company_id, given.id, request, client,
    why.reason
  FROM oauth_token AS token
  JOIN oauth_grant AS given ON given.id = token.grant_id
  JOIN oauth_client AS app ON app.client_id = given.client_id
  JOIN staff_user AS who ON who.id = given.user_id
  JOIN clinic ON clinic.company_id = given.company_id
  LEFT JOIN membership ON membership.company_id = given.company_id AND membership.user_id = given.user_id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN token.type <> 'access' THEN 'no access token'
    WHEN token.expires_at <= now() THEN 'expired'
    WHEN NOT who.active THEN 'login disabled'
    WHEN membership.active IS NOT TRUE THEN 'no member'
    WHEN NOT clinic.active THEN 'clinic closed'
    WHEN NOT assistant_allowed(clinic, app) THEN 'assistant not allowed'
    WHEN clinic.second_factor_required AND NOT given.second_factor THEN 'no second factor'
    ELSE 'connection over' END AS reason) AS why
  WHERE token.token_hash = ANY (tokens) AND NOT EXISTS (
    SELECT FROM oauth_event AS earlier
    WHERE earlier.company_id = given.company_id AND earlier.at > now() - interval '1 minute'
      AND earlier.kind = 'introspection.refused' AND earlier.grant_id = given.id AND earlier.detail = why.reason)
$function$
;
revoke execute on function note_refused_tokens(bytea[],text,text) from public;
grant execute on function note_refused_tokens(bytea[],text,text) to clinic_app;

-- Whether the client is who it says: registered by hand, or named by a document on the very origin that codes are
-- sent to.
CREATE OR REPLACE FUNCTION public.oauth_client_verified(client oauth_client)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE client.kind
    WHEN 'preregistered' THEN true
    WHEN 'cimd' THEN NOT EXISTS (
      SELECT FROM unnest(client.redirect_uris) AS uri
      WHERE substring(uri FROM '^https://[^/?#]+') IS DISTINCT FROM substring(client.client_id FROM '^https://[^/?#]+'))
    ELSE false END
$function$
;

-- Which payment a payer's link is for: a payer has nothing else to say which clinic it is.
CREATE OR REPLACE FUNCTION public.online_payment_of_link(token text)
 RETURNS TABLE(company_id text, id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT online_payment.company_id, online_payment.id FROM online_payment WHERE link_token = token
$function$
;
revoke execute on function online_payment_of_link(text) from public;
grant execute on function online_payment_of_link(text) to clinic_app;

-- Opens a session for a person who knew the password, and answers its state; nothing where the password is wrong.
-- The failures counted under `mine` are forgotten, and this attempt was none under `shared`. The session that the
-- browser had ends. Where a second factor is enrolled, it has to come within ten minutes.
CREATE OR REPLACE FUNCTION public.open_staff_session(login text, hash text, token bytea, session_id text, earlier bytea, client text, agent text, idle interval, absolute interval, mine text[], shared text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  who staff_user;
  opened text;
BEGIN
  SELECT * INTO who FROM staff_user WHERE email = login AND password_hash = hash AND active;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM staff_session WHERE token_hash = earlier OR (user_id = who.id AND least(idle_end, absolute_end) < now());
  INSERT INTO staff_session (
    token_hash, id, user_id, state, address, user_agent, created_at, last_seen_at, idle_end, absolute_end)
  VALUES (
    token, session_id, who.id, CASE WHEN who.totp_secret IS NULL THEN 'ok' ELSE 'second_factor' END, client, agent,
    now(), now(), now() + CASE WHEN who.totp_secret IS NULL THEN idle ELSE interval '10 minutes' END, now() + absolute)
  RETURNING state INTO opened;
  PERFORM clear_login_failures(mine, shared);
  RETURN opened;
END $function$
;
revoke execute on function open_staff_session(text,text,bytea,text,bytea,text,text,interval,interval,text[],text[]) from public;
grant execute on function open_staff_session(text,text,bytea,text,bytea,text,text,interval,interval,text[],text[]) to clinic_app;

-- Completes a login and gives the session its new cookie; false where the code was spent before. What was right is
-- no failure, of the account or of the address: an office behind one address would wait ever longer.
CREATE OR REPLACE FUNCTION public.pass_second_factor(token bytea, next_token bytea, step bigint, code bytea, idle interval, mine text[], shared text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  who text;
BEGIN
  SELECT awaited.user_id INTO who FROM awaited_second_factor(token) AS awaited;
  IF NOT spend_second_factor(who, step, code) THEN RETURN false; END IF;
  PERFORM clear_login_failures(mine, shared);
  UPDATE staff_session
  SET token_hash = next_token, state = 'ok', second_factor_at = now(), confirmed_at = now(), idle_end = now() + idle
  WHERE token_hash = token AND state = 'second_factor';
  IF NOT FOUND THEN RAISE EXCEPTION 'the session was given its second factor at the same time'; END IF;
  RETURN true;
END $function$
;
revoke execute on function pass_second_factor(bytea,bytea,bigint,bytea,interval,text[],text[]) from public;
grant execute on function pass_second_factor(bytea,bytea,bigint,bytea,interval,text[],text[]) to clinic_app;

-- The algorithm, cost and salt of a person's password, without its hash; null for an unknown address.
CREATE OR REPLACE FUNCTION public.password_parameters(login text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT regexp_replace(password_hash, '\$[^$]*$', '') FROM staff_user WHERE email = login
$function$
;
revoke execute on function password_parameters(text) from public;
grant execute on function password_parameters(text) to clinic_app;

-- Whose password the link sets, while it is good.
CREATE OR REPLACE FUNCTION public.password_reset_of(token bytea)
 RETURNS TABLE(email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT who.email FROM password_reset AS reset JOIN staff_user AS who ON who.id = reset.user_id AND who.active
  WHERE reset.token_hash = token AND reset.used_at IS NULL AND reset.expires_at > now()
$function$
;
revoke execute on function password_reset_of(bytea) from public;
grant execute on function password_reset_of(bytea) to clinic_app;

-- Ids of the clinic's patients with the pattern in their search text, `max_rows` at most. Under row-level security
-- LIKE cannot use an index, because LIKE might tell of rows that it was not allowed to see; here the clinic is
-- named in the index itself. Planned anew each time: which index serves depends on how rare the pattern is.
CREATE OR REPLACE FUNCTION public.patients_like(pattern text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  SELECT id FROM patient
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern AND deleted_at IS NULL
  LIMIT max_rows
$function$
;
revoke execute on function patients_like(text,integer) from public;
grant execute on function patients_like(text,integer) to clinic_app;
grant execute on function patients_like(text,integer) to clinic_reader;

-- The people of the clinic that the transaction names. A session of the last minute has not been noted yet.
CREATE OR REPLACE FUNCTION public.people_of_clinic(company text)
 RETURNS TABLE(user_id text, email text, name text, name_ar text, second_factor_enrolled boolean, may_log_in boolean, last_seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT who.id, who.email, who.name, who.name_ar, who.totp_secret IS NOT NULL, who.active,
    greatest(membership.last_seen_at, (
      SELECT max(session.last_seen_at) FROM staff_session AS session
      WHERE session.user_id = who.id AND session.state = 'ok' AND (session.company_id = company
        OR (session.company_id IS NULL AND 1 = (SELECT count(*) FROM clinics_of_user(who.id))))))
  FROM membership JOIN staff_user AS who ON who.id = membership.user_id
  WHERE membership.company_id = company AND company = current_setting('app.company', true)
$function$
;
revoke execute on function people_of_clinic(text) from public;
grant execute on function people_of_clinic(text) to clinic_app;

-- Searches the clinic's price list as patients_like does, and for the same reason.
CREATE OR REPLACE FUNCTION public.procedures_like(pattern text, max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  SELECT id FROM procedure
  WHERE company_id = current_setting('app.company', true) AND search_text LIKE pattern
  LIMIT max_rows
$function$
;
revoke execute on function procedures_like(text,integer) from public;
grant execute on function procedures_like(text,integer) to clinic_app;
grant execute on function procedures_like(text,integer) to clinic_reader;

-- Row-level security: the application sees and writes only rows of the clinic named by the setting app.company,
-- and none when it is unset.
CREATE OR REPLACE FUNCTION public.protect_by_clinic(target regclass, privileges text DEFAULT 'SELECT, INSERT, UPDATE, DELETE'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_clinic ON %s TO clinic_app USING (company_id = current_setting(''app.company'', true))', target);
  EXECUTE format('GRANT %s ON %s TO clinic_app', privileges, target);
END $function$
;

-- Answers are replayed for 24 hours; an hour more, so that nothing is deleted that a request may still be looking
-- at. Deletes at most `max_rows` and says how many.
CREATE OR REPLACE FUNCTION public.purge_idempotency_records(max_rows integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH deleted AS (
    DELETE FROM idempotency_record WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency_record WHERE created_at < now() - interval '25 hours'
      ORDER BY created_at LIMIT max_rows FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*) FROM deleted
$function$
;
revoke execute on function purge_idempotency_records(integer) from public;
grant execute on function purge_idempotency_records(integer) to clinic_dispatcher;

-- A bucket that was not touched for two days is full again, of an installation that is gone or quiet. Deletes at
-- most `max_rows` and says how many.
CREATE OR REPLACE FUNCTION public.purge_rate_buckets(max_rows integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH deleted AS (
    DELETE FROM rate_bucket WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM rate_bucket WHERE updated_at < now() - interval '2 days' LIMIT max_rows FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*) FROM deleted
$function$
;
revoke execute on function purge_rate_buckets(integer) from public;
grant execute on function purge_rate_buckets(integer) to clinic_dispatcher;

-- Deletes at most `max_rows` messages that are older than 30 days and says how many.
CREATE OR REPLACE FUNCTION public.purge_sandbox_messages(max_rows integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH deleted AS (
    DELETE FROM sandbox_message WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sandbox_message WHERE created_at < now() - interval '30 days'
      ORDER BY created_at LIMIT max_rows FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*) FROM deleted
$function$
;
revoke execute on function purge_sandbox_messages(integer) from public;
grant execute on function purge_sandbox_messages(integer) to clinic_dispatcher;

-- Queues a mail and the job that sends it.
CREATE OR REPLACE FUNCTION public.queue_staff_mail(mail_id text, mail_kind text, subject text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO staff_mail (id, kind, subject_id, created_at, due_at) VALUES (mail_id, mail_kind, subject, now(), now());
  PERFORM graphile_worker.add_job('send_staff_mail', job_key => 'send_staff_mail');
END $function$
;
revoke execute on function queue_staff_mail(text,text,text) from public;
grant execute on function queue_staff_mail(text,text,text) to clinic_app;

-- Raises the versions of these clinics and tells every process, in one order, so that two transactions that raise
-- several never wait for each other.
CREATE OR REPLACE FUNCTION public.raise_grant_versions(companies text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO grant_version (company_id, version)
  SELECT DISTINCT company, 1 FROM unnest(companies) AS company WHERE company IS NOT NULL ORDER BY company
  ON CONFLICT (company_id) DO UPDATE SET version = grant_version.version + 1;
  PERFORM pg_notify('grant_changed', company) FROM unnest(companies) AS company;
END $function$
;
revoke execute on function raise_grant_versions(text[]) from public;

-- Whether the transaction may read an appointment of the patient. A function of its own, because a subquery in the
-- policy was planned with every reading of a patient though it is hardly ever asked; it reads as its caller, so
-- under the caller's own policies.
CREATE OR REPLACE FUNCTION public.reads_appointment_of(company text, patient text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM appointment WHERE appointment.company_id = company AND appointment.patient_id = patient);
END $function$
;
revoke execute on function reads_appointment_of(text,text) from public;
grant execute on function reads_appointment_of(text,text) to clinic_reader;

-- Whether the transaction may read the branch: app.branches lists them, separated by commas; `*` is all of them,
-- and unset is none.
CREATE OR REPLACE FUNCTION public.reads_branch(branch text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(current_setting('app.branches', true) = '*'
    OR branch = ANY (string_to_array(current_setting('app.branches', true), ',')), false)
$function$
;

-- The one thing that the resource server writes: it can add such records and nothing else.
CREATE OR REPLACE FUNCTION public.record_assistant_access(companies text[], instants timestamp with time zone[], requests text[], grants text[], operations text[], resources text[], patients text[], scopes text[], addresses text[], details text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO audit_record
    (company_id, at, request_id, caller, operation, resource_ids, patient_ids, field_scopes, address, details)
  SELECT one.company_id, one.at, one.request_id, 'assistant ' || one.grant_id, one.operation,
    one.resource_ids::text[], one.patient_ids::text[], one.field_scopes::text[], one.address, one.details::jsonb
  FROM unnest(companies, instants, requests, grants, operations, resources, patients, scopes, addresses, details)
    AS one (company_id, at, request_id, grant_id, operation, resource_ids, patient_ids, field_scopes, address, details)
$function$
;
revoke execute on function record_assistant_access(text[],timestamp with time zone[],text[],text[],text[],text[],text[],text[],text[],text[]) from public;
grant execute on function record_assistant_access(text[],timestamp with time zone[],text[],text[],text[],text[],text[],text[],text[],text[]) to clinic_reader;

-- Records by how much a written record changes the figures, in the transaction that writes it.
CREATE OR REPLACE FUNCTION public.record_branch_hour_delta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_figures(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_figures(NEW, 1); END IF;
  RETURN NULL;
END $function$
;

-- Keeps what a connection was, after it has ended.
CREATE OR REPLACE FUNCTION public.record_ended_connection()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO ended_connection (company_id, id, user_id, client_id, scope, connected_at, ended_at)
  VALUES (OLD.company_id, OLD.id, OLD.user_id, OLD.client_id, OLD.scope, OLD.created_at, now())
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

-- Notes that the person of a session was seen in the clinic that was entered, or in the only one there is.
CREATE OR REPLACE FUNCTION public.record_presence(session staff_session)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE membership SET last_seen_at = now()
  WHERE user_id = session.user_id AND active AND (company_id = session.company_id
    OR (session.company_id IS NULL AND 1 = (SELECT count(*) FROM clinics_of_user(session.user_id))))
$function$
;
revoke execute on function record_presence(staff_session) from public;

-- Counts the figures anew from every record, while none is written.
CREATE OR REPLACE FUNCTION public.recount_branch_hours()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  LOCK TABLE appointment, invoice, payment, patient, lead IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM branch_hour_delta;
  DELETE FROM branch_hour;
  PERFORM add_figures(seen, 1) FROM appointment AS seen;
  PERFORM add_figures(seen, 1) FROM invoice AS seen;
  PERFORM add_figures(seen, 1) FROM payment AS seen;
  PERFORM add_figures(seen, 1) FROM patient AS seen;
  PERFORM add_figures(seen, 1) FROM lead AS seen;
  PERFORM roll_up_branch_hours(NULL);
END $function$
;
revoke execute on function recount_branch_hours() from public;

-- For rows that are evidence: once written they stay as they are, whichever role asks.
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $function$
;

-- Fails a request whose grant has changed since it was let in; an expression, so that the check costs no
-- statement.
CREATE OR REPLACE FUNCTION public.refuse_stale_grant()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the grant has changed since the request was let in' USING ERRCODE = 'GR001';
END $function$
;

-- Removes the second factor with its recovery codes; false where a clinic that the person works in asks for one.
CREATE OR REPLACE FUNCTION public.remove_second_factor(token bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  session staff_session := complete_session(token);
BEGIN
  IF EXISTS (SELECT FROM clinics_of_user(session.user_id) WHERE second_factor_required) THEN RETURN false; END IF;
  UPDATE staff_user SET totp_secret = NULL, totp_pending = NULL, totp_enrolled_at = NULL, updated_at = now()
  WHERE id = session.user_id AND totp_secret IS NOT NULL;
  IF NOT FOUND THEN RETURN true; END IF;
  DELETE FROM staff_recovery_code WHERE user_id = session.user_id;
  UPDATE staff_session SET second_factor_at = NULL WHERE user_id = session.user_id;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'second_factor_removed', session.address);
  RETURN true;
END $function$
;
revoke execute on function remove_second_factor(bytea) from public;
grant execute on function remove_second_factor(bytea) to clinic_app;

-- Replaces the recovery codes; false where no second factor is enrolled.
CREATE OR REPLACE FUNCTION public.renew_recovery_codes(token bytea, codes bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  session staff_session := complete_session(token);
BEGIN
  PERFORM FROM staff_user WHERE id = session.user_id AND totp_secret IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM replace_recovery_codes(session.user_id, codes);
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (session.user_id, now(), 'recovery_codes_renewed', session.address);
  RETURN true;
END $function$
;
revoke execute on function renew_recovery_codes(bytea,bytea[]) from public;
grant execute on function renew_recovery_codes(bytea,bytea[]) to clinic_app;

-- Replaces the recovery codes of a person.
CREATE OR REPLACE FUNCTION public.replace_recovery_codes(who text, codes bytea[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DELETE FROM staff_recovery_code WHERE user_id = who;
  INSERT INTO staff_recovery_code (user_id, code_hash) SELECT who, code FROM unnest(codes) AS code;
$function$
;
revoke execute on function replace_recovery_codes(text,bytea[]) from public;

-- Makes a link for a new password. For an address that no login has, and for a person who was sent three within
-- the hour, it does the same work for a link that belongs to no person.
CREATE OR REPLACE FUNCTION public.request_password_reset(login text, reset_id text, token bytea, mail_id text, lifetime interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO password_reset (id, user_id, token_hash, created_at, expires_at)
  SELECT reset_id, (
    SELECT who.id FROM staff_user AS who
    WHERE who.email = login AND who.active AND 3 > (
      SELECT count(*) FROM password_reset AS earlier
      WHERE earlier.user_id = who.id AND earlier.created_at > now() - interval '1 hour')
  ), token, now(), now() + lifetime;
  PERFORM queue_staff_mail(mail_id, 'password_reset', reset_id);
END $function$
;
revoke execute on function request_password_reset(text,text,bytea,text,interval) from public;
grant execute on function request_password_reset(text,text,bytea,text,interval) to clinic_app;

-- Sets the password of a link, once, and ends what was opened with the one before: sessions, and assistants with
-- them. A person who needs a link may have lost the password to another.
CREATE OR REPLACE FUNCTION public.reset_password(token bytea, hash text, client text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  who text;
BEGIN
  UPDATE password_reset SET used_at = now()
  WHERE token_hash = token AND used_at IS NULL AND expires_at > now() AND user_id IS NOT NULL
  RETURNING user_id INTO who;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE staff_user SET password_hash = hash, updated_at = now() WHERE id = who AND active;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE password_reset SET used_at = now() WHERE user_id = who AND used_at IS NULL;
  DELETE FROM staff_session WHERE user_id = who;
  DELETE FROM oauth_grant WHERE user_id = who;
  INSERT INTO account_event (user_id, at, kind, address)
  VALUES (who, now(), 'password_reset', client);
  RETURN true;
END $function$
;
revoke execute on function reset_password(bytea,text,text) from public;
grant execute on function reset_password(bytea,text,text) to clinic_app;

-- Rolls up at most `max_rows` deltas (null: all) and says how many. Those that another transaction is rolling up
-- are left to it.
CREATE OR REPLACE FUNCTION public.roll_up_branch_hours(max_rows integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH taken AS (
    DELETE FROM branch_hour_delta WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM branch_hour_delta ORDER BY company_id, hour, branch_id LIMIT max_rows FOR UPDATE SKIP LOCKED))
    RETURNING *),
  rolled_up AS (
    INSERT INTO branch_hour AS known (company_id, hour, branch_id, invoiced, outstanding, collected, refunded, new_patients,
      new_leads, converted, appointments, completed, canceled, noshow, chair_minutes)
    SELECT company_id, hour, branch_id, sum(invoiced), sum(outstanding), sum(collected), sum(refunded), sum(new_patients),
      sum(new_leads), sum(converted), sum(appointments), sum(completed), sum(canceled), sum(noshow), sum(chair_minutes)
    FROM taken GROUP BY company_id, hour, branch_id ORDER BY company_id, hour, branch_id
    ON CONFLICT (company_id, hour, branch_id) DO UPDATE SET
      invoiced = known.invoiced + excluded.invoiced,
      outstanding = known.outstanding + excluded.outstanding,
      collected = known.collected + excluded.collected,
      refunded = known.refunded + excluded.refunded,
      new_patients = known.new_patients + excluded.new_patients,
      new_leads = known.new_leads + excluded.new_leads,
      converted = known.converted + excluded.converted,
      appointments = known.appointments + excluded.appointments,
      completed = known.completed + excluded.completed,
      canceled = known.canceled + excluded.canceled,
      noshow = known.noshow + excluded.noshow,
      chair_minutes = known.chair_minutes + excluded.chair_minutes)
  SELECT count(*) FROM taken
$function$
;
revoke execute on function roll_up_branch_hours(integer) from public;
grant execute on function roll_up_branch_hours(integer) to clinic_dispatcher;

-- The sessions of the person, this one first.
CREATE OR REPLACE FUNCTION public.sessions_of_user(token bytea)
 RETURNS TABLE(id text, current boolean, created_at timestamp with time zone, last_seen_at timestamp with time zone, address text, user_agent text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT session.id, session.token_hash = token, session.created_at, session.last_seen_at, session.address,
    session.user_agent
  FROM staff_session AS session
  WHERE session.user_id = (complete_session(token)).user_id AND session.state = 'ok'
    AND least(session.idle_end, session.absolute_end) > now()
  ORDER BY session.token_hash = token DESC, session.last_seen_at DESC, session.id
$function$
;
revoke execute on function sessions_of_user(bytea) from public;
grant execute on function sessions_of_user(bytea) to clinic_app;

-- Chooses the language of the person.
CREATE OR REPLACE FUNCTION public.set_language(token bytea, chosen text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE staff_user SET language = chosen, updated_at = now() WHERE id = (complete_session(token)).user_id
$function$
;
revoke execute on function set_language(bytea,text) from public;
grant execute on function set_language(bytea,text) to clinic_app;

-- Spends a TOTP step or a recovery code of a person; false where that was spent before, or is none.
CREATE OR REPLACE FUNCTION public.spend_second_factor(who text, step bigint, code bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF step IS NOT NULL THEN
    UPDATE staff_user SET totp_last_step = step WHERE id = who AND totp_last_step < step;
  ELSE
    UPDATE staff_recovery_code SET used_at = now() WHERE user_id = who AND code_hash = code AND used_at IS NULL;
  END IF;
  RETURN FOUND;
END $function$
;
revoke execute on function spend_second_factor(text,bigint,bytea) from public;

-- When the session gave its password, for the authorization server.
CREATE OR REPLACE FUNCTION public.staff_logged_in_at(session text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT created_at FROM staff_session WHERE id = session
$function$
;
revoke execute on function staff_logged_in_at(text) from public;
grant execute on function staff_logged_in_at(text) to clinic_app;

-- The session of a cookie while it lasts, with all that it rests on as that is now: the person, their clinics, and
-- the clinic they are in if they may still be there. Looking prolongs it, and notes that the person was seen in
-- the clinic, once a minute.
CREATE OR REPLACE FUNCTION public.staff_session_of(token bytea, idle interval)
 RETURNS TABLE(session_id text, state text, second_factor_at timestamp with time zone, confirmed_at timestamp with time zone, absolute_end timestamp with time zone, user_id text, email text, name text, name_ar text, language text, second_factor_enrolled boolean, company_id text, clinics jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  seen staff_session;
BEGIN
  UPDATE staff_session AS session SET last_seen_at = now(), idle_end = now() + idle
  WHERE session.token_hash = token AND session.state = 'ok' AND session.last_seen_at < now() - interval '1 minute'
    AND least(session.idle_end, session.absolute_end) > now()
  RETURNING * INTO seen;
  IF FOUND THEN PERFORM record_presence(seen); END IF;
  RETURN QUERY
  SELECT session.id, session.state, session.second_factor_at, session.confirmed_at, session.absolute_end, who.id,
    who.email, who.name, who.name_ar, who.language, who.totp_secret IS NOT NULL,
    (SELECT entered.company_id FROM clinics_of_user(who.id) AS entered
     WHERE entered.company_id = session.company_id
       AND (NOT entered.second_factor_required OR session.second_factor_at IS NOT NULL)),
    coalesce((SELECT jsonb_agg(to_jsonb(mine) ORDER BY mine.name, mine.company_id) FROM clinics_of_user(who.id) AS mine), '[]')
  FROM staff_session AS session JOIN staff_user AS who ON who.id = session.user_id
  WHERE session.token_hash = token AND who.active AND least(session.idle_end, session.absolute_end) > now();
END $function$
;
revoke execute on function staff_session_of(bytea,interval) from public;
grant execute on function staff_session_of(bytea,interval) to clinic_app;

-- The connections of which everything that they rest on holds now: the person, their membership, the clinic, what
-- it allows to assistants and its rule on second factors (specification, OAuth rule 5). Their scopes and their end
-- are what the clinic leaves of what was consented to. The planner takes this into the statement that asks.
CREATE OR REPLACE FUNCTION public.standing_connections()
 RETURNS TABLE(id text, client_id text, client_name text, user_id text, user_name text, email text, company_id text, scope text, declined text, resource text, absolute_end timestamp with time zone, last_used_at timestamp with time zone, role text, practitioner_id text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT given.id,
     given.client_id,
     client.name,
     given.user_id,
     who.name,
     who.email,
     given.company_id,
         CASE
             WHEN clinic.assistant_patient_contacts THEN given.scope
             ELSE array_to_string(array_remove(string_to_array(given.scope, ' '::text), 'patients:read.pii'::text), ' '::text)
         END AS array_to_string,
     given.declined,
     given.resource,
     ((LEAST(given.absolute_end, (given.created_at + ((clinic.assistant_max_days)::double precision * '1 day'::interval))))::timestamp(3) with time zone)::timestamp with time zone AS "least",
     (given.last_used_at)::timestamp with time zone AS last_used_at,
     membership.role,
     membership.practitioner_id
    FROM ((((oauth_grant given
      JOIN oauth_client client ON ((client.client_id = given.client_id)))
      JOIN staff_user who ON (((who.id = given.user_id) AND who.active)))
      JOIN membership ON (((membership.company_id = given.company_id) AND (membership.user_id = given.user_id) AND membership.active)))
      JOIN clinic ON (((clinic.company_id = given.company_id) AND clinic.active)))
   WHERE ((LEAST(given.absolute_end, (given.created_at + ((clinic.assistant_max_days)::double precision * '1 day'::interval))) > now()) AND assistant_allowed(clinic.*, client.*) AND (given.second_factor OR (NOT clinic.second_factor_required)));
END
;
revoke execute on function standing_connections() from public;

-- One connection, as long as it stands. Locks it, so that refreshes queue.
CREATE OR REPLACE FUNCTION public.standing_oauth_grant(wanted text, locked boolean)
 RETURNS TABLE(id text, client_id text, user_id text, company_id text, scope text, resource text, absolute_end timestamp with time zone, role text, practitioner_id text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  IF locked THEN PERFORM FROM oauth_grant WHERE id = wanted FOR UPDATE; END IF;
  RETURN QUERY
  SELECT standing.id, standing.client_id, standing.user_id, standing.company_id, standing.scope, standing.resource,
    standing.absolute_end, standing.role, standing.practitioner_id
  FROM standing_connections() AS standing WHERE standing.id = wanted;
END $function$
;
revoke execute on function standing_oauth_grant(text,boolean) from public;
grant execute on function standing_oauth_grant(text,boolean) to clinic_app;

-- What the resource server is told of access tokens, by their place among those asked about: nothing of one that
-- is none, is over, or whose connection does not stand. The person's own branches limit what is read where their
-- role does not go beyond them. `unnoted` says that the last use that was noted is a minute ago, `noted_until`
-- until when it counts as noted. The tokens are looked up first, everything else by its key from there, and one
-- plan is kept: to plan it anew costs as much as to answer.
CREATE OR REPLACE FUNCTION public.standing_oauth_tokens(tokens bytea[])
 RETURNS TABLE(place integer, grant_id text, client_id text, client_name text, user_id text, user_name text, email text, company_id text, token_scope text, grant_scope text, declined text, resource text, created_at timestamp with time zone, expires_at timestamp with time zone, absolute_end timestamp with time zone, role text, practitioner_id text, branch_ids text[], unnoted boolean, noted_until timestamp with time zone, grant_version bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT access.place::integer, standing.id, standing.client_id, standing.client_name, standing.user_id,
    standing.user_name, standing.email, standing.company_id, access.scope, standing.scope, standing.declined,
    standing.resource, access.created_at::timestamptz, least(access.expires_at, standing.absolute_end)::timestamptz,
    standing.absolute_end, standing.role, standing.practitioner_id,
    CASE WHEN standing.role NOT IN ('owner', 'admin') THEN (
      SELECT array_agg(works.branch_id) FROM practitioner_branch AS works
      WHERE works.company_id = standing.company_id AND works.practitioner_id = standing.practitioner_id) END,
    standing.last_used_at IS NULL OR standing.last_used_at < now() - interval '1 minute',
    standing.last_used_at + interval '1 minute',
    coalesce((SELECT current.version FROM grant_version AS current WHERE current.company_id = standing.company_id), 0)
  FROM (
    SELECT asked.place, token.scope, token.grant_id, token.created_at, token.expires_at
    FROM unnest(tokens) WITH ORDINALITY AS asked (hash, place)
    JOIN oauth_token AS token ON token.token_hash = asked.hash AND token.type = 'access' AND token.expires_at > now()
    -- What follows is not mixed into this.
    OFFSET 0) AS access
  JOIN standing_connections() AS standing ON standing.id = access.grant_id;
END $function$
;
revoke execute on function standing_oauth_tokens(bytea[]) from public;
grant execute on function standing_oauth_tokens(bytea[]) to clinic_app;

-- Keeps a new second factor until a code of it has been seen.
CREATE OR REPLACE FUNCTION public.start_second_factor(token bytea, sealed bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE staff_user SET totp_pending = sealed, updated_at = now() WHERE id = (complete_session(token)).user_id
$function$
;
revoke execute on function start_second_factor(bytea,bytea) from public;
grant execute on function start_second_factor(bytea,bytea) to clinic_app;

-- Deletes what has ended or was used some time ago.
CREATE OR REPLACE FUNCTION public.sweep_logins()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DELETE FROM staff_session WHERE least(idle_end, absolute_end) < now();
  DELETE FROM staff_login_failure WHERE last_at < now() - interval '1 day';
  DELETE FROM password_reset WHERE expires_at < now() - interval '1 day';
  DELETE FROM invitation
  WHERE least(expires_at, coalesce(accepted_at, 'infinity'), coalesce(withdrawn_at, 'infinity')) < now() - interval '30 days';
  DELETE FROM staff_mail WHERE created_at < now() - interval '30 days';
$function$
;
revoke execute on function sweep_logins() from public;
grant execute on function sweep_logins() to clinic_dispatcher;

-- Deletes what is over: flows, codes, tokens and connections that have ended, clients that no person allowed or
-- that have had no connection for a month, old events.
CREATE OR REPLACE FUNCTION public.sweep_oauth(event_months integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  part integer;
  swept integer := 0;
BEGIN
  DELETE FROM oauth_flow WHERE expires_at < now() - interval '1 day';
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  -- A code that was used is kept a day, so that its replay is seen.
  DELETE FROM oauth_authorization_code WHERE expires_at < now() - interval '1 day';
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  DELETE FROM oauth_token WHERE expires_at < now() - interval '1 day';
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  DELETE FROM oauth_grant AS given WHERE absolute_end < now()
    OR (created_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM oauth_token AS token
      WHERE token.grant_id = given.id AND token.type = 'refresh'));
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  DELETE FROM oauth_client AS client WHERE kind = 'dcr' AND created_at < now() - interval '1 day'
    AND (first_consent_at IS NULL OR first_consent_at < now() - interval '30 days')
    AND NOT EXISTS (SELECT FROM oauth_grant AS given WHERE given.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM oauth_flow AS flow WHERE flow.client_id = client.client_id)
    AND NOT EXISTS (SELECT FROM ended_connection AS ended
      WHERE ended.client_id = client.client_id AND ended.ended_at > now() - interval '30 days');
  GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  IF event_months > 0 THEN
    DELETE FROM oauth_event WHERE at < now() - event_months * interval '1 month';
    GET DIAGNOSTICS part = ROW_COUNT; swept := swept + part;
  END IF;
  RETURN swept;
END $function$
;
revoke execute on function sweep_oauth(integer) from public;
grant execute on function sweep_oauth(integer) to clinic_dispatcher;

-- Takes several numbers of several clinics: one short statement of its own, so that no business transaction waits
-- for another one's number. Returns the last number taken of each. By an update, because the row is nearly always
-- there already and an upsert costs the server half as much again.
CREATE OR REPLACE FUNCTION public.take_numbers(companies text[], names text[], counts integer[])
 RETURNS TABLE(company_id text, name text, last integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  wanted record;
BEGIN
  -- In one order, so that two callers that take several numbers never wait for each other.
  FOR wanted IN SELECT * FROM unnest(companies, names, counts) AS each (company, series, count) ORDER BY 1, 2 LOOP
    company_id := wanted.company;
    name := wanted.series;
    UPDATE clinic_counter AS counter SET value = counter.value + wanted.count
    WHERE counter.company_id = wanted.company AND counter.name = wanted.series RETURNING counter.value INTO last;
    IF NOT FOUND THEN
      INSERT INTO clinic_counter AS counter (company_id, name, value) VALUES (wanted.company, wanted.series, wanted.count)
      ON CONFLICT ON CONSTRAINT clinic_counter_pkey DO UPDATE SET value = counter.value + excluded.value
      RETURNING counter.value INTO last;
    END IF;
    RETURN NEXT;
  END LOOP;
END $function$
;
revoke execute on function take_numbers(text[],text[],integer[]) from public;
grant execute on function take_numbers(text[],text[],integer[]) to clinic_app;

-- Deducts what was taken already (spent), then grants as many whole tokens of what is wanted as there are. Answers
-- with what is left, which is below zero when more was spent than was there. Rates are tokens a second, bursts
-- what a full bucket holds. Buckets are locked in one order, so that two processes never wait for each other in a
-- circle.
CREATE OR REPLACE FUNCTION public.take_tokens(buckets text[], rates double precision[], bursts double precision[], spent integer[], wanted integer[], moment timestamp with time zone DEFAULT clock_timestamp())
 RETURNS TABLE(bucket text, granted integer, tokens double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  ask record;
  level float8;
BEGIN
  FOR ask IN
    SELECT * FROM unnest(buckets, rates, bursts, spent, wanted) AS asked (bucket, rate, burst, spent, wanted)
    ORDER BY bucket
  LOOP
    INSERT INTO rate_bucket AS held (bucket, tokens, updated_at)
    VALUES (ask.bucket, ask.burst - ask.spent, moment)
    ON CONFLICT (bucket) DO UPDATE SET
      tokens = least(
        ask.burst,
        held.tokens + ask.rate * greatest(0, extract(epoch FROM moment - held.updated_at)::float8)
      ) - ask.spent,
      updated_at = greatest(moment, held.updated_at)
    RETURNING held.tokens INTO level;

    bucket := ask.bucket;
    granted := greatest(0, least(ask.wanted, floor(level)));
    tokens := level - granted;
    IF granted > 0 THEN
      UPDATE rate_bucket AS held SET tokens = take_tokens.tokens WHERE held.bucket = ask.bucket;
    END IF;
    RETURN NEXT;
  END LOOP;
END $function$
;
revoke execute on function take_tokens(text[],double precision[],double precision[],integer[],integer[],timestamp with time zone) from public;
grant execute on function take_tokens(text[],double precision[],double precision[],integer[],integer[],timestamp with time zone) to clinic_app;
