import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../server/test/support/app/harness.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { type Machine, machine } from './machine.ts'
import { publisherWithKey } from './scene.ts'

const DAY_MS = 86_400_000

const app = await startApp()
await startDispatcher(app)
const scene = await publisherWithKey(app)
const { installation, token } = await app.installation(scene.clinic)
await app.sql('update plugin set publisher_id = $2 where id = $1', [installation.plugin_id, scene.publisherId])
const here = await machine(app.url)
const env = { CLINIC_TOKEN: token }
const plg = (...args: string[]) => here.plg(args, { env })

/** Runs what waits for a worker until plg has ended. */
async function worked(running: ReturnType<Machine['start']>) {
  let over = false
  void running.ended.then(() => {
    over = true
  })
  while (!over) await runJobs(app)
  return running.ended
}

test('trigger causes an event by the real use-case and prints it as endpoints get it, with what was set', async () => {
  const { code, rows, stderr } = await plg('trigger', 'task.created', '--set', 'title=12', '--times', '2')
  assert.deepEqual([code, rows.length, rows[0]?.type], [0, 2, 'task.created'], stderr)
  const { rows: shown } = await plg('events', 'show', String(rows[0]?.id))
  assert.deepEqual(shown[0], rows[0])
  const [task] = await app.sql<{ title: string }>('select title from task where company_id = $1', [
    scene.clinic.company_id,
  ])
  assert.equal(task?.title, '12')
  const all = await plg('trigger', 'invoice.paid', '--all')
  assert.ok(all.rows.length > 1 && all.rows.at(-1)?.type === 'invoice.paid')
})

test('an event that does not exist and a field that it does not take are refused by their places', async () => {
  const unknown = await plg('trigger', 'task.creatd')
  assert.deepEqual([unknown.code, unknown.error.code], [1, 'validation_failed'])
  const field = await plg('trigger', 'task.created', '--set', 'colour=red')
  assert.match(JSON.stringify(field.error.details), /\/set\/colour/)
  assert.equal((await plg('trigger', '--list')).rows.length, 62)
})

test('the clock is moved and the sandbox is put back, and plg waits for both', async () => {
  await app.sql('update clinic set plugins_move_time = true where company_id = $1', [scene.clinic.company_id])
  const moved = await worked(here.start(['sandbox', 'clock', 'advance', '3d'], { env }))
  const { now, realNow, state } = moved.rows[0] ?? {}
  const days = Math.round((Date.parse(String(now)) - Date.parse(String(realNow))) / DAY_MS)
  assert.deepEqual([moved.code, state, days], [0, 'DONE', 3], moved.stderr)
  assert.equal((await plg('sandbox', 'clock', 'advance', 'soon')).code, 2)
  assert.equal((await plg('sandbox', 'reset')).code, 2)
  const back = await worked(here.start(['sandbox', 'reset', '--yes'], { env }))
  assert.deepEqual([back.code, back.rows[0]?.last, back.rows[0]?.state], [0, 'RESET', 'DONE'], back.stderr)
})

test('faults are set, seen in the status and cleared', async () => {
  const set = await plg('sandbox', 'faults', 'set', 'rateLimited=0.5', 'writesOnly=true', '--minutes', '5')
  assert.deepEqual([set.rows[0]?.rateLimited, set.rows[0]?.writesOnly], [0.5, true], set.stderr)
  const { rows } = await plg('sandbox', 'status')
  assert.deepEqual([rows[0]?.id, rows[0]?.faultsUntil], [installation.id, set.rows[0]?.until])
  const much = await plg('sandbox', 'faults', 'set', 'failed=0.6', 'unavailable=0.6')
  assert.deepEqual([much.code, much.error.code], [1, 'validation_failed'])
  assert.equal((await plg('sandbox', 'faults', 'clear')).rows[0]?.until, null)
})

test('events follow prints each event as it happens, and goes on after the one that is named', async () => {
  const before = (await plg('trigger', 'task.created')).rows[0]
  const running = here.start(['events', 'follow', '--type', 'task.created', '--after', String(before?.id)], { env })
  const made = (await plg('trigger', 'task.created', '--times', '2')).rows.map(({ id }) => id)
  await eventually(async () => running.printed().map(({ id }) => id), made)
  await running.end()
})

test('deliveries of every endpoint come newest first, and one is sent again', async () => {
  const endpoint = { url: 'http://127.0.0.1:4199/hooks', events: ['task.created'] }
  const api = app.api(token)
  for (const url of [endpoint.url, `${endpoint.url}/two`]) await api.post('/webhook-endpoints', { ...endpoint, url })
  await plg('trigger', 'task.created', '--times', '2')
  const { rows } = await plg('deliveries')
  assert.deepEqual([rows.length, new Set(rows.map(({ endpointId }) => endpointId)).size], [4, 2])
  const times = rows.map(({ createdAt }) => String(createdAt))
  assert.deepEqual(times, times.toSorted().reverse())
  const first = String(rows[0]?.id)
  await eventually(async () => (await plg('deliveries', 'redeliver', first)).code, 0)
  assert.equal((await plg('deliveries', 'redeliver', 'whd_none')).code, 1)
  assert.equal(
    (await plg('deliveries', 'list', '--limit', '5')).rows.some(({ origin }) => origin === 'REDELIVERY'),
    true,
  )
})

test('logs say what the installation asked for and how it was answered', async () => {
  await plg('events', 'list')
  const asPublisher = await here.plg(['login', '--token', '--publisher', scene.publisherId], { input: scene.key })
  assert.equal(asPublisher.code, 0, asPublisher.stderr)
  await eventually(async () => {
    const { rows } = await here.plg(['logs', '--operation', 'listEvents', '--limit', '1'], { env })
    return [rows[0]?.operation, rows[0]?.status]
  }, ['listEvents', 200])
})
