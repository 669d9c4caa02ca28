import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { inputOf, NAMED } from '../../sdk/print/declared.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { programOf } from '../src/program.ts'
import { type Machine, machine, PLG } from './machine.ts'
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

test('a delivery is shown with its event, saved as a fixture without what is a patient’s own, and missed ones are recovered', async () => {
  const wish = ['firstName=Nura', 'lastName=Unmistakable', 'phoneNumber=+966500000777']
  await app.api(token).post('/webhook-endpoints', { url: 'http://127.0.0.1:4199/p', events: ['patient.created'] })
  const { rows: caused } = await plg('trigger', 'patient.created', ...wish.flatMap(one => ['--set', one]))
  const { rows } = await plg('deliveries', 'list', '--limit', '1')
  const id = String(rows[0]?.id)
  const [shown] = (await plg('deliveries', 'show', id)).rows
  assert.deepEqual([shown?.id, shown?.event], [id, caused[0]])
  const file = join(here.home, 'patient.created.json')
  assert.equal((await plg('deliveries', 'save', id)).rows[0]?.file, 'patient.created.json')
  const saved = await readFile(file, 'utf8')
  assert.deepEqual(JSON.parse(saved), caused[0])
  for (const own of ['Nura', 'Unmistakable', '500000777']) assert.ok(!saved.includes(own), own)
  assert.equal((await plg('deliveries', 'save', id)).code, 2)
  const recovered = await plg('deliveries', 'recover', '--since', '2h', '--endpoint', String(rows[0]?.endpointId))
  assert.deepEqual([recovered.code, recovered.rows.length], [0, 1], recovered.stderr)
  assert.equal((await plg('deliveries', 'recover')).code, 2)
  const idsOf = async (...args: string[]) => (await plg('deliveries', 'list', ...args)).rows.map(one => one.id)
  await eventually(async () => {
    const status = String((await plg('deliveries', 'show', id)).rows[0]?.status)
    return (await idsOf('--status', status.toLowerCase())).includes(id)
  }, true)
  assert.deepEqual(await idsOf('--status', 'SUCCEEDED'), [])
})

test('an event is replayed to the endpoints that it went to, and from here to a plugin, signed as listen signs', async () => {
  const { stdout: secret } = await plg('listen', '--print-secret', '--quiet')
  const known = [secret.trimEnd()]
  const plugin = await receiver(known)
  const endpoint = { url: plugin.url, events: ['lead.created'] }
  const { body } = await app.api(token).post('/webhook-endpoints', endpoint)
  const endpointId = String(body.data?.id)
  known.push(String(body.data?.signingSecret))
  const id = String((await plg('trigger', 'lead.created')).rows[0]?.id)
  const times = async () => plugin.taken.filter(one => one.id === id).length
  await eventually(times, 1)
  const posted = await plg('events', 'replay', id, '--to', plugin.url)
  assert.deepEqual([posted.code, posted.rows[0]?.status, await times()], [0, 200, 2])
  const sent = await plg('events', 'replay', id)
  assert.deepEqual([sent.code, sent.rows[0]?.endpointId, sent.rows[0]?.origin], [0, endpointId, 'REDELIVERY'])
  await eventually(times, 3)
  const away = await plg('events', 'replay', id, '--to', 'http://127.0.0.1:9/')
  assert.deepEqual([away.code, away.error.code], [4, 'connection_failed'])
  const refused = await plg('events', 'replay', id, '--to', `${app.url}/api/v1/clinic`)
  assert.deepEqual([refused.code, refused.error.code], [1, 'not_taken'])
})

test('logs say what the installation asked for and how it was answered, and are followed as it comes', async () => {
  await plg('events', 'list')
  const asPublisher = await here.plg(['login', '--token', '--publisher', scene.publisherId], { input: scene.key })
  assert.equal(asPublisher.code, 0, asPublisher.stderr)
  const tail = here.start(['logs', 'tail', '--operation', 'listTasks'], { env })
  await eventually(async () => {
    await plg('tasks', 'list')
    return tail.printed().some(({ operation, status }) => operation === 'listTasks' && status === 200)
  }, true)
  await tail.end()
  const ids = tail.printed().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  await eventually(async () => {
    const { rows } = await here.plg(['logs', '--operation', 'listEvents', '--limit', '1'], { env })
    return [rows[0]?.operation, rows[0]?.status]
  }, ['listEvents', 200])
})

/** A plugin on this machine that takes what is signed with a secret, and how long after it happened it has heard of it. */
async function receiver(secrets: readonly string[]) {
  const taken: { id: string; record: string; afterMs: number }[] = []
  const server = createServer(async (request, response) => {
    const { id, data, createdAt } = await verifyWebhook(await text(request), request.headers, secrets)
    taken.push({ id, record: String(data.id), afterMs: Date.now() - Date.parse(createdAt) })
    response.writeHead(200).end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { taken, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks` }
}

const EVENTS_PER_SECOND = 50

/** Makes a task as often as that, or as often as a slow machine can, until it is told to stop; answers all of their ids. */
function writing() {
  const made: Promise<string>[] = []
  const api = app.api(token)
  let open = 0
  const create = async () => {
    open++
    const { body, text: said } = await api.post('/tasks', { title: 'One of many' })
    open--
    if (!body.data) throw new Error(said)
    return String(body.data.id)
  }
  const timer = setInterval(() => open < EVENTS_PER_SECOND && made.push(create()), 1000 / EVENTS_PER_SECOND)
  atEnd(() => clearInterval(timer))
  return () => {
    clearInterval(timer)
    return Promise.all(made)
  }
}

const KILLS = 20
/** It is below a second; so long only for a machine that is ten times slower. */
const MOST_MS = 10_000

test('listen, killed 20 times under 50 events a second, loses none of them', async t => {
  const { stdout: secret } = await plg('listen', '--print-secret')
  const plugin = await receiver([secret.trimEnd()])
  const missing = async (ids: readonly string[]) => {
    const had = new Set(plugin.taken.map(({ record }) => record))
    return ids.filter(id => !had.has(id))
  }
  const args = ['listen', '--to', plugin.url, '--type', 'task.created']
  const first = here.start(args, { env })
  await first.says(/Passing events on/)
  const written = writing()
  await first.end('SIGKILL')
  for (let kill = 1; kill < KILLS; kill++) {
    const before = plugin.taken.length
    const running = here.start(args, { env })
    // It is killed now early and now late in what it passes on.
    await eventually(async () => plugin.taken.length >= before + kill, true)
    await running.end('SIGKILL')
  }
  const ids = await written()
  const last = here.start(args, { env })
  await eventually(() => missing(ids), [])
  const under = plugin.taken.length
  const undisturbed = writing()
  await eventually(async () => plugin.taken.length >= under + 2 * EVENTS_PER_SECOND, true)
  const more = await undisturbed()
  await eventually(() => missing(more), [])
  await last.end()
  const after = plugin.taken.slice(under).map(({ afterMs }) => afterMs)
  const median = after.sort((one, other) => one - other)[Math.floor(after.length / 2)] ?? MOST_MS
  t.diagnostic(`${ids.length} events under kills; undisturbed, half of ${after.length} came within ${median} ms`)
  assert.ok(ids.length >= KILLS && median < MOST_MS)
})

test('listen waits for a plugin that is not there, and leaves one behind that refuses three times', async () => {
  const away = here.start(['listen', '--to', 'http://127.0.0.1:4199/hooks', '--from-now'], { env })
  await away.says(/Passing events on/)
  await plg('trigger', 'task.created')
  await away.says(/Nothing listens at/)
  await away.end('SIGKILL')
  const refusing = createServer((_request, response) => response.writeHead(500).end('no'))
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  atEnd(() => void refusing.close())
  const address = refusing.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const running = here.start(['listen', '--to', url], { env })
  await eventually(
    async () => running.printed().map(({ status, tries, answer }) => [status, tries, answer]),
    [[500, 3, 'no']],
  )
  await running.end()
})

test('every operation is a command: its path by place, every other key of its input by an option of its own', async () => {
  const folder = join(dirname(PLG), 'families')
  const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const reserved = programOf([]).options.map(({ long }) => long)
  for (const named of NAMED) {
    const verbs: { name: string; route: string; inPath: string[]; fields: { name: string; flag: string }[] }[] =
      JSON.parse(await readFile(join(folder, `${kebab(named.family)}.json`), 'utf8'))
    const verb = verbs.find(({ name }) => name === kebab(named.verb))
    assert.ok(verb, `${named.family} ${named.verb}`)
    const names = [...verb.inPath, ...verb.fields.map(({ name }) => name)]
    assert.deepEqual(
      names.toSorted(),
      inputOf(named)
        .map(({ name }) => name)
        .sort(),
    )
    const flags = verb.fields.map(({ flag }) => `--${flag}`)
    const own = ['--data', '--all', '--dry-run', '--idempotency-key', '--help', ...reserved]
    assert.deepEqual(
      flags.filter(flag => own.includes(flag)),
      [],
      `${named.family} ${named.verb}`,
    )
  }
})

test('an operation is called by its words: options by their kinds, lists page by page, a key that does it once', async () => {
  const clinic = await app.clinic({ sandbox: true })
  const [branch, { token: own }] = [await app.branch(clinic), await app.installation(clinic)]
  const branchId = branch.id
  const called = (...args: string[]) => here.plg(args, { env: { CLINIC_TOKEN: own } })
  await app.patient(branch)
  const wish = ['--first-name', '12', '--last-name', 'Nobody', '--phone-number', '+966500000012', '--gender', 'male']
  const create = ['patients', 'create', ...wish, '--branch-id', branchId, '--idempotency-key', 'once-and-no-more']
  const [made, again] = [await called(...create), await called(...create)]
  assert.deepEqual(again.rows, made.rows)
  assert.deepEqual([made.code, made.rows[0]?.firstName], [0, '12'], made.stderr)
  const id = String(made.rows[0]?.id)
  const data = '{"lastName":"Else","email":"a@example.com"}'
  const changed = await called('patients', 'update', id, '--data', data, '--email', 'null')
  assert.deepEqual([changed.rows[0]?.lastName, changed.rows[0]?.email], ['Else', null], changed.stderr)
  const one = await called('patients', 'list', '--limit', '1')
  assert.equal(one.rows.length, 1)
  assert.match(one.stderr, /--cursor /)
  const all = await called('patients', 'list', '--all')
  assert.ok(all.rows.length > 1 && all.rows.some(patient => patient.id === id))
  const endpoint = [
    'webhook-endpoints',
    'create',
    '--url',
    'http://127.0.0.1:4199/x',
    '--events',
    'task.created',
    'invoice.paid',
  ]
  assert.deepEqual((await called(...endpoint)).rows[0]?.events, ['task.created', 'invoice.paid'])
  const dry = await called('patients', 'create', '--first-name', 'Nobody', '--dry-run')
  assert.deepEqual([dry.rows[0]?.method, dry.rows[0]?.input], ['POST', { firstName: 'Nobody' }])
  assert.ok(!dry.stdout.includes(own))
  const misspelt = await called('patients', 'create', '--frist-name', 'x')
  assert.equal(misspelt.code, 2)
  assert.match(String(misspelt.error.message), /--first-name/)
})
