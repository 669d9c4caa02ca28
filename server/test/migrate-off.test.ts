import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROLE_NAMES } from '../src/settings/roles.ts'
import { freePort, ROOT, startProduct } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'
import { ask } from './support/database/ask.ts'
import { testDatabase } from './support/database/database.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { eventually } from './support/eventually.ts'
import { familyOf } from './support/processes.ts'

const { ownerUrl } = await testDatabase()
const { username: owner } = new URL(ownerUrl)
const withoutLogin = Object.assign(new URL(ownerUrl), { username: '', password: '' }).href
const folder = await mkdtemp(join(tmpdir(), 'clinic-migrate-off-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

const SETTINGS = {
  ...{ SECRET_KEY: Buffer.alloc(32, 'm').toString('base64'), DATABASE_URL: withoutLogin, MIGRATE: 'off' },
  ...{ DEMO: 'off', LOG_LEVEL: 'silent', NODE_ENV: 'test', AUTHORIZATION_SERVER_URL: 'http://127.0.0.1:9' },
}

interface Ended {
  code: unknown
  stdout: string
  stderr: string
}

/** A program of ours, to its end. */
async function ended(program: string, settings: Record<string, string>): Promise<Ended> {
  const ports = { PORT: String(await freePort()), ASSISTANT_PORT: String(await freePort()), HOST: '127.0.0.1' }
  const env = { ...process.env, ...SETTINGS, ...ports, DATA_DIR: folder, ...settings }
  return new Promise(resolve => {
    execFile(process.execPath, [join(ROOT, 'server/src', program)], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr })
    })
  })
}

/** Who is logged in to the database, besides the one who asks. */
const logins = async (): Promise<string[]> =>
  (
    await ask(
      ownerUrl,
      `select distinct usename::text as name from ${SESSIONS}
       where pid <> pg_backend_pid() and backend_type = 'client backend' order by name`,
    )
  ).map(({ name }) => String(name))

test('a database whose logins were not made yet is refused, with what to do', async () => {
  const { code, stderr } = await ended('main.ts', { ROLE: 'api' })
  assert.equal(code, 1)
  assert.match(stderr, /^MIGRATE is off, and the database does not know the platform's login.*npm run db:migrate.*\n$/)
})

test('the owner’s login is refused where it is of no use', async () => {
  const { code, stderr } = await ended('main.ts', { DATABASE_URL: ownerUrl })
  assert.equal(code, 1)
  assert.match(stderr, /^DATABASE_URL must name no login where MIGRATE is off: .*\n$/)
  assert.ok(!stderr.includes(new URL(ownerUrl).password || 'no password'))
})

test('what npm run db:migrate has prepared is served by every role, and none logs in as the owner', async () => {
  assert.deepEqual(await ended('settings/migrate-command.ts', { DATABASE_URL: ownerUrl }), {
    code: 0,
    stdout: '',
    stderr: '',
  })
  const database = new URL(ownerUrl).pathname.slice(1)
  for (const [role, login] of [
    ['api', 'app'],
    ['worker', 'dispatcher'],
    ['assistant', 'reader'],
  ] as const) {
    const product = await startProduct({ ...SETTINGS, ROLE: role })
    const port = { api: product.port, assistant: product.assistantPort, worker: 0 }[role]
    if (port > 0) assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200)
    await eventually(async () => (await logins()).includes(`${database}_clinic_${login}`), true)
    assert.ok(!(await logins()).includes(owner), role)
    assert.equal(await product.stop(), 0)
  }
})

test('a role that migrates by itself is served by another process than the one that has the owner’s login', async () => {
  for (const role of ROLE_NAMES) {
    const product = await startProduct({ ...SETTINGS, ROLE: role, MIGRATE: 'on', DATABASE_URL: ownerUrl })
    const family = await familyOf(product.process.pid ?? 0)
    assert.ok(
      family.some(({ args }) => args.endsWith(`role-process.ts ${role}`)),
      role,
    )
    assert.ok(!(await logins()).includes(owner), role)
    assert.equal(await product.stop(), 0)
  }
})

test('a database that lacks a migration is refused by every role, and left as it is', async () => {
  const [last] = await ask(ownerUrl, 'select name from schema_migration order by name desc limit 1')
  await ask(ownerUrl, `delete from schema_migration where name = '${last?.name}'`)
  for (const role of ROLE_NAMES) {
    const { code, stderr, stdout } = await ended('main.ts', { ROLE: role })
    assert.deepEqual([code, stdout], [1, ''], role)
    assert.equal(
      stderr,
      `MIGRATE is off, and the database lacks ${last?.name}: run npm run db:migrate as the owner of the database, then start again.\n`,
    )
  }
  assert.deepEqual(await ask(ownerUrl, `select from schema_migration where name = '${last?.name}'`), [])
})
