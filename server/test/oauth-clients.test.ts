import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { generate } from 'otplib'
import pg from 'pg'
import { checkAuthorization } from '../../conformance/authorization.ts'
import { joinEmbedded } from '../src/db/embedded.ts'
import { pgTypes } from '../src/db/types.ts'
import { hashPassword } from '../src/domain/staff/password.ts'
import { assistantBox, introspectionCredential } from '../src/kernel/values/assistant-box.ts'
import { newId } from '../src/kernel/values/ids.ts'
import { secretBox } from '../src/kernel/values/secret-box.ts'
import { freePort, startProduct } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'
import { factories } from './support/clinic/factories.ts'
import { everythingStored } from './support/database/everything-stored.ts'
import { answerIn, begin, connectingBrowser } from './support/oauth/connecting-browser.ts'

const REDIRECT = 'https://assistant.example/callback'
const PASSWORD = 'zq correct horse battery'
const KNOWN = { id: 'conformance', name: 'Conformance', redirectUris: ['http://127.0.0.1/callback'] }

const assistantPort = await freePort()
const product = await startProduct({
  DEMO: 'off',
  NODE_ENV: 'test',
  LOG_LEVEL: 'trace',
  ASSISTANT_PORT: String(assistantPort),
  OAUTH_CLIENTS: JSON.stringify([KNOWN]),
})
const { url: databaseUrl } = await joinEmbedded({ dataDir: product.dataDir, log: () => undefined })
const owner = new pg.Client({ connectionString: databaseUrl, types: pgTypes })
await owner.connect()
owner.on('error', () => undefined)
atEnd(() => owner.end().catch(() => undefined))
const sql = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
  (await owner.query<Row>(text, values)).rows
const make = factories(sql)
const clinic = await make.clinic()

async function doctor(email: string) {
  const [id, now] = [newId('usr'), new Date().toISOString()]
  const at = { created_at: now, updated_at: now }
  await make.insert('staff_user', { id, email, name: 'Doctor', password_hash: await hashPassword(PASSWORD), ...at })
  const works = { company_id: clinic.company_id, user_id: id, role: 'doctor', all_branches: true }
  await make.insert('membership', { ...works, ...at })
  return { id, email, password: PASSWORD }
}
const login = await doctor('doctor@clinic.example')

const issuer = `http://localhost:${product.port}`
const resource = `http://localhost:${assistantPort}/mcp`
const masterKey = (await readFile(join(product.dataDir, 'secret.key'), 'utf8')).trim()
const credential = introspectionCredential(assistantBox(secretBox([Buffer.from(masterKey, 'base64')])))
/** Secrets that only the client they were given to may hold. */
const secrets = [PASSWORD, masterKey, credential]

/** What the doctor does at the end of the client's link: logs in and allows. Answers where the browser is sent. */
async function allows(url: URL): Promise<URL> {
  const browser = connectingBrowser({ url: issuer }, issuer)
  await browser.logIn(login)
  const { callback, page } = await begin(browser, `${url.pathname}${url.search}`)
  const answer = answerIn(await browser.submit(page.form, { decision: 'allow' }))
  secrets.push(new URL(callback).searchParams.get('flow') ?? '', answer.searchParams.get('code') ?? '')
  secrets.push(...browser.cookies.values(), page.form.get('csrf') ?? '')
  return answer
}
const asResourceServer: oauth.ClientAuth = (_server, _client, _body, headers) =>
  headers.set('authorization', `Bearer ${credential}`)

test('oauth4webapi finds the server, registers, is allowed, gets tokens, refreshes and revokes them', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const at = new URL(issuer)
  const found = await oauth.processDiscoveryResponse(
    at,
    await oauth.discoveryRequest(at, { algorithm: 'oauth2', ...insecure }),
  )
  const server = { ...found, introspection_endpoint: `${issuer}/oauth/introspect` }
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'oauth4webapi', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
      insecure,
    ),
  )
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const url = new URL(String(server.authorization_endpoint))
  url.search = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      scope: 'clinic:read schedule:read offline_access',
      resource,
      prompt: 'consent',
      state,
    }),
  )
  const parameters = oauth.validateAuthResponse(server, client, await allows(url), state)
  const code = oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    REDIRECT,
    verifier,
    insecure,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, await code)
  assert.deepEqual([tokens.token_type, tokens.scope, tokens.expires_in], ['bearer', 'clinic:read schedule:read', 1_800])

  const refreshToken = String(tokens.refresh_token)
  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, insecure),
  )
  for (const each of [tokens, refreshed]) secrets.push(each.access_token, String(each.refresh_token))
  secrets.push(verifier)
  const introspect = async (token: string) =>
    oauth.processIntrospectionResponse(
      server,
      client,
      await oauth.introspectionRequest(server, client, asResourceServer, token, insecure),
    )
  const active = await introspect(refreshed.access_token)
  assert.deepEqual(
    [active.active, active.sub, active.aud, active.iss, active.company_id],
    [true, login.id, resource, issuer, clinic.company_id],
  )
  const revoked = await oauth.revocationRequest(server, client, oauth.None(), String(refreshed.refresh_token), insecure)
  assert.equal(await oauth.processRevocationResponse(revoked), undefined)
  assert.equal((await introspect(refreshed.access_token)).active, false)
})

test('openid-client finds the server, registers, is allowed, gets tokens, refreshes and revokes them', async () => {
  const registered = await openid.dynamicClientRegistration(
    new URL(issuer),
    { client_name: 'openid-client', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    openid.None(),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  )
  const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()]
  const url = openid.buildAuthorizationUrl(registered, {
    redirect_uri: REDIRECT,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource,
    state,
  })
  const answered = await allows(url)
  const tokens = await openid.authorizationCodeGrant(registered, answered, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  const refreshed = await openid.refreshTokenGrant(registered, String(tokens.refresh_token), { resource })
  for (const each of [tokens, refreshed]) secrets.push(each.access_token, String(each.refresh_token))
  secrets.push(verifier)

  const metadata = { issuer, introspection_endpoint: `${issuer}/oauth/introspect` }
  const server = new openid.Configuration(metadata, registered.clientMetadata().client_id, undefined, asResourceServer)
  openid.allowInsecureRequests(server)
  assert.equal((await openid.tokenIntrospection(server, refreshed.access_token)).active, true)
  await openid.tokenRevocation(registered, refreshed.access_token)
  assert.equal((await openid.tokenIntrospection(server, refreshed.access_token)).active, false)
  await assert.rejects(
    openid.authorizationCodeGrant(registered, answered, { pkceCodeVerifier: verifier, expectedState: state }),
    ({ error }: openid.ResponseBodyError) => error === 'invalid_grant',
  )
  assert.equal((await openid.tokenIntrospection(server, tokens.access_token)).active, false)
})

test('the official authorization suite passes whole', async () => {
  const { passed, failed, output } = await checkAuthorization(
    { issuer, resource, clientId: KNOWN.id, login },
    await freePort(),
  )
  assert.deepEqual([passed.length, failed], [3, []], output)
})

test('no code, token, password, secret, recovery code or cookie lies in the database or stands in the log', async () => {
  const browser = connectingBrowser({ url: issuer }, issuer)
  const second = await doctor('second@clinic.example')
  await browser.logIn(second)
  const staff = async (path: string, body: unknown) => {
    const cookie = [...browser.cookies].map(pair => pair.join('=')).join('; ')
    const headers = { cookie, origin: issuer, 'content-type': 'application/json' }
    const response = await fetch(`${issuer}/staff/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as { data: { secret: string; recoveryCodes: string[] } }
    assert.equal(response.status, 200, JSON.stringify(answer))
    return answer.data
  }
  await staff('/session/step-up', { password: PASSWORD })
  const { secret } = await staff('/me/second-factor', {})
  const { recoveryCodes } = await staff('/me/second-factor/confirm', { code: await generate({ secret }) })
  secrets.push(secret, ...recoveryCodes, ...browser.cookies.values())

  // What goes wrong is logged; what it went wrong with is not.
  for (const token of secrets) {
    await fetch(`${issuer}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token: `${token}x` }) })
    await fetch(`${issuer}/oauth/callback?flow=${encodeURIComponent(token)}`)
  }
  await sql('alter table oauth_token rename column token_hash to zq_hash')
  const tokens = secrets.filter(each => each.startsWith('mcr_'))
  for (const token of tokens) {
    const fields = { grant_type: 'refresh_token', client_id: KNOWN.id, refresh_token: token }
    const { status } = await fetch(`${issuer}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
    assert.equal(status, 500)
  }
  await sql('alter table oauth_token rename column zq_hash to token_hash')

  const stored = await everythingStored(sql)
  assert.ok(stored.includes(clinic.company_id))
  await product.stop()
  const printed = product.printed()
  assert.ok(secrets.length > 30)
  assert.match(printed, /request failed/)
  for (const one of secrets.filter(each => each !== '')) {
    const spellings = [one, Buffer.from(one).toString('hex'), Buffer.from(one).toString('base64')]
    for (const spelling of spellings) {
      assert.ok(!stored.includes(spelling), `${one} lies in the database.`)
      assert.ok(!printed.includes(spelling), `${one} stands in the log.`)
    }
  }
})
