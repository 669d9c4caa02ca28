import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { driver } from '../../test/support/database/driver.ts'
import { connection } from '../../test/support/oauth/assistants.ts'
import { member, person } from '../../test/support/staff/staff.ts'
import { openAccessLog } from './access-log.ts'

const app = await startApp()
const [here, there] = [await app.practice(), await app.practice()]
const otherBranch = await app.branch(here.clinic)
const reader = new pg.Client({ connectionString: app.database.readerUrl })
atEnd(() => reader.end())
await reader.connect()

/** Runs as the resource server does, and undoes it. */
async function asReader(text: string, { company = here.clinic.company_id, branches = '*' } = {}) {
  await reader.query('begin')
  try {
    await reader.query("select set_config('app.company', $1, true), set_config('app.branches', $2, true)", [
      company,
      branches,
    ])
    return (await reader.query(text)).rows
  } finally {
    await reader.query('rollback')
  }
}

const tables = await app.sql<{ name: string; readable: boolean; writable: boolean; secured: boolean }>(`
  select c.oid::regclass::text as name, has_any_column_privilege('clinic_reader', c.oid, 'SELECT') as readable,
    has_any_column_privilege('clinic_reader', c.oid, 'INSERT, UPDATE, REFERENCES')
      or has_table_privilege('clinic_reader', c.oid, 'DELETE, TRUNCATE, TRIGGER') as writable,
    c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid
      and p.polroles @> array['clinic_reader'::regrole::oid] and p.polcmd = 'r') as secured
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`)
const readable = tables.filter(table => table.readable)

test('the login of the resource server reads only what tools show, each under a policy of its own, and writes nothing', () => {
  assert.ok(readable.length > 25)
  assert.deepEqual(
    readable.filter(({ secured }) => !secured),
    [],
  )
  assert.deepEqual(
    tables.filter(({ writable }) => writable),
    [],
  )
})

test('it sees no login, token, secret, message, or other caller’s record', async () => {
  const hidden = tables.filter(({ name }) =>
    /^(oauth|staff|plugin|webhook|idempotency|audit|membership|installation|outgoing|clinic_provider|clinic_notice|conversation|communication|event|lead|contact|consent_receipt|rate_|grant_)/.test(
      name,
    ),
  )
  assert.ok(hidden.length > 25)
  for (const { name } of hidden)
    await assert.rejects(asReader(`select * from ${name}`), { code: '42501' }, `${name} can be read`)
  for (const column of [
    'details',
    'marital_status',
    'national_id',
    'national_id_sealed',
    'national_id_mac',
    'nationality',
    'title',
  ])
    await assert.rejects(asReader(`select ${column} from patient`), { code: '42501' }, `${column} can be read`)
})

test('it reads one clinic, and nothing before one is named', async () => {
  for (const { name } of readable) {
    const count = `select count(*)::int as n from ${name} where company_id <> '${here.clinic.company_id}'`
    assert.deepEqual(await asReader(count), [{ n: 0 }], name)
    assert.deepEqual((await reader.query(`select count(*)::int as n from ${name}`)).rows, [{ n: 0 }], name)
  }
  assert.equal((await asReader('select id from patient')).length, 1)
  assert.equal((await asReader('select id from patient', { company: there.clinic.company_id })).length, 1)
})

test('it reads only the branches that it is limited to, with the patients who come there', async () => {
  const [starts_at, ends_at] = ['2026-07-05T07:00:00Z', '2026-07-05T07:30:00Z']
  const visitor = await app.patient(otherBranch)
  const of = { company_id: here.clinic.company_id, doctor_id: here.doctor.id, starts_at, ends_at, status: 'OPEN' }
  const stamps = { created_at: starts_at, updated_at: starts_at }
  const add = (id: string, branch_id: string, patient_id: string, hour: number) =>
    app.insert('appointment', {
      ...of,
      ...stamps,
      id,
      branch_id,
      patient_id,
      starts_at: `2026-07-05T${hour}:00:00Z`,
      ends_at: `2026-07-05T${hour}:30:00Z`,
    })
  await add('apt_here', here.branch.id, visitor.id, 10)
  await add('apt_there', otherBranch.id, here.patient.id, 12)
  const seen = async (branches: string) => [
    (await asReader('select id from appointment order by id', { branches })).map(({ id }) => id),
    (await asReader('select id from patient', { branches })).length,
  ]
  assert.deepEqual(await seen('*'), [['apt_here', 'apt_there'], 2])
  assert.deepEqual(await seen(here.branch.id), [['apt_here'], 2])
  const nowhere = await app.branch(here.clinic)
  assert.deepEqual(await seen(nowhere.id), [[], 0])
  assert.deepEqual(await seen(`${nowhere.id},${otherBranch.id}`), [['apt_there'], 2])
  assert.deepEqual(await seen(''), [[], 0])
})

/** The tables that are not limited by branches, and why. Every other one that is ever granted to it is. */
const OF_THE_CLINIC: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['clinic', 'branch', 'practitioner', 'practitioner_branch', 'practitioner_shift', 'practitioner_time_off'],
      ...['branch_period', 'period_shift', 'room_block', 'procedure', 'procedure_group', 'medication', 'form', 'lab'],
      ...['insurance_company', 'insurance_policy', 'policy_class'],
    ].map(name => [name, 'it says how the clinic works, and nothing of a patient']),
  ),
  medication_line: 'it is read with its prescription alone, which is limited',
  treatment_step: 'it is read with its treatment alone, which is limited',
  restricted_patient: 'it says by ids alone whose records are not shown at all',
}

test('every table that it reads is limited by branches, or listed as the clinic’s own', async () => {
  const policies = await app.sql<{ name: string; limits: boolean }>(`
    select p.polrelid::regclass::text as name,
      bool_and(pg_get_expr(p.polqual, p.polrelid) ~ 'reads_branch|app\\.branches') as limits
    from pg_policy p where p.polroles @> array['clinic_reader'::regrole::oid] and p.polcmd = 'r'
      and p.polpermissive group by 1`)
  const unlimited = policies.filter(({ limits }) => !limits).map(({ name }) => name)
  assert.deepEqual(unlimited.toSorted(), Object.keys(OF_THE_CLINIC).toSorted())
})

test('without a branch, and before any is named, it reads no row that is limited by branches', async () => {
  const limited = readable.filter(({ name }) => !(name in OF_THE_CLINIC))
  assert.ok(limited.length > 10)
  const unnamed = async (text: string) => {
    await reader.query('begin')
    await reader.query("select set_config('app.company', $1, true)", [here.clinic.company_id])
    const { rows } = await reader.query(text)
    await reader.query('rollback')
    return rows
  }
  for (const { name } of limited) {
    const count = `select count(*)::int as n from ${name}`
    assert.deepEqual([await asReader(count, { branches: '' }), await unnamed(count)], [[{ n: 0 }], [{ n: 0 }]], name)
  }
  assert.ok((await asReader('select id from patient')).length > 0)
})

test('whether all branches are seen is a column of its own that is never empty, and no function lists over nothing to NULL', async () => {
  const columns = await app.sql<{ table: string; type: string; required: boolean; preset: string }>(`
    select a.attrelid::regclass::text as table, format_type(a.atttypid, null) as type, a.attnotnull as required,
      pg_get_expr(d.adbin, d.adrelid) as preset
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attname = 'all_branches' and a.attrelid in (select oid from pg_class where relkind = 'r') order by 1`)
  assert.deepEqual(
    columns,
    ['invitation', 'membership'].map(table => ({ table, type: 'boolean', required: true, preset: 'false' })),
  )
  const lists = await app.sql<{ name: string }>(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and regexp_replace(coalesce(pg_get_function_sqlbody(oid), prosrc), 'coalesce\\(array_agg', '', 'gi') ~* 'array_agg'`)
  assert.deepEqual(lists, [])
})

test('it cannot change, add or delete a row of any table, nor take another role', async () => {
  const [owner] = await app.sql<{ name: string }>('select current_user::text as name')
  const forbidden = [
    ...readable.map(({ name }) => `delete from ${name}`),
    ...readable.map(({ name }) => `update ${name} set company_id = company_id`),
    ...readable.map(({ name }) => `insert into ${name} select * from ${name}`),
    `set role "${owner?.name}"`,
    'set role clinic_app',
    'create table mine (n int)',
    'alter table patient disable row level security',
    "select nextval('graphile_worker.jobs_id_seq')",
    "select take_numbers(array['x'], array['y'], array[1])",
    "select enqueue_job('x', '{}', now(), null, 1)",
    "select active_oauth_tokens(array['x'::bytea])",
    "select lock_active_grant('x')",
    "select record_oauth_use('x')",
    "select password_parameters('x')",
    "select grant_of_token('x')",
    `copy patient to program 'cat'`,
  ]
  for (const statement of forbidden) await assert.rejects(asReader(statement), Error, `${statement} was allowed.`)
})

test('the one thing that it writes is an access record of an assistant', async () => {
  const [granted] = await app.sql<{ names: string[] }>(`
    select array_agg(proname::text order by proname) as names from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace and has_function_privilege('clinic_reader', oid, 'EXECUTE')
      and prorettype <> 'trigger'::regtype`)
  assert.deepEqual(granted?.names, ['patients_like', 'procedures_like', 'record_assistant_access'])
  const user = await person(app)
  await member(app, user, here.clinic)
  const { id } = await connection(app, { clinic: here.clinic, user })
  const log = openAccessLog(driver, app.database.readerUrl)
  await log.record({
    companyId: here.clinic.company_id,
    requestId: 'req_1',
    grantId: id,
    tool: 'get_patient',
    resourceIds: ['pat_1'],
    patientIds: ['pat_1'],
    scopes: ['patients:read'],
    address: null,
    details: { quoted: '"}\'' },
  })
  await log.close()
  const rows = await app.sql('select caller, operation, patient_ids, details from audit_record')
  assert.deepEqual(rows, [
    {
      caller: `assistant ${id}`,
      operation: 'get_patient',
      patient_ids: ['pat_1'],
      details: { quoted: '"}\'' },
    },
  ])
  await assert.rejects(asReader('select * from audit_record'), { code: '42501' })
})

test('a search within some branches looks its patients up one by one, and never reads all appointments', async () => {
  const limited = { branches: otherBranch.id }
  const plan = await asReader(
    `explain select t.id from patient t where t.company_id = '${here.clinic.company_id}'
     and coalesce(t.search_text like '%a%', false) order by t.created_at desc limit 20`,
    limited,
  )
  const lines = plan.map(row => String(row['QUERY PLAN']))
  assert.ok(lines.some(line => /reads_appointment_of\(company_id, id\)/.test(line)))
  assert.ok(!lines.some(line => / on appointment/i.test(line)), lines.join('\n'))
})
