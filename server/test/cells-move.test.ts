import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createPatient, getPatient, listPatients } from '@clinic/contract/patients.ts'
import { createTask } from '@clinic/contract/tasks.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { cleanMoves } from '../src/cells/move/run-move.ts'
import { startCells } from './support/app/cells.ts'
import { follower, move } from './support/app/moving.ts'
import { eventually } from './support/eventually.ts'
import { startDispatcher } from './support/webhooks/deliveries.ts'
import { startReceiver } from './support/webhooks/receiver.ts'

const cells = await startCells()
const { databases, control, north, south } = cells
const places = { control, north: north.app, south: south.app }
await Promise.all(Object.values(places).map(app => startDispatcher(app)))

const clinic = await north.make.clinic({ sandbox: true })
const branch = await north.make.branch(clinic)
const plugins = [await north.make.installation(clinic), await north.make.installation(clinic)]
const revoked = await north.make.installation(clinic)
const { company_id: companyId } = clinic
await north.app.sql('update plugin_token set revoked_at = now() where installation_id = $1', [revoked.installation.id])
const apisOf = (token: string) => ({
  control: control.api(token),
  north: north.app.api(token),
  south: south.app.api(token),
})

/** Rows of the clinic in every table of clinics that has any. */
async function rowsIn({ sql }: typeof control): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and split_part(obj_description(oid, 'pg_class'), ':', 1) = 'clinic'
       and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'company_id')`,
  )
  const found = []
  for (const { name } of tables)
    if ((await sql(`select from ${name} where company_id = $1 limit 1`, [companyId])).length > 0) found.push(name)
  return found
}

/** What plugins do with their clinic as long as it lasts, and what they were answered. */
function load(first: 'control' | 'north' | 'south') {
  const acknowledged = new Set<string>()
  const seen = new Set<string>()
  const clients = plugins.map(({ token }) => follower(apisOf(token), first))
  let going = true
  const writing = clients.map(async (client, plugin) => {
    for (let n = 0; going; n++) {
      const key = `${first} ${plugin} ${n}`
      const input = { branchId: branch.id, firstName: 'Sara', lastName: `Of ${key}` }
      const { body } = await client.send(api => api.call(createPatient, input, { key }))
      acknowledged.add(body.data.id)
      await delay(20)
    }
  })
  const [{ token = '' } = {}] = plugins
  const reader = follower(apisOf(token), first)
  let cursor: string | undefined
  let updatedAfter = new Date(Date.now() - 60_000).toISOString()
  async function readOnce() {
    const query = cursor === undefined ? { updatedAfter, limit: 5 } : { updatedAfter, limit: 5, cursor }
    const { body } = await reader.send(api => api.list(listPatients, query))
    for (const { id } of body.data) seen.add(id)
    const last = body.data.at(-1)
    cursor = body.nextCursor ?? undefined
    if (cursor === undefined && last) updatedAfter = last.updatedAt
    return body.data.length
  }
  const reading = (async () => {
    while (going) {
      await readOnce()
      await delay(20)
    }
    while (cursor !== undefined || (await readOnce()) > 0) if (cursor !== undefined) await readOnce()
  })()
  return {
    ...{ acknowledged, seen, reader },
    all: [...clients, reader],
    async stop() {
      await delay(200)
      going = false
      await Promise.all([...writing, reading])
    },
  }
}

const patientsIn = async ({ sql }: typeof control) =>
  (await sql<{ id: string }>('select id from patient where company_id = $1 order by id', [companyId])).map(
    ({ id }) => id,
  )

const receiver = await startReceiver()
const told = () =>
  receiver.received.map(({ event }) => String(event.data.id)).toSorted((one, other) => (one < other ? -1 : 1))

test('a clinic moves from cell to cell while plugins write: what was acknowledged is there, each event is told once, a delta misses nothing', async () => {
  const [{ token = '' } = {}] = plugins
  await north.app.api(token).call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  const working = load('north')
  const said = await move(cells, companyId, 'south')
  await working.stop()
  const acknowledged = [...working.acknowledged].toSorted()
  assert.ok(acknowledged.length > 20)
  assert.deepEqual(await patientsIn(south.app), acknowledged, said.join('\n'))
  await eventually(async () => told().length, acknowledged.length)
  assert.deepEqual(told(), acknowledged)
  assert.deepEqual([...working.seen].toSorted(), acknowledged)
  assert.deepEqual(
    working.all.map(({ at, others }) => [at, others]),
    working.all.map(() => ['south', []]),
  )
  const refused = working.all.flatMap(one => one.refused)
  assert.ok(Math.max(...refused) - Math.min(...refused) < 5_000)
  const records = await south.app.sql<{ caller: string }>(
    "select caller from audit_record where company_id = $1 and operation = 'clinic move'",
    [companyId],
  )
  assert.deepEqual(records, [{ caller: 'operator test' }])
  const repeated = await south.app
    .api(token)
    .call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Of north 0 0' }, { key: 'north 0 0' })
  assert.deepEqual([repeated.status, repeated.headers.get('idempotent-replay')], [201, 'true'])
})

test('what was copied is analysed before it is served: a plan that was made while its table was empty is made anew', async () => {
  const analysed = await south.app.sql<{ relname: string }>(
    `select relname from pg_stat_user_tables
     where relname = any('{branch,patient}') and last_analyze is not null order by relname`,
  )
  assert.deepEqual(
    analysed.map(({ relname }) => relname),
    ['branch', 'patient'],
  )
})

test('a token that was revoked stays so where its clinic went, and other clinics of the source are as they were', async () => {
  for (const app of [south.app, north.app])
    assert.ok([401, 421].includes((await app.api(revoked.token).call(listPatients, {})).status))
  assert.equal((await south.app.api(revoked.token).call(listPatients, {})).status, 401)
  assert.equal((await north.api.call(getPatient, { id: north.patient.id })).status, 200)
  assert.equal((await north.api.call(createTask, { title: 'As ever' })).status, 201)
})

test('after its grace the source has no row of it, and nobody hears of that', async () => {
  const heard = receiver.received.length
  const before = await control.sql('select from plugin_token where company_id = $1', [companyId])
  const controlUrl = databases.control.ownerUrl
  const said: string[] = []
  await cleanMoves({ controlUrl, log: line => said.push(line) })
  assert.deepEqual(said, ['There is nothing to delete yet.'])
  await cleanMoves({ controlUrl, companyId, log: line => said.push(line) })
  assert.deepEqual(await rowsIn(north.app), [])
  assert.equal(receiver.received.length, heard)
  assert.equal((await control.sql('select from plugin_token where company_id = $1', [companyId])).length, before.length)
  const triggers = await north.app.sql("select from pg_trigger where tgname like 'a_moving%'")
  assert.equal(triggers.length, 0)
  for (const { token } of plugins) {
    const { status, headers } = await north.app.api(token).call(listPatients, {})
    assert.deepEqual([status, headers.get('clinic-cell')], [421, 'south'])
  }
})

test('it moves on to where control is and back to a cell, and control knows its people all the while', async () => {
  for (const [from, to] of [
    ['south', 'control'],
    ['control', 'north'],
  ] as const) {
    const before = await patientsIn(places[from])
    const working = load(from)
    await move(cells, companyId, to)
    await working.stop()
    assert.deepEqual(await patientsIn(places[to]), [...before, ...working.acknowledged].toSorted())
    assert.deepEqual([...working.all.map(({ at }) => at)], [to, to, to])
    await cleanMoves({ controlUrl: databases.control.ownerUrl, companyId, log: () => undefined })
    const left = from === 'control' ? ['clinic', 'plugin_token'] : []
    assert.deepEqual(await rowsIn(places[from]), left)
  }
  const acknowledged = await patientsIn(north.app)
  await eventually(async () => told().length, acknowledged.length)
  assert.deepEqual(told(), acknowledged)
})
