import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@clinic/contract/index.ts'
import pg from 'pg'
import { sql } from '../src/db/statement.ts'
import { inputFor, proven } from './conformance/input-for.ts'
import { call, openScene } from './conformance/scene.ts'
import { startApp } from './support/app/harness.ts'
import { atEnd } from './support/at-end.ts'
import { driver } from './support/database/driver.ts'

const app = await startApp()
const [here, there] = [await openScene(app), await openScene(app)]
for (const scene of [here, there])
  for (const operation of operations.filter(proven)) await call(scene.api, operation, await inputFor(operation, scene))

const [own, foreign] = [here.clinic.company_id, there.clinic.company_id]
const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  atEnd(() => client.end())
  await client.connect()
  return client
}
const plugin = await connect(app.database.appUrl)
const dispatcher = await connect(app.database.dispatcherUrl)

interface Protected {
  name: string
  secured: boolean
  policies: number
  readable: boolean
  writable: boolean
  /** What an insert may name: all but what the database computes. */
  columns: string
}
const tables = await app.sql<Protected>(`
  select c.oid::regclass::text as name, c.relrowsecurity as secured,
    (select count(*)::int from pg_policy p where p.polrelid = c.oid
      and (p.polroles @> array['clinic_app'::regrole::oid] or p.polroles @> array[0::oid])) as policies,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    has_any_column_privilege('clinic_app', c.oid, 'SELECT') as readable,
    has_any_column_privilege('clinic_app', c.oid, 'INSERT, UPDATE') or has_table_privilege('clinic_app', c.oid, 'DELETE') as writable
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
  order by 1`)
/** Read before the clinic is named, and no more than a count of each clinic's changes. */
const OPEN = ['grant_version']
const reachable = tables.filter(({ name, readable, writable }) => (readable || writable) && !OPEN.includes(name))
const readable = reachable.filter(table => table.readable)

/** Runs as the application does, for one clinic. */
async function asClinic<Row extends pg.QueryResultRow>(company: string | null, text: string): Promise<Row[]> {
  await plugin.query('begin')
  try {
    if (company !== null) await plugin.query(`select set_config('app.company', $1, true)`, [company])
    return (await plugin.query<Row>(text)).rows
  } finally {
    await plugin.query('rollback')
  }
}
const count = (table: string, where: string) => `select count(*)::int as count from ${table} where ${where}`

test('every table of clinics that the application can reach has row-level security', () => {
  assert.ok(reachable.length > 20, `Only ${reachable.length} tables were found.`)
  for (const { name, secured, policies } of reachable)
    assert.ok(
      secured && policies > 0,
      `${name} can be reached and has no row-level security: protect_by_clinic('${name}').`,
    )
})

test('no row of another clinic can be read from any table, nor any at all before a clinic is named', async () => {
  const empty: string[] = []
  for (const { name } of readable) {
    const [{ count: theirs } = { count: 0 }] = await app.sql<{ count: number }>(
      count(name, `company_id = '${foreign}'`),
    )
    if (theirs === 0) empty.push(name)
    assert.deepEqual(await asClinic(own, count(name, `company_id <> '${own}'`)), [{ count: 0 }], name)
    assert.deepEqual(await asClinic(null, count(name, 'true')), [{ count: 0 }], name)
    assert.deepEqual(await asClinic('', count(name, 'true')), [{ count: 0 }], name)
  }
  assert.ok(empty.length < readable.length / 2, `Hardly any table had rows to hide: ${empty}`)
})

test('no row of another clinic can be changed, deleted or added', async () => {
  for (const { name, columns } of reachable.filter(({ writable }) => writable)) {
    const touch = async (verb: string, text: string) => {
      const changed = await asClinic(own, text).catch(({ code }: { code: string }) => code)
      assert.ok(changed === '42501' || (Array.isArray(changed) && changed.length === 0), `${verb} ${name}: ${changed}`)
    }
    await touch('update', `update ${name} set company_id = company_id where company_id = '${foreign}' returning 1`)
    await touch('steal', `update ${name} set company_id = '${own}' where company_id = '${foreign}' returning 1`)
    await touch('delete', `delete from ${name} where company_id = '${foreign}' returning 1`)
    const copied = `jsonb_populate_record(null::${name}, to_jsonb(t) || '{"company_id": "${foreign}"}')`
    const copy = `select ${columns} from (select (${copied}).* from ${name} t limit 1) copy`
    await touch('insert', `insert into ${name} (${columns}) ${copy} returning 1`)
    await touch('give away', `update ${name} set company_id = '${foreign}' where company_id = '${own}' returning 1`)
  }
})

test('the application’s login owns nothing, becomes no other role and cannot switch row-level security off', async () => {
  const owned = await plugin.query(`select relname from pg_class where relowner = current_user::regrole
    union all select proname from pg_proc where proowner = current_user::regrole
    union all select nspname from pg_namespace where nspowner = current_user::regrole
    union all select datname from pg_database where datdba = current_user::regrole`)
  assert.deepEqual(owned.rows, [])
  const [owner] = await app.sql<{ name: string }>('select current_user::text as name')
  const FORBIDDEN = [
    `set role "${owner?.name}"`,
    `set session authorization "${owner?.name}"`,
    'create table mine (n int)',
    'create schema mine',
    'create function mine() returns int language sql as $$ select 1 $$',
    `create role mine superuser`,
    'create extension pg_stat_statements',
    'alter table patient disable row level security',
    'alter table patient no force row level security',
    'drop policy own_clinic on patient',
    'create policy mine on patient using (true)',
    'truncate patient',
    'select * from pg_authid',
    'select * from pg_shadow',
    `select pg_read_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `copy patient to program 'cat'`,
    `copy patient to '/tmp/patients'`,
    `select lo_import('/etc/passwd')`,
    'alter system set fsync = off',
    'select pg_reload_conf()',
    `select dblink('', '')`,
    `set session_replication_role = replica`,
  ]
  for (const statement of FORBIDDEN) await assert.rejects(asClinic(own, statement), `${statement} was allowed.`)
  await assert.rejects(asClinic(own, 'set local row_security = off; select * from patient'), /row-level security/)
})

test('functions that run as the owner are called by no role but those they are for, and look up nothing in temporary schemas', async () => {
  const functions = await app.sql<{ name: string; everybody: boolean; settings: string[] | null }>(`
    select p.oid::regprocedure::text as name, has_function_privilege('public', p.oid, 'EXECUTE') as everybody, proconfig as settings
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where prosecdef and prorettype <> 'trigger'::regtype and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')`)
  assert.ok(functions.length > 0)
  for (const { name, everybody, settings } of functions) {
    assert.ok(!everybody, `${name} may be called by everybody: REVOKE ALL ON FUNCTION … FROM PUBLIC.`)
    const path = settings?.find(setting => setting.startsWith('search_path='))
    assert.ok(path?.endsWith('pg_temp'), `${name} has no search_path that ends with pg_temp.`)
  }
})

test('the dispatcher reads nothing of patients', async () => {
  const about = await app.sql<{ name: string }>(`
    select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
    where attname in ('patient_id', 'first_name') and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    union select attrelid::regclass::text from pg_attribute join pg_class c on c.oid = attrelid
    where attname = 'patient_ids' and relkind in ('r', 'p') order by 1`)
  assert.ok(about.length > 3)
  for (const { name } of about) await assert.rejects(dispatcher.query(`select * from ${name}`), { code: '42501' }, name)
})

test('the clinic of one request never reaches the next on a shared connection, also when a statement fails', async () => {
  const connections = driver.connections(app.database.appUrl, 'leftovers', 1)
  const name = sql(`select set_config('app.company', $1, true)`)
  const patients = sql('select distinct company_id as company from patient')([])
  const current = sql(`select current_setting('app.company', true) as company`)([])
  const failing = [sql('select 1 / $1::int')([0]), sql('select no_such_column')([]), sql('select $1::int')(['text'])]
  const sent = Array.from({ length: 60 }, (_, n) => {
    const company = n % 2 === 0 ? own : foreign
    if (n % 5 === 0)
      return connections.run(name([company]), failing[n % 3] ?? patients).then(
        () => 'no failure',
        () => 'failed',
      )
    if (n % 7 === 0) return connections.run(current).then(([row]) => row?.company)
    return connections.run(name([company]), patients).then(rows => rows.map(row => row.company).join())
  })
  const expected = Array.from({ length: 60 }, (_, n) => {
    if (n % 5 === 0) return 'failed'
    return n % 7 === 0 ? '' : n % 2 === 0 ? own : foreign
  })
  assert.deepEqual(
    (await Promise.all(sent)).map(answer => answer ?? ''),
    expected,
  )
  await connections.close()
})

test('the clinic of one reading never reaches another of the same transaction, also when one fails', async () => {
  const readers = driver.readers(app.database.appUrl, 'neighbours', 2)
  const name = sql(`select set_config('app.company', $1, true)`)
  const patients = sql<{ company: string }>('select distinct company_id as company from patient')([])
  const refused = sql(`select set_config('app.company', refuse_stale_grant(), true)`)([])
  const sent = Array.from({ length: 60 }, (_, n) => {
    const opening = n % 5 === 0 ? refused : name([n % 2 === 0 ? own : foreign])
    const rows = readers.run(opening, patients)
    return rows.then(found => found.map(row => row.company).join(), String)
  })
  for (const [n, answer] of (await Promise.all(sent)).entries()) {
    if (n % 5 === 0) assert.match(answer, /^error/)
    else assert.equal(answer, n % 2 === 0 ? own : foreign)
  }
  await readers.close()
})

test('two clinics’ requests at the same time, some of them failing, never see each other', async () => {
  const asked = Array.from({ length: 120 }, async (_, n) => {
    const { api, patient } = n % 2 === 0 ? here : there
    if (n % 6 < 2) return (await api.get(`/patients/${'x'.repeat(65)}`)).status
    if (n % 6 < 4) return (await api.get(`/patients/${(n % 2 === 0 ? there : here).patient.id}`)).status
    const { status, body } = await api.get(`/patients/${patient.id}`)
    return status === 200 && body.data.id === patient.id ? 200 : body
  })
  const expected = Array.from({ length: 120 }, (_, n) => (n % 6 < 2 ? 400 : n % 6 < 4 ? 404 : 200))
  assert.deepEqual(await Promise.all(asked), expected)
})
