import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPatient, listPatients } from '@clinic/contract/patients.ts'
import { withClient } from '../src/db/with-client.ts'
import { assistantBox, introspectionCredential } from '../src/kernel/values/assistant-box.ts'
import { secretBox } from '../src/kernel/values/secret-box.ts'
import { type Cell, startCells } from './support/app/cells.ts'
import { MASTER_KEY, type TestApp } from './support/app/harness.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { eventually } from './support/eventually.ts'
import { grantAssistant } from './support/oauth/assistant-grant.ts'
import { type Browser, browser, member, person } from './support/staff/staff.ts'

const { databases, control, north, south } = await startCells()
const known = 'select company_id from clinic where cell is not null'
await eventually(async () => (await control.sql(known)).length, 2)

/** A person who works in both cells, and their browser, which one log-in makes known to all. */
const who = await person(control)
await member(control, who, north.clinic, 'owner')
await member(control, who, south.clinic, 'receptionist')
const first = browser(north.app)
await first.logIn(who.email)
const at = (app: TestApp): Browser => browser(app, first.cookie)
const of = ({ clinic }: Cell) => ({ 'clinic-id': clinic.company_id })
const file = ({ patient }: Cell) => `/patients/${patient.id}`

interface Named {
  status: number
  cell: string | null
  code?: string | undefined
}
const answered = async (app: TestApp, cell: Cell, path = file(cell)): Promise<Named> => {
  const { status, headers, body } = await at(app).send('GET', path, undefined, of(cell))
  return { status, cell: headers.get('clinic-cell'), code: body.error?.code }
}
const MISDIRECTED = { status: 421, code: 'misdirected_request' }
const SERVED = { status: 200, cell: null, code: undefined }

test('a person logs in once, in any cell, and is served in each for the clinics that live there', async () => {
  for (const app of [north.app, south.app, control]) {
    const { status, body } = await at(app).send('GET', '/session')
    assert.equal(status, 200)
    assert.deepEqual(body.data.clinics.map(({ name }) => name).toSorted(), ['Clinic north', 'Clinic south'])
  }
  assert.deepEqual(await answered(north.app, north), SERVED)
  assert.deepEqual(await answered(south.app, south), SERVED)
  const recorded = async ({ app, patient }: Cell) =>
    (
      await app.sql('select from audit_record where caller = $1 and $2 = any (patient_ids)', [
        `staff ${who.id}`,
        patient.id,
      ])
    ).length
  assert.deepEqual([await recorded(north), await recorded(south)], [1, 1])
})

test('no session, password or token of an assistant is in a cell', async () => {
  for (const { app } of [north, south]) {
    assert.deepEqual(await app.sql('select from staff_session union all select from oauth_token'), [])
    assert.deepEqual(
      await app.sql("select from staff_user where password_hash <> '$argon2id$' or totp_secret is not null"),
      [],
    )
  }
})

test('a cell that does not serve a clinic says to its members which does, and to others what it says of any clinic', async () => {
  assert.deepEqual(await answered(south.app, north), { ...MISDIRECTED, cell: 'north' })
  assert.deepEqual(await answered(control, south), { ...MISDIRECTED, cell: 'south' })
  const write = await at(south.app).send('POST', '/patients', { firstName: 'A', lastName: 'B' }, of(north))
  assert.deepEqual([write.status, write.headers.get('clinic-cell')], [421, 'north'])
  const stream = await fetch(`${control.url}/staff/v1/stream?clinicId=${north.clinic.company_id}`, {
    headers: { cookie: first.cookie },
  })
  assert.deepEqual([stream.status, stream.headers.get('clinic-cell')], [421, 'north'])
  const stranger = browser(south.app)
  assert.equal((await stranger.send('GET', file(north), undefined, of(north))).status, 401)
  const other = await person(control)
  await member(control, other, south.clinic)
  const outsider = browser(south.app)
  await outsider.logIn(other.email)
  const refused = await outsider.send('GET', file(north), undefined, of(north))
  assert.deepEqual([refused.status, refused.headers.get('clinic-cell')], [404, null])
})

test('the token of a plugin whose clinic has moved away is told where to, by whom it was served before', async () => {
  const live = async (cell: string) =>
    south.app.sql('update clinic set cell = $2 where company_id = $1', [south.clinic.company_id, cell])
  assert.equal((await south.api.call(listPatients, {})).status, 200)
  await live('north')
  const moved = await south.api.call(getPatient, { id: south.patient.id })
  assert.deepEqual([moved.status, moved.headers.get('clinic-cell')], [421, 'north'])
  assert.equal(
    (await fetch(`${south.app.url}/callbacks/payments/sandbox/${south.clinic.company_id}`, { method: 'POST' })).status,
    404,
  )
  await live('south')
  assert.equal((await south.api.call(getPatient, { id: south.patient.id })).status, 200)
})

const credential = introspectionCredential(assistantBox(secretBox([MASTER_KEY])))

/** What the process of a cell tells its assistant of a token. */
async function introspect({ url }: TestApp, token: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ tokens: [token] })
  return JSON.parse(await (await fetch(`${url}/oauth/introspect`, { method: 'POST', headers, body })).text())
}

test('an assistant’s token counts in the cell of its clinic; another cell’s assistant is told where that is', async () => {
  const { access } = await grantAssistant(control, north.clinic, { resource: 'http://localhost/mcp' })
  const here = await introspect(north.app, access)
  assert.deepEqual([here.active, here.company_id, here.clinic_cell], [true, north.clinic.company_id, undefined])
  assert.equal((await introspect(south.app, access)).clinic_cell, 'north')
  await control.sql('delete from oauth_token')
  for (const { app } of [north, south]) assert.deepEqual(await introspect(app, access), { active: false })
})

test('what is served where control is alone is told to be there', async () => {
  for (const path of ['/publisher/v1/publishers', '/platform/v1/plugins']) {
    const answer = await fetch(`${north.app.url}${path}`, { headers: { cookie: first.cookie } })
    assert.deepEqual([answer.status, answer.headers.get('clinic-cell')], [421, 'control'])
  }
})

test('who is removed, or logged out, is out of every cell with the next request, however late its copies are', async () => {
  const copying = (how: 'disable' | 'enable') =>
    withClient(databases.cells.north.ownerUrl, client => client.query(`alter subscription clinic_control_north ${how}`))
  await copying('disable')
  try {
    const late = await person(control)
    await member(control, late, north.clinic, 'owner')
    const console = browser(north.app)
    await console.logIn(late.email)
    const look = async () => (await console.send('GET', file(north), undefined, of(north))).status
    assert.equal(await look(), 200, 'whose copies have not arrived is served, and recorded')
    await control.sql('update membership set active = false where user_id = $1', [late.id])
    assert.equal(await look(), 404)
    await control.sql('update membership set active = true where user_id = $1', [late.id])
    assert.equal(await look(), 200)
    await browser(control, console.cookie).send('DELETE', '/session')
    assert.equal(await look(), 401)
  } finally {
    await copying('enable')
  }
})

test('a cell that is gone is missed by nobody in another: people log in, and work, there', async () => {
  await south.app.close()
  const { ownerUrl } = databases.cells.south
  const open = (yes: boolean) =>
    withClient(databases.control.ownerUrl, client =>
      client.query(`alter database ${new URL(ownerUrl).pathname.slice(1)} allow_connections ${yes}`),
    )
  await withClient(ownerUrl, async inside => {
    await open(false)
    await inside.query(`select pg_terminate_backend(pid) from ${SESSIONS} where pid <> pg_backend_pid()`)
  })
  try {
    const console = browser(north.app)
    assert.equal((await console.logIn(who.email)).status, 200)
    assert.equal((await console.send('GET', '/session')).status, 200)
    assert.equal((await console.send('PUT', '/session/clinic', { clinicId: north.clinic.company_id })).status, 200)
    assert.equal((await console.send('GET', file(north))).status, 200)
    assert.equal((await north.api.call(getPatient, { id: north.patient.id })).status, 200)
    assert.equal((await console.send('DELETE', '/session')).status, 200)
    assert.equal((await console.send('GET', '/session')).status, 401)
  } finally {
    await open(true)
  }
})
