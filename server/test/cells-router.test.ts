import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { getPatient, listPatients } from '@clinic/contract/patients.ts'
import { createTask } from '@clinic/contract/tasks.ts'
import { haproxyConfig } from '../src/cells/router/haproxy-config.ts'
import { haproxyMap } from '../src/cells/router/haproxy-map.ts'
import { keepRoutes } from '../src/cells/router/keep-routes.ts'
import { type RouteRow, routesOf } from '../src/cells/router/routes.ts'
import { runtimeApi } from '../src/cells/router/runtime-api.ts'
import { issueToken } from '../src/domain/plugins/issue-token.ts'
import { apiClient } from './support/app/api-client.ts'
import { startCells } from './support/app/cells.ts'
import { freePort } from './support/app/product.ts'
import { type StandIn, standInHaproxy } from './support/app/stand-in-haproxy.ts'
import { atEnd } from './support/at-end.ts'
import { eventually } from './support/eventually.ts'
import { browser, member, person } from './support/staff/staff.ts'

const { control, north, south } = await startCells()
const folder = await mkdtemp(join(tmpdir(), 'clinic-router-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const [socketPath, mapPath] = [join(folder, 'haproxy.sock'), join(folder, 'cells.map')]

/** The real one where HAPROXY names its program. */
async function startProxy(): Promise<StandIn> {
  const servers = { control: control.url, north: north.app.url, south: south.app.url }
  const { HAPROXY: program } = process.env
  if (!program) return standInHaproxy({ socketPath, mapPath, servers })
  const [port, assistantPort] = [await freePort(), await freePort()]
  const places = Object.entries(servers).map(([name, url]) => {
    const { host } = new URL(url)
    return { name, apis: [host], assistants: [host] }
  })
  const [bind, assistantBind] = [`127.0.0.1:${port}`, `127.0.0.1:${assistantPort}`]
  const config = join(folder, 'haproxy.cfg')
  await writeFile(config, haproxyConfig({ bind, assistantBind, socketPath, mapPath, places }))
  await writeFile(mapPath, '')
  const start = () => spawn(program, ['-db', '-f', config], { stdio: 'inherit' })
  let child = start()
  atEnd(() => child.kill())
  const answers = () =>
    fetch(`http://${bind}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(answers, true)
  async function restart(): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = start()
    await eventually(answers, true)
  }
  return { url: `http://${bind}`, restart }
}

const { url, restart } = await startProxy()
const stop = new AbortController()
const keeping = keepRoutes({
  read: async companyIds => {
    const { text, values } = routesOf([companyIds])
    return control.sql<RouteRow>(text, [...values])
  },
  map: haproxyMap(runtimeApi(socketPath), mapPath),
  listenUrl: control.database.ownerUrl,
  log: () => undefined,
  signal: stop.signal,
})
atEnd(async () => {
  stop.abort()
  await keeping
})
const through = (token: string) => apiClient(url, token)

test('plugins of clinics in every cell are served at one address; what no cell has goes where control is', async () => {
  const here = await control.practice()
  for (const { token, patient } of [north, south]) {
    await eventually(async () => (await through(token).call(getPatient, { id: patient.id })).status, 200)
    const { status } = await through(token).call(createTask, { title: 'Call back' })
    assert.equal(status, 201)
  }
  const [{ count } = { count: 0 }] = await north.app.sql<{ count: number }>(
    "select count(*)::int from task where title = 'Call back'",
  )
  assert.equal(count, 1)
  const { token } = await control.installation(here.clinic)
  assert.equal((await through(token).call(listPatients, {})).status, 200)
  assert.equal((await through(`${token.slice(0, -2)}zz`).call(listPatients, {})).status, 401)
})

test('a key that is made while the proxy runs works there soon after, and when the proxy has begun anew', async () => {
  const { token } = await north.app.write(north.clinic, tx =>
    issueToken(tx, { installationId: north.installation.id, rotate: false }),
  )
  const status = async () => (await through(token).call(listPatients, {})).status
  await eventually(status, 200)
  await restart()
  await eventually(status, 200)
})

test('a person who logs in once reaches each of their clinics by its id, wherever it lives', async () => {
  const who = await person(control)
  for (const { clinic } of [north, south]) await member(control, who, clinic, 'owner')
  const console = browser({ ...control, url })
  await console.logIn(who.email)
  for (const { clinic, patient } of [north, south]) {
    const headers = { 'clinic-id': clinic.company_id }
    const open = async () => (await console.send('GET', `/patients/${patient.id}`, undefined, headers)).status
    await eventually(open, 200)
  }
})

test('the file from which the proxy starts has the routes', async () => {
  const lines = (await readFile(mapPath, 'utf8')).trim().split('\n')
  assert.ok(lines.includes(`${north.clinic.company_id} north`))
  assert.match(lines.join('\n'), /^[0-9a-f]{64} south$/m)
})
