import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createPatient, getPatient, listPatients, updatePatient } from '@clinic/contract/patients.ts'
import { getPatientFile, searchPatients } from '@clinic/contract/staff/patients.ts'
import { searchClinic } from '@clinic/contract/staff/search.ts'
import { createWebhookEndpoint, rotateWebhookEndpointSecret } from '@clinic/contract/webhook-endpoints.ts'
import pg from 'pg'
import { joinEmbedded } from '../src/db/embedded.ts'
import { pgTypes } from '../src/db/types.ts'
import { secretBox } from '../src/kernel/values/secret-box.ts'
import { GROUPS } from '../src/settings/database-urls.ts'
import { apiClient } from './support/app/api-client.ts'
import { startProduct } from './support/app/product.ts'
import { exchange } from './support/app/raw-http-client.ts'
import { atEnd } from './support/at-end.ts'
import { factories } from './support/clinic/factories.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { openSession } from './support/staff/open-session.ts'
import { staffClient } from './support/staff/scene.ts'
import { member, person } from './support/staff/staff.ts'
import { answers, startReceiver } from './support/webhooks/receiver.ts'

const product = await startProduct({
  DEMO: 'off',
  NODE_ENV: 'test',
  LOG_LEVEL: 'trace',
  PLUGIN_WEBHOOK_BACKOFF_MS: '20',
})
const receiver = await startReceiver(answers(500))
const { url: databaseUrl } = await joinEmbedded({ dataDir: product.dataDir, log: () => undefined })
const owner = new pg.Client({ connectionString: databaseUrl, types: pgTypes })
await owner.connect()
atEnd(() => owner.end().catch(() => undefined))
owner.on('error', () => undefined)

const make = factories(async (text, values) => (await owner.query(text, values)).rows)
const clinic = await make.clinic({ sandbox: true })
const branch = await make.branch(clinic)
const { token } = await make.installation(clinic, { mode: 'TEST' })
const baseUrl = `http://127.0.0.1:${product.port}`
const api = apiClient(baseUrl, token)
const receptionist = await person(make)
await member(make, receptionist, clinic, 'receptionist')
const cookie = await openSession(make, receptionist, { companyId: clinic.company_id })
const desk = staffClient({ url: baseUrl }, () => cookie)

/** Words that stand nowhere else, so that finding one in the log means that it came from here. */
const PERSON = {
  firstName: 'Zqfirstname',
  lastName: 'Zqlastname',
  phoneNumber: '0509998877',
  email: 'zqmail@example.com',
  nationalId: 'zq1098765432',
  address: 'Zqstreet 7',
  details: 'Zqdetails',
}
const masterKey = (await readFile(join(product.dataDir, 'secret.key'), 'utf8')).trim()
const box = secretBox([Buffer.from(masterKey, 'base64')])
const secrets = [
  ...Object.values(PERSON),
  ...[
    '509998877',
    token,
    cookie.slice('staff='.length),
    masterKey,
    new URL(databaseUrl).password,
    'zqsearch',
    'zqinvalid',
    'zqtoken',
    'zqreason',
  ],
  ...Object.values(GROUPS).map(group => box.password(group)),
]

test('at the finest level of logging no token, secret, name or phone is written, whatever fails', async () => {
  const created = await api.call(createPatient, { ...PERSON, branchId: branch.id })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.data
  const endpoint = await api.call(createWebhookEndpoint, {
    url: `${receiver.url}/zqtoken`,
    events: ['patient.updated'],
  })
  const rotated = await api.call(rotateWebhookEndpointSecret, { id: endpoint.body.data.id })
  for (const { body } of [endpoint, rotated]) secrets.push(body.data.signingSecret)
  await api.call(updatePatient, { id, lastName: PERSON.lastName.toUpperCase() })
  await receiver.got(2)

  // What people look for in the console, and whom they find.
  const found = await desk.call(searchClinic, { q: PERSON.lastName })
  assert.deepEqual([found.status, found.body.data.patients.length], [200, 1], found.text)
  await desk.list(searchPatients, { q: 'zqsearch' })
  await desk.call(searchClinic, { q: PERSON.phoneNumber })
  await desk.call(getPatientFile, { id })

  // What callers get wrong.
  await api.list(listPatients, { searchTerm: 'zqsearch' })
  await api.post('/patients', { ...PERSON, firstName: ['zqinvalid'], zqinvalid: 1 })
  await api.post('/patients', '{"firstName": "zqinvalid')
  await api.get('/patients/zqinvalid?zqinvalid=zqinvalid')
  await apiClient(baseUrl, 'plg_live_zqtoken').get('/clinic')
  await exchange(baseUrl, [`GET /zqinvalid HTTP/1.1\r\nAuthorization: ${token}\r\nzq\0\r\n\r\n`])
  const head = ['POST /api/v1/patients HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, 'Idempotency-Key: left']
  const left = [...head, 'Content-Type: application/json', 'Content-Length: 99', '', '{"zqinvalid'].join('\r\n')
  await exchange(baseUrl, [left], { patienceMs: 500 })

  // What goes wrong on our side: the database refuses, and says of which row; a connection is lost; no audit can be kept.
  await owner.query(`alter table patient add constraint refused check (first_name <> 'Zqfirstname') not valid`)
  const refused = await api.call(createPatient, { ...PERSON, branchId: branch.id })
  await owner.query('alter table patient drop constraint refused')
  await owner.query('alter table patient rename column last_name to zqreason')
  const unreadable = await api.call(getPatient, { id })
  await owner.query('alter table patient rename column zqreason to last_name')
  await owner.query(
    `select pg_terminate_backend(pid) from ${SESSIONS} where application_name like 'clinic %' and pid <> pg_backend_pid()`,
  )
  await owner.query('revoke execute on function record_access from clinic_app')
  const unaudited = await api.call(getPatient, { id })
  await owner.query('grant execute on function record_access to clinic_app')
  assert.deepEqual(
    [refused, unreadable].map(({ status }) => status),
    [500, 500],
  )
  assert.ok(unaudited.status >= 500, 'Nothing is served that could not be recorded.')
  for (const { text } of [refused, unreadable, unaudited])
    assert.match(text, /^\{"error":\{"code":"[a-z_]+","message":"[^"]+","requestId":"req_\w+"\}\}$/)

  await owner.end()
  await product.stop()
  const printed = product.printed()
  assert.ok(printed.split('request failed').length > 2, printed)
  assert.match(printed, /23514/)
  assert.doesNotMatch(printed, /aborted/, 'A client that left is logged as a failure of ours.')
  for (const secret of secrets)
    assert.ok(!printed.toLowerCase().includes(secret.toLowerCase()), `${secret} stands in the log:\n${printed}`)
})
