import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ask } from '../../test/support/database/ask.ts'
import { type TestDatabase, testDatabase } from '../../test/support/database/database.ts'
import { describeSchema } from './describe-schema.ts'

const BLANK = 'drop schema public cascade; create schema public; grant usage on schema public to public'

const COMPANY = `
  create table company (id text primary key, name text collate "C" not null, settings jsonb not null default '{}');`

const VISIT = `
  create extension btree_gist;
  create type visit_state as enum ('OPEN', 'DONE');
  create domain email as text check (value like '%@%');
  create table visit (
    company_id text not null references company (id),
    id text not null,
    number bigint generated always as identity,
    state visit_state not null default 'OPEN',
    contact email,
    during tstzrange not null,
    opened timestamptz(3) generated always as (lower(during)) stored,
    price numeric(12, 2) check (price >= 0),
    primary key (company_id, id),
    exclude using gist (company_id with =, during with &&) where (state = 'OPEN')
  ) with (fillfactor = 80);
  create index visit_by_state on visit (company_id, state) where state = 'OPEN';
  create view open_visit with (security_invoker = true) as select company_id, id from visit where state = 'OPEN';`

const EVENT = `
  create sequence event_number;
  create table event (company_id text, at timestamptz(3) not null default now()) partition by range (at);
  create table event_2026_07 partition of event for values from ('2026-07-01') to ('2026-08-01');`

const RULES = [
  'alter table visit enable row level security',
  'alter table visit force row level security',
  `create policy own on visit for all to clinic_app using (company_id = current_setting('app.company', true)) with check (true)`,
  'create statistics visit_together (dependencies) on company_id, state from visit',
  "comment on table visit is 'clinic: a patient who is here'",
  `comment on column visit.opened is 'On arrival; the instant counts and not when it was noted, which is later where the desk is busy and the patient is asked to wait.'`,
  'create function touch() returns trigger language plpgsql as $$ begin return new; end $$',
  `comment on function touch is 'Does nothing.'`,
  'revoke execute on function touch() from public',
  'grant execute on function touch() to clinic_dispatcher',
  'create trigger visit_touch before update on visit for each row execute function touch()',
  'grant select, insert on visit to clinic_app',
  'grant update (state, contact) on visit to clinic_app',
  'grant usage on sequence event_number to clinic_app',
]

/** The same schema, come about in another way: order, a column that came and went, other partitions. */
const DETOUR = `
  alter table visit add column passing int;
  alter table visit drop column passing;
  grant delete on visit to clinic_app;
  revoke delete on visit from clinic_app;
  create table event_2026_08 partition of event for values from ('2026-08-01') to ('2026-09-01');`

const VISIT_TEXT = `-- clinic: a patient who is here
create table visit (
  company_id text not null,
  id text not null,
  number bigint generated always as identity not null,
  state visit_state default 'OPEN'::visit_state not null,
  contact email,
  during tstzrange not null,
  -- On arrival; the instant counts and not when it was noted, which is later where the desk is busy and the patient
  -- is asked to wait.
  opened timestamp(3) with time zone generated always as (lower(during)) stored,
  price numeric(12,2),
  constraint visit_pkey PRIMARY KEY (company_id, id),
  constraint visit_company_id_during_excl EXCLUDE USING gist (company_id WITH =, during WITH &&) WHERE ((state = 'OPEN'::visit_state)),
  constraint visit_price_check CHECK ((price >= (0)::numeric)),
  constraint visit_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id)
) with (fillfactor=80);
CREATE INDEX visit_by_state ON public.visit USING btree (company_id, state) WHERE (state = 'OPEN'::visit_state);
CREATE STATISTICS public.visit_together (dependencies) ON company_id, state FROM visit;
alter table visit enable row level security;
alter table visit force row level security;
create policy own on visit as permissive for all to clinic_app
  using ((company_id = current_setting('app.company'::text, true)))
  with check (true);
CREATE TRIGGER visit_touch BEFORE UPDATE ON public.visit FOR EACH ROW EXECUTE FUNCTION touch();
grant insert, select on visit to clinic_app;
grant update (state, contact) on visit to clinic_app;

`

const OTHER_LINES = [
  'grant usage on schema public to public;',
  'create extension btree_gist;',
  "create type visit_state as enum ('OPEN', 'DONE');",
  "create domain email as text CHECK ((VALUE ~~ '%@%'::text));",
  'create sequence event_number as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;',
  'grant usage on sequence event_number to clinic_app;',
  '  name text collate "C" not null,',
  ') partition by RANGE (at);',
  'create view open_visit with (security_invoker=true) as',
  '-- Does nothing.',
  'AS $function$ begin return new; end $function$',
  'revoke execute on function touch() from public;',
  'grant execute on function touch() to clinic_dispatcher;',
]

let text: string
let database: TestDatabase
before(async () => {
  database = await testDatabase()
  await ask(database.ownerUrl, [BLANK, COMPANY, VISIT, EVENT, RULES.join(';')].join(';'))
  text = await describeSchema(database.ownerUrl)
})

test('the same schema gives the same text, however it came about', async () => {
  const other = await testDatabase()
  const otherOrder = [...RULES.slice(6, 11), ...RULES.slice(11).toReversed(), ...RULES.slice(0, 6).toReversed()]
  await ask(other.ownerUrl, [BLANK, EVENT, COMPANY, VISIT, otherOrder.join(';'), DETOUR].join(';'))
  assert.equal(await describeSchema(other.ownerUrl), text)
})

test('everything that decides what a statement may do is in it', () => {
  const block = text.slice(text.indexOf('-- clinic: a patient'), text.indexOf('create view'))
  assert.equal(block, VISIT_TEXT)
  for (const line of OTHER_LINES) assert.ok(text.includes(`${line}\n`), `${line}\n\nis not in\n\n${text}`)
  assert.doesNotMatch(text, /2026_07/)
})

for (const [what, statement] of Object.entries({
  'a default': 'alter table visit alter price set default 0',
  'a constraint': 'alter table visit drop constraint visit_price_check',
  'a nullable column': 'alter table visit alter contact set not null',
  'an option of a column': 'alter table visit alter price set (n_distinct = 5)',
  'an index': 'drop index visit_by_state',
  'statistics over columns': 'drop statistics visit_together',
  'a comment': `comment on column visit.opened is 'On arrival'`,
  'a policy': 'alter policy own on visit with check (false)',
  'row level security': 'alter table visit no force row level security',
  'a function': 'create or replace function touch() returns trigger language plpgsql as $$ begin return old; end $$',
  'a trigger': 'alter table visit disable trigger visit_touch',
  'a grant': 'grant truncate on visit to clinic_app',
  'a column grant': 'revoke update (state) on visit from clinic_app',
  'a function grant': 'grant execute on function touch() to public',
  'a value of an enum': `alter type visit_state add value 'LATE'`,
}))
  test(`a change of ${what} shows`, async () => {
    const other = await testDatabase()
    await ask(other.ownerUrl, [BLANK, COMPANY, VISIT, EVENT, RULES.join(';'), statement].join(';'))
    assert.notEqual(await describeSchema(other.ownerUrl), text)
  })
