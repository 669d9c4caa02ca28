import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './support/app/harness.ts'
import { asGroup, loginsOf } from './support/database/as-group.ts'
import { connection } from './support/oauth/assistants.ts'
import { member, person } from './support/staff/staff.ts'

const app = await startApp()
const [here, there] = [await app.clinic(), await app.clinic()]
const user = await person(app)
await member(app, user, here)
const { installation } = await app.installation(here)
const [token] = await app.sql<{ id: string }>('select id from plugin_token where installation_id = $1', [
  installation.id,
])
const assistant = await connection(app, { clinic: here, user })

const as = asGroup(app.database)
const GROUPS = Object.keys(loginsOf(app.database))
const DENIED = '42501'
const recordsOf = (requestId: string) =>
  app.sql<{ company_id: string; recent: boolean }>(
    `select company_id, at between now() - interval '1 minute' and clock_timestamp() as recent
     from audit_record where request_id = $1`,
    [requestId],
  )
const RECENT_HERE = [{ company_id: here.company_id, recent: true }]

test('no login of the application may change or remove a record of what happened, or say how long it is kept', async () => {
  const tables = await app.sql<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname in ('audit_record', 'oauth_event', 'ended_connection', 'account_event', 'consent_receipt', 'retention')
        or c.oid in (select inhrelid from pg_inherits where inhparent = 'audit_record'::regclass))`)
  assert.ok(tables.length > 6)
  for (const { name } of tables)
    for (const group of GROUPS) {
      const [may] = await app.sql<{ change: boolean; remove: boolean }>(
        `select has_any_column_privilege($1, $2, 'UPDATE') as change,
           has_table_privilege($1, $2, 'DELETE, TRUNCATE') as remove`,
        [group, name],
      )
      assert.deepEqual({ ...may }, { change: false, remove: false }, `${group} ${name}`)
    }
})

test('what ends old rows takes no time from its caller, and only the keeper may call it', async () => {
  const functions = await app.sql<{ name: string; given: string; callers: string[] }>(
    `select proname as name, pg_get_function_identity_arguments(f.oid) as given,
       array(select one from unnest($1::text[]) as one where has_function_privilege(one, f.oid, 'EXECUTE')) as callers
     from pg_proc f where pronamespace = 'public'::regnamespace
       and proname in ('keep_partitions', 'keep_all_partitions', 'sweep_oauth') order by 1`,
    [GROUPS],
  )
  assert.deepEqual(
    functions.map(({ name, given, callers }) => [name, name === 'keep_partitions' ? '' : given, callers]),
    [
      ['keep_all_partitions', '', ['clinic_keeper']],
      ['keep_partitions', '', []],
      ['sweep_oauth', '', ['clinic_keeper']],
    ],
  )
  const readable = await app.sql(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
       and has_any_column_privilege('clinic_keeper', oid, 'SELECT, INSERT, UPDATE')`,
  )
  assert.equal(readable.length, 0)
})

const COLUMNS = 'request_id, caller, operation, resource_ids, patient_ids, field_scopes'
const VALUES = "'staff usr_1', 'getPatient', '{}', '{}', '{}'"

test('the application adds records to the clinic that it has named, as of now, and to no other', async () => {
  const add = `insert into audit_record (${COLUMNS}) values ('req_own', ${VALUES})`
  assert.deepEqual(await as('clinic_app', add, [], here.company_id), [])
  assert.deepEqual(await recordsOf('req_own'), RECENT_HERE)
  assert.equal(await as('clinic_app', add.replace('req_own', 'req_none')), DENIED, 'no clinic is named')
  const given = {
    company_id: `'${there.company_id}'`,
    at: "now() - interval '1 minute'",
    recorded_at: "now() - interval '1 year'",
    id: '1',
  }
  for (const [column, value] of Object.entries(given)) {
    const forged = `insert into audit_record (${column}, ${COLUMNS}) values (${value}, 'req_forged', ${VALUES})`
    assert.equal(await as('clinic_app', forged, [], here.company_id), DENIED, column)
  }
  assert.deepEqual([...(await recordsOf('req_none')), ...(await recordsOf('req_forged'))], [])
})

test('the authorization server keeps what happens as of now, too', async () => {
  const add = (columns: string, values: string) =>
    as('clinic_app', `insert into oauth_event (${columns}) values (${values})`, [], here.company_id)
  const named = [`kind, company_id, request_id`, `'client.read', '${here.company_id}', 'req_1'`] as const
  assert.deepEqual(await add(...named), [])
  for (const [column, value] of Object.entries({ at: "now() - interval '1 year'", id: '1' }))
    assert.equal(await add(`${column}, ${named[0]}`, `${value}, ${named[1]}`), DENIED, column)
})

const ACCESS = `select record_access(array[$1], array[$2], array[$3], array[$4], array['getPatient'], array['{}'], array['{}'],
  array['{}'], array['{}'], array['127.0.0.1'], array[null], array[1], array[null::bigint]) as left`

test('a batch of records names only callers of their own clinic, and what it does not take it says', async () => {
  const shown = [
    ['plugin', `installation ${installation.id}`, token?.id],
    ['staff', `staff ${user.id}`, null],
  ] as const
  const before = (await app.sql('select from audit_record')).length
  for (const [name, caller, tokenId] of shown) {
    assert.deepEqual(await as('clinic_app', ACCESS, [here.company_id, `req_${name}`, caller, tokenId]), [])
    assert.deepEqual(await recordsOf(`req_${name}`), RECENT_HERE)
    const forged = [
      [there.company_id, caller, tokenId],
      [here.company_id, 'staff usr_other', null],
      [here.company_id, 'installation ins_other', tokenId],
      [here.company_id, `installation ${installation.id}`, null],
      [here.company_id, 'system job', null],
    ]
    for (const [company, who, which] of forged) {
      const left = await as('clinic_app', ACCESS, [company, 'req_forged', who, which])
      assert.deepEqual(left, [{ left: 'req_forged' }], `${company} ${who}`)
    }
  }
  assert.equal((await app.sql('select from audit_record')).length, before + shown.length)
})

const CALL = `select record_assistant_access(array[$1], array[$2], array[$3], array['list_tasks'], array['{}'], array['{}'],
  array['{}'], array['127.0.0.1'], array['{}'])`

test('the resource server adds records of connections to their clinic, as of now, also of one that has just ended', async () => {
  const call = (company: string, grant: string, requestId: string) =>
    as('clinic_reader', CALL, [company, requestId, grant])
  await call(here.company_id, assistant.id, 'req_call')
  assert.deepEqual(await recordsOf('req_call'), RECENT_HERE)
  for (const [company, grant] of [
    [there.company_id, assistant.id],
    [here.company_id, 'ogr_other'],
  ] as const)
    assert.equal(await call(company, grant, 'req_forged'), DENIED)
  await app.sql('delete from oauth_grant where id = $1', [assistant.id])
  await call(here.company_id, assistant.id, 'req_after')
  assert.deepEqual(await recordsOf('req_after'), RECENT_HERE)
  assert.deepEqual(await recordsOf('req_forged'), [])
  assert.equal(await as('clinic_reader', `insert into audit_record (${COLUMNS}) values ('req_x', ${VALUES})`), DENIED)
})
