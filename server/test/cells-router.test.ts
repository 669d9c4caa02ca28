import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { getPatient, listPatients } from '@clinic/contract/patients.ts'
import { createTask } from '@clinic/contract/tasks.ts'
import { withClient } from '../src/db/with-client.ts'
import { issueToken } from '../src/domain/plugins/issue-token.ts'
import { apiClient } from './support/app/api-client.ts'
import { startCells } from './support/app/cells.ts'
import { oneAddress } from './support/app/one-address.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { eventually } from './support/eventually.ts'
import { type Browser, browser, member, person } from './support/staff/staff.ts'

const cells = await startCells()
const { control, north, south } = cells
const { url, mapPath, restart } = await oneAddress(cells)
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

/** The database takes no connections and has none, as if its server were stopped, until the returned function is called. */
async function stopDatabase({ database }: typeof control): Promise<() => Promise<unknown>> {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await withClient(database.ownerUrl, async client => {
    await control.sql(`alter database "${name}" with allow_connections false`)
    await client.query(`select pg_terminate_backend(pid) from ${SESSIONS} where pid <> pg_backend_pid()`)
  })
  return () => control.sql(`alter database "${name}" with allow_connections true`)
}

test('while a cell is stopped, and its database, plugins and people of the other work as ever, and those who come then log in', async () => {
  const who = await person(control)
  for (const { clinic } of [north, south]) await member(control, who, clinic, 'owner')
  const patientOf = ({ clinic, patient }: typeof north, as: Browser) =>
    as.send('GET', `/patients/${patient.id}`, undefined, { 'clinic-id': clinic.company_id })
  const early = browser({ ...control, url })
  await early.logIn(who.email)
  for (const cell of [north, south]) await eventually(async () => (await patientOf(cell, early)).status, 200)
  await south.app.close()
  const startAgain = await stopDatabase(south.app)
  try {
    const late = browser({ ...control, url })
    assert.equal((await late.logIn(who.email)).status, 200)
    for (const as of [early, late]) {
      assert.equal((await as.send('GET', '/session')).status, 200)
      assert.equal((await patientOf(north, as)).status, 200)
      const task = await as.send('POST', '/tasks', { title: 'Call' }, { 'clinic-id': north.clinic.company_id })
      assert.equal(task.status, 201, JSON.stringify(task.body))
    }
    assert.equal((await through(north.token).call(getPatient, { id: north.patient.id })).status, 200)
    assert.equal((await through(north.token).call(createTask, { title: 'Call' })).status, 201)
    const path = `/patients/${south.patient.id}`
    const plugin = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${south.token}` } })
    const headers = { cookie: late.cookie, 'clinic-id': south.clinic.company_id }
    const desk = await fetch(`${url}/staff/v1${path}`, { headers })
    assert.deepEqual([plugin.status, desk.status], [503, 503])
  } finally {
    await startAgain()
  }
})
