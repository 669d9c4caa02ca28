import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import {
  authorizationRequest,
  connectingBrowser,
  logIn,
  oauthClient,
  REDIRECT,
} from '../../test/support/oauth/connecting.ts'
import { answerIn, begin } from '../../test/support/oauth/connecting-browser.ts'
import { member, person } from '../../test/support/staff/staff.ts'

const app = await startApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' })
/** Each test has a network of its own. */
let network = 0
beforeEach(() => void network++)
const from = (host = 1) => ({ 'x-forwarded-for': `203.0.${network}.${host}` })
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

const refreshing = (token: string) =>
  client.post('token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token }, from())

/** A connection, and the refresh token it holds. */
async function connected(): Promise<string> {
  const browser = connectingBrowser(app)
  await logIn(browser, doctor)
  const request = authorizationRequest({ clientId })
  const { page } = await begin(browser, request.path)
  const answer = answerIn(await browser.submit(page.form, { decision: 'allow' }))
  const code = answer.searchParams.get('code') ?? ''
  const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: request.verifier }
  return (await client.post('token', { ...fields, redirect_uri: REDIRECT })).body.refresh_token
}

test('a form that is sent again and again is refused for a while, with a page', async () => {
  const browser = connectingBrowser(app)
  await logIn(browser, doctor)
  const { page } = await begin(browser, authorizationRequest({ clientId }).path)
  const { answer } = await untilRefused(40, () => browser.submit(page.form, { csrf: 'x' }, from()), 429)
  assert.match(answer.text, /Too many attempts/)
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})

test('authorization is limited by network, with a page and no redirect', async () => {
  const browser = connectingBrowser(app)
  const go = () => browser.go(authorizationRequest({ clientId }).path, from())
  const { answer } = await untilRefused(40, go, 429)
  assert.equal(answer.headers.get('location'), null)
  assert.match(answer.text, /Too many attempts/)
})

test('registration is limited by network, in the words that clients read', async () => {
  const register = () => client.register({ redirect_uris: [REDIRECT] }, from())
  const { answer } = await untilRefused(40, register, 429)
  assert.deepEqual([answer.body.error, answer.headers.get('access-control-allow-origin')], ['slow_down', '*'])
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})

test('guesses at refresh tokens are slowed, of flows too, and a connection behind the same network goes on', async () => {
  const good = await connected()
  let guesses = 0
  const { answer } = await untilRefused(150, () => refreshing(`mcr_${guesses++}`), 429)
  assert.deepEqual([answer.body.error, Number(answer.headers.get('retry-after')) >= 1], ['slow_down', true])
  const browser = connectingBrowser(app)
  assert.equal((await untilRefused(5, () => browser.go(`/oauth/callback?flow=${guesses++}`, from()), 429)).count, 1)
  assert.equal((await refreshing(good)).status, 200)
})

test('a connection that refreshes without end is slowed by itself, wherever it asks', async () => {
  let token = await connected()
  const again = async () => {
    const answer = await refreshing(token)
    token = answer.body.refresh_token ?? token
    return answer
  }
  const { answer } = await untilRefused(60, again, 429)
  assert.equal(answer.body.error, 'slow_down')
  network++
  assert.equal((await refreshing(token)).status, 429)
  assert.equal((await refreshing(await connected())).status, 200)
})

test('revocation that comes too often says that the token may still be alive, and a good one is revoked', async () => {
  const good = await connected()
  const { answer } = await untilRefused(150, () => client.post('revoke', { token: 'x' }, from()), 503)
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.equal((await client.post('revoke', { token: good }, from())).status, 200)
})

test('what the resource server asks is never limited', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => client.introspect('mca_x')))
  assert.ok(answers.every(({ active }) => active === false))
})

test('nothing that a stranger says becomes the key of a stored limit', async () => {
  assert.deepEqual(await app.sql('select * from rate_bucket'), [])
})
