import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, getPatient, listPatients } from '@clinic/contract/patients.ts'
import pg from 'pg'
import { DRIVERS } from '../src/db/drivers.ts'
import { ensureLoginRole } from '../src/db/roles.ts'
import { pooledUrl } from '../src/db/session.ts'
import { sql } from '../src/db/statement.ts'
import { GROUPS } from '../src/settings/database-urls.ts'
import { apiClient } from './support/app/api-client.ts'
import { startApp } from './support/app/harness.ts'
import { freePort } from './support/app/product.ts'
import { startRole } from './support/app/role-process.ts'
import { atEnd } from './support/at-end.ts'
import { endProcess } from './support/child-process.ts'
import { TEST_PASSWORD } from './support/database/password.ts'
import { eventually } from './support/eventually.ts'
import { LIST, MODERN } from './support/oauth/assistant-app.ts'
import { grantAssistant } from './support/oauth/assistant-grant.ts'
import { startPooler } from './support/servers/start-pooler.ts'
import { subscribers } from './support/webhooks/subscribers.ts'

const AT_ONCE = 40

const resource = `http://localhost:${await freePort()}/mcp`
const app = await startApp({ ASSISTANT_URL: resource })
const { ownerUrl, appUrl } = app.database
for (const group of Object.values(GROUPS)) await ensureLoginRole(ownerUrl, { group, password: TEST_PASSWORD })

/** With PGBOUNCER, the command of one, these tests run behind it and not behind what stands for it. */
const pooler = await startPooler(TEST_PASSWORD, { ownerUrl, lines: 2 })
atEnd(pooler.stop)
const { url: POOL_URL } = pooler
const pooled = await app.secondProcess({ POOL_URL, ASSISTANT_URL: resource })
// Before the pooler ends.
atEnd(pooled.close)

const setting = (name: string) => sql<{ value: string }>(`select current_setting('${name}') as value`)([])
const first = async (rows: Promise<{ value: string }[]>) => (await rows)[0]?.value
const nothing = sql('select 1')([])

test('a pooler refuses what a session says when it begins, so none says anything', async () => {
  const client = new pg.Client({
    connectionString: pooledUrl(appUrl, POOL_URL),
    options: '-c statement_timeout=1',
  })
  client.on('error', () => undefined)
  await assert.rejects(client.connect(), /unsupported startup parameter/)
})

for (const [name, driver] of Object.entries(DRIVERS)) {
  const url = pooledUrl(appUrl, POOL_URL)

  test(`${name}: each transaction is set as a session would be, and leaves nothing behind for the next`, async () => {
    const readers = driver.readers(url, 'pooled reads', 2)
    const plain = driver.connections(url, 'pooled plain', 1)
    const sorting = driver.connections(url, 'pooled sorting', 1, { work_mem: '6MB' })
    const reports = driver.reports(url, 'pooled reports', 2)
    atEnd(() => Promise.all([readers, plain, sorting, reports].map(one => one.close())))
    const read = (of: string) => first(readers.run(nothing, setting(of)))
    // More often than there are connections to the server.
    for (let turn = 0; turn < 6; turn++) {
      assert.deepEqual(
        await Promise.all(['transaction_read_only', 'plan_cache_mode', 'enable_seqscan', 'TimeZone'].map(read)),
        ['on', 'force_generic_plan', 'on', 'UTC'],
      )
      assert.equal(await first(sorting.run(setting('work_mem'))), '6MB')
      const report = await reports.withTransaction(async connection => {
        const of = ['transaction_read_only', 'statement_timeout', 'plan_cache_mode']
        const results = await connection.begin(of.map(setting))
        await connection.commit()
        return results.map(({ rows }) => rows[0]?.value)
      })
      assert.deepEqual(report, ['on', '1min', 'force_custom_plan'])
      const after = ['enable_seqscan', 'transaction_read_only', 'statement_timeout', 'plan_cache_mode', 'work_mem']
      assert.deepEqual(await Promise.all(after.map(of => first(plain.run(setting(of))))), [
        'off',
        ...['off', '15s', 'auto', '8MB'],
      ])
    }
    await assert.rejects(
      readers.run(nothing, sql(`insert into clinic (company_id) values ('x') returning 1`)([])),
      /read-only transaction/,
    )
  })
}

for (const [name, driver] of Object.entries(DRIVERS))
  test(`${name}: statements that a migration made out of date are prepared anew behind a pooler, too`, async () => {
    const url = pooledUrl(appUrl, POOL_URL)
    const [readers, plain] = [driver.readers(url, 'pooled reads', 2), driver.connections(url, 'pooled plain', 1)]
    const writers = driver.transactions(url, 'pooled writes', 2)
    atEnd(() => Promise.all([readers, plain, writers].map(one => one.close())))
    const table = `note_${name}`
    await app.sql(`create table ${table} (n int)`)
    await app.sql(`grant select on ${table} to clinic_app`)
    const all = sql(`select * from ${table}`)([])
    const each = () =>
      Promise.all([
        readers.run(nothing, all),
        plain.run(all),
        writers.withTransaction(async connection => {
          const [result] = await connection.begin([all])
          await connection.commit()
          return result?.rows
        }),
      ])
    for (let turn = 0; turn < 4; turn++) assert.deepEqual(await each(), [[], [], []])
    await app.sql(`alter table ${table} add more int`)
    for (let turn = 0; turn < 4; turn++) assert.deepEqual(await each(), [[], [], []])
  })

test('an API behind a pooler serves clinics beside each other, each its own, and hears what others write', async () => {
  const practices = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const clinic = await app.clinic()
      const branch = await app.branch(clinic)
      const { token, installation } = await app.installation(clinic)
      return { branch, installation, api: apiClient(pooled.url, token) }
    }),
  )
  await Promise.all(
    practices.flatMap(({ api, branch }) =>
      Array.from({ length: AT_ONCE }, async () => {
        const made = await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
        assert.equal(made.status, 201, made.text)
        const found = await api.call(getPatient, { id: made.body.data.id })
        assert.equal(found.status, 200, found.text)
      }),
    ),
  )
  for (const { api, branch } of practices) {
    const patients = await api.all(listPatients, { limit: 100 })
    assert.deepEqual([patients.length, new Set(patients.map(one => one.branchId))], [AT_ONCE, new Set([branch.id])])
  }
  const [one] = practices
  assert.ok(one)
  await app.sql(`update installation set status = 'SUSPENDED' where id = $1`, [one.installation.id])
  await eventually(async () => (await one.api.list(listPatients, {})).status, 403)
})

test('a worker behind a pooler delivers, and its queue wakes it', async () => {
  const { subscribed } = subscribers(pooled)
  const { receiver, addPatient, deliveries } = await subscribed()
  const { child } = await startRole(app, 'worker', { POOL_URL })
  for (let count = 1; count <= 20; count++) await addPatient()
  await receiver.got(20)
  const states = async () => [...new Set((await deliveries()).map(({ status }) => status))]
  await eventually(states, ['SUCCEEDED'])
  assert.equal(await endProcess(child), 0)
})

test('an assistant behind a pooler answers and records', async () => {
  const { clinic, branch } = await app.practice()
  const { access } = await grantAssistant(app, clinic, { resource })
  const settings = {
    ASSISTANT_PORT: new URL(resource).port,
    ASSISTANT_URL: resource,
    AUTHORIZATION_SERVER_URL: pooled.url,
  }
  await startRole(app, 'assistant', { ...settings, POOL_URL })
  const answer = await fetch(resource.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    headers: { ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'list_branches', authorization: `Bearer ${access}` },
    body: JSON.stringify({
      ...LIST,
      method: 'tools/call',
      params: { ...LIST.params, name: 'list_branches', arguments: {} },
    }),
  })
  assert.match(await answer.text(), new RegExp(branch.id))
  const id = answer.headers.get('service-request-id')
  assert.equal((await app.sql('select from audit_record where request_id = $1', [id])).length, 1)
})
