import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { approveDeviceLogin, denyDeviceLogin, findDeviceLogin } from '@clinic/contract/publisher/device-logins.ts'
import { getPublisher } from '@clinic/contract/publisher/publishers.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { keyClient, member, openPublisherScene } from '../../test/support/publisher/scene.ts'

const app = await startApp()
const scene = await openPublisherScene(app)
const { api, publisherId } = scene

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
async function post(path: string, fields: Record<string, string>) {
  const response = await fetch(`${app.url}/publisher/v1${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  const body: unknown = await response.json()
  assert.ok(isRecord(body))
  return { status: response.status, body, headers: response.headers }
}
const begin = async () => (await post('/device', { client_id: 'clinic-cli on \u202ebuild' })).body
const poll = async (code: unknown) => {
  // As if the wait had passed that the program keeps to.
  await app.sql("update device_login set polled_at = polled_at - interval '2 minutes'")
  return post('/device/token', { grant_type: GRANT, device_code: String(code), client_id: 'clinic-cli' })
}
const errorOf = async (code: unknown) => (await poll(code)).body.error
async function find(begun: Record<string, unknown>, client = api) {
  await app.sql('delete from staff_login_failure')
  return client.call(findDeviceLogin, { userCode: String(begun.user_code) })
}
const approve = (id: string, rights: ('read' | 'test' | 'publish')[] = ['read', 'test'], client = api) =>
  client.call(approveDeviceLogin, { publisherId, id, name: 'Laptop', rights })

test('a program shows a code, waits, and once a person has approved it takes a key of 90 days, this once', async () => {
  const begun = await begin()
  assert.match(String(begun.user_code), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.deepEqual([begun.expires_in, begun.interval], [600, 5])
  assert.equal(begun.verification_uri_complete, `${begun.verification_uri}?user_code=${begun.user_code}`)
  assert.equal(await errorOf(begun.device_code), 'authorization_pending')
  const shown = await find({ user_code: String(begun.user_code).toLowerCase().replace('-', ' ') })
  assert.equal(shown.body.data.clientName, 'clinic-cli on build')
  assert.equal((await approve(shown.body.data.id)).status, 200)
  const answers = await Promise.all([1, 2, 3].map(() => poll(begun.device_code)))
  const [given, ...others] = answers.filter(({ status }) => status === 200)
  assert.deepEqual(others, [])
  const { access_token: key, expires_in: seconds, scope, publisher_id: id, token_type: type } = given?.body ?? {}
  assert.deepEqual([seconds, scope, id, type], [90 * 86_400, 'read test', publisherId, 'Bearer'])
  assert.equal((await keyClient(app, String(key)).call(getPublisher, { publisherId })).status, 200)
  assert.equal(await errorOf(begun.device_code), 'invalid_grant')
  const records = await app.sql("select caller, code from audit_record where operation = 'redeemDeviceLogin'")
  assert.deepEqual(records, [{ caller: `staff ${scene.user.id}`, code: null }])
  await app.sql("update publisher_key set last_used_at = now() - interval '31 days' where idle_days = 30")
  assert.equal((await keyClient(app, String(key)).call(getPublisher, { publisherId })).status, 401)
})

test('a program that asks too soon is told to slow down, and to wait longer each time', async () => {
  const { device_code: code } = await begin()
  const ask = () => post('/device/token', { grant_type: GRANT, device_code: String(code) })
  assert.equal((await ask()).body.error, 'authorization_pending')
  const told = [await ask(), await ask()].map(({ status, body }) => [status, body.error, body.interval])
  assert.deepEqual(told, [
    [400, 'slow_down', 10],
    [400, 'slow_down', 15],
  ])
})

test('what was denied, is over or was never begun is answered as RFC 8628 words it', async () => {
  const denied = await begin()
  const { body } = await find(denied)
  assert.equal((await api.call(denyDeviceLogin, { publisherId, id: body.data.id })).status, 200)
  assert.equal(await errorOf(denied.device_code), 'access_denied')
  assert.equal((await approve(body.data.id)).status, 404)
  const over = await begin()
  const waiting = await find(over)
  await app.sql('update device_login set expires_at = now() where id = $1', [waiting.body.data.id])
  assert.equal(await errorOf(over.device_code), 'expired_token')
  assert.equal((await approve(waiting.body.data.id)).status, 404)
  assert.equal((await find(over)).status, 404)
  assert.equal(await errorOf('dvc_unknown'), 'invalid_grant')
  assert.equal((await post('/device/token', { grant_type: 'password' })).body.error, 'unsupported_grant_type')
  assert.equal((await post('/device', {})).body.error, 'invalid_client')
})

test('a program gets no more than the person may give, and nothing once they have left', async () => {
  const publisher = { id: publisherId, sandboxClinicId: scene.clinic.company_id }
  const one = await member(app, publisher, 'DEVELOPER')
  const begun = await begin()
  const viewer = await member(app, publisher, 'VIEWER')
  assert.equal(
    (await approve((await find(begun, viewer.api)).body.data.id, ['read'], viewer.api)).body.error.code,
    'not_permitted',
  )
  const { id } = (await find(begun, one.api)).body.data
  assert.equal((await approve(id)).status, 404, 'Another person has not typed the code.')
  assert.equal((await approve(id, ['publish'], one.api)).body.error.code, 'not_permitted')
  assert.equal((await approve(id, ['read'], one.api)).status, 200)
  await app.sql('delete from publisher_member where id = $1', [one.memberId])
  assert.equal(await errorOf(begun.device_code), 'access_denied')
  const other = await openPublisherScene(app)
  const theirs = await begin()
  const found = (await find(theirs)).body.data
  const elsewhere = await other.api.call(approveDeviceLogin, {
    ...{ publisherId, id: found.id, name: 'x', rights: ['read'] },
  })
  assert.equal(elsewhere.status, 404)
})

test('guesses at codes have to wait, whoever is logged in', async () => {
  await app.sql('delete from staff_login_failure')
  const guesses = []
  for (let guess = 0; guess < 8; guess++)
    guesses.push((await api.call(findDeviceLogin, { userCode: 'BCDFGHJK' })).status)
  assert.ok(guesses.includes(404) && guesses.at(-1) === 429, guesses.join())
})
