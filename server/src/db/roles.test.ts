import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Client } from 'pg'
import { ask } from '../../test/support/database/ask.ts'
import { type TestDatabase, testDatabase } from '../../test/support/database/database.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { ensureLoginRole } from './roles.ts'

let database: TestDatabase
let name: string
before(async () => {
  database = await testDatabase()
  name = new URL(database.ownerUrl).pathname.slice(1)
})

const app = (password: string): { group: string; password: string } => ({ group: 'clinic_app', password })

test('the login role may what its group may, and nothing else', async () => {
  await ask(database.ownerUrl, 'create table note (n int); grant select on note to clinic_app')
  assert.deepEqual(await ask(database.appUrl, 'select n from note'), [])
  await assert.rejects(ask(database.appUrl, 'insert into note values (1)'), /permission denied/)
  await assert.rejects(ask(database.dispatcherUrl, 'select n from note'), /permission denied/)
  await assert.rejects(ask(database.appUrl, 'create table mine (n int)'), /permission denied/)
  assert.deepEqual(
    await ask(
      database.appUrl,
      `select rolname as name, rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication as privileged
         from pg_roles where rolname = current_user`,
    ),
    [{ name: `${name}_clinic_app`, privileged: false }],
  )
})

test('a new password replaces the old one', async () => {
  const renewed = await ensureLoginRole(database.ownerUrl, app('new : / @ word'))
  assert.equal((await ask(renewed, 'select 1')).length, 1)
  await assert.rejects(ask(database.appUrl, 'select 1'), /password authentication failed/)
  assert.equal(await ensureLoginRole(database.ownerUrl, app('test')), database.appUrl)
})

test('several starts at the same time agree', async () => {
  const urls = await Promise.all(Array.from({ length: 8 }, () => ensureLoginRole(database.ownerUrl, app('test'))))
  assert.deepEqual(new Set(urls), new Set([database.appUrl]))
  assert.equal((await ask(database.appUrl, 'select 1')).length, 1)
})

test('the migration takes a group that another database is just making', async () => {
  const [{ sql: tenancy } = { sql: '' }] = await readMigrations()
  const [makeGroups = ''] = /^DO \$\$.*?^END \$\$;/ms.exec(tenancy) ?? []
  const sql = makeGroups.replaceAll('clinic_', `${name}_`)
  const [first, second] = [new Client(database.ownerUrl), new Client(database.ownerUrl)]
  await Promise.all([first.connect(), second.connect()])
  await first.query('begin')
  await first.query(sql)
  const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = second.query(sql)
  await untilBlocked(rows[0]?.pid ?? 0)
  await first.query('commit')
  await waiting
  await first.query(`drop role ${name}_app; drop role ${name}_dispatcher; drop role ${name}_reader`)
  await Promise.all([first.end(), second.end()])
})

/** Returns when that session waits for a lock. */
async function untilBlocked(pid: number): Promise<void> {
  const blocked = `select from ${SESSIONS} where pid = ${pid} and wait_event_type = 'Lock'`
  while ((await ask(database.ownerUrl, blocked)).length === 0);
}

test('an owner who is no superuser but may create roles can do it all', async () => {
  const owner = `${name}_owner`
  const own = `${name}_own`
  await ask(database.ownerUrl, `create role ${owner} login createrole password 'owner'`)
  await ask(database.ownerUrl, `grant clinic_app to ${owner} with admin option`)
  await ask(database.ownerUrl, `create database ${own} owner ${owner}`)
  const url = new URL(database.ownerUrl)
  Object.assign(url, { username: owner, password: 'owner', pathname: `/${own}` })
  await migrate(url.href)
  const login = await ensureLoginRole(url.href, app('test'))
  assert.equal(await ensureLoginRole(url.href, app('test')), login)
  assert.deepEqual(await ask(login, 'select current_user::text as name'), [{ name: `${own}_clinic_app` }])
  await ask(database.ownerUrl, `drop database ${own}`)
  await ask(database.ownerUrl, `drop role ${own}_clinic_app; drop owned by ${owner}; drop role ${owner}`)
})

test('refuses a role of that name which has privileges of its own', async () => {
  await ask(database.ownerUrl, `alter role ${name}_clinic_dispatcher bypassrls`)
  const again = ensureLoginRole(database.ownerUrl, { group: 'clinic_dispatcher', password: 'test' })
  await assert.rejects(again, { name: 'DatabaseRefusal', message: /has privileges of its own/ })
})
