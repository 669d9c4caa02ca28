import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import {
  authorizationRequest,
  connectingBrowser,
  logIn,
  oauthClient,
  REDIRECT,
} from '../../test/support/oauth/connecting.ts'
import { begin } from '../../test/support/oauth/connecting-browser.ts'
import { member, person } from '../../test/support/staff/staff.ts'
import { networkOf } from './limits.ts'

const app = await startApp({ RATE_LIMITS: 'on' })
const client = oauthClient(app)
const clientId = await client.newClient()
const clinic = await app.clinic()
const doctor = await person(app)
await member(app, doctor, clinic)

/** Does something until it is refused. */
async function untilRefused<Answer extends { status: number }>(
  most: number,
  act: () => Promise<Answer>,
  status: number,
) {
  for (let count = 1; count <= most; count++) {
    const answer = await act()
    if (answer.status === status) return { answer, count }
  }
  throw new Error(`Not refused within ${most}.`)
}

test('a form that is sent again and again is refused for a while, with a page', async () => {
  const browser = connectingBrowser(app)
  await logIn(browser, doctor)
  const { page } = await begin(browser, authorizationRequest({ clientId }).path)
  const { answer } = await untilRefused(40, () => browser.submit(page.form, { csrf: 'x' }), 429)
  assert.match(answer.text, /Too many attempts/)
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})

test('authorization is limited by address, with a page and no redirect', async () => {
  const browser = connectingBrowser(app)
  const { answer } = await untilRefused(40, () => browser.go(authorizationRequest({ clientId }).path), 429)
  assert.equal(answer.headers.get('location'), null)
  assert.match(answer.text, /Too many attempts/)
})

test('registration is limited by network, in the words that clients read', async () => {
  const { answer } = await untilRefused(70, () => client.register({ redirect_uris: [REDIRECT] }), 429)
  assert.deepEqual([answer.body.error, answer.headers.get('access-control-allow-origin')], ['slow_down', '*'])
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})

test('one code or refresh token is limited by itself: another one still goes', async () => {
  const exchange = (token: string) =>
    client.post('token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
  const { answer } = await untilRefused(60, () => exchange('mcr_one'), 429)
  assert.equal(answer.body.error, 'slow_down')
  assert.equal((await exchange('mcr_other')).body.error, 'invalid_grant')
})

test('revocation that comes too often says that the token may still be alive', async () => {
  const { answer } = await untilRefused(70, () => client.post('revoke', { token: 'x' }), 503)
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})

test('what the resource server asks is never limited', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => client.introspect('mca_x')))
  assert.ok(answers.every(({ active }) => active === false))
})

test('a network is what stands before the last part of an address', () => {
  assert.equal(networkOf('192.0.2.77'), '192.0.2')
  assert.equal(networkOf('2001:db8:1:2::3'), '2001:db8:1')
})
