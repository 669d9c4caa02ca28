import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import {
  authorizationRequest,
  connectingBrowser,
  logIn,
  oauthClient,
  REDIRECT,
  RESOURCE,
} from '../../test/support/oauth/connecting.ts'
import { answerIn, begin } from '../../test/support/oauth/connecting-browser.ts'
import { member, ORIGIN, person } from '../../test/support/staff/staff.ts'

const app = await startApp()
const client = oauthClient(app)
const clientId = await client.newClient('Known')
const stranger = await client.newClient('Stranger')
const clinic = await app.clinic()
const doctor = await person(app)
await member(app, doctor, clinic)
const browser = connectingBrowser(app)
await logIn(browser, doctor)

/** A code that a doctor has allowed, and what belongs to it. */
async function allowed() {
  const { path, verifier } = authorizationRequest({ clientId })
  const { page } = await begin(browser, path)
  const code = answerIn(await browser.submit(page.form, { decision: 'allow' })).searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
}
await allowed()

// Registration.
const addresses: [string, unknown][] = [
  ['over http', 'http://assistant.example/cb'],
  ['of a scheme of its own', 'assistant://cb'],
  ['that is a script', 'javascript:alert(1)'],
  ['that is data', 'data:text/html,x'],
  ['on this machine by name', 'https://localhost/cb'],
  ['on this machine over http', 'http://localhost:3000/cb'],
  ['on this machine by number', 'http://127.0.0.1:3000/cb'],
  ['on this machine in IPv6', 'https://[::1]/cb'],
  ['in a private network', 'https://192.168.1.1/cb'],
  ['in a private network, written as one number', 'https://3232235777/cb'],
  ['of a cloud’s metadata', 'https://169.254.169.254/cb'],
  ['with a fragment', 'https://assistant.example/cb#x'],
  ['with an empty fragment', 'https://assistant.example/cb#'],
  ['with a user', 'https://user@assistant.example/cb'],
  ['with a password', 'https://user:password@assistant.example/cb'],
  ['with a wildcard', 'https://*.assistant.example/cb'],
  ['with a wildcard, encoded', 'https://%2A.assistant.example/cb'],
  ['with a wildcard in other letters', 'https://＊/cb'],
  ['whose host ends a directive', 'https://a;b.assistant.example/cb'],
  ['whose host begins another policy', 'https://a,b.assistant.example/cb'],
  ['whose host comes after three slashes', 'https:///assistant.example/cb'],
  ['whose host ends with a dot', 'https://localhost./cb'],
  ['of other letters than a URI has', 'https://assistant.example/é'],
  ['with a backslash', 'https:\\\\assistant.example\\cb'],
  ['with a space', 'https://assistant.example/c b'],
  ['with a NUL', 'https://assistant.example/\0cb'],
  ['with a character that turns the text around', 'https://assistant.example/\u202ecb'],
  ['with a line break', 'https://assistant.example/\ncb'],
  ['that is ours', `${ORIGIN}/oauth/callback`],
  ['that is relative', '/cb'],
  ['that is longer than 2,000 characters', `https://assistant.example/${'x'.repeat(2_000)}`],
  ['that is a number', 7],
  ['that is null', null],
]
for (const [title, uri] of addresses)
  test(`registers no address ${title}, alone or among good ones`, async () => {
    for (const redirectUris of [[uri], [REDIRECT, uri]]) {
      const { status, body } = await client.register({ redirect_uris: redirectUris })
      assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'])
    }
  })

const metadata: [string, unknown, string][] = [
  ['without addresses', {}, 'invalid_redirect_uri'],
  ['with an empty list of addresses', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['with eleven addresses', { redirect_uris: Array(11).fill(REDIRECT) }, 'invalid_redirect_uri'],
  ['with an address instead of a list', { redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
  ['as a list', [], 'invalid_client_metadata'],
  ['as text', 'x', 'invalid_client_metadata'],
  ['as null', null, 'invalid_client_metadata'],
  ['with a name that is no text', { redirect_uris: [REDIRECT], client_name: 7 }, 'invalid_client_metadata'],
  ['for grants that do not exist', { redirect_uris: [REDIRECT], grant_types: ['implicit'] }, 'invalid_client_metadata'],
  ['for refreshing alone', { redirect_uris: [REDIRECT], grant_types: ['refresh_token'] }, 'invalid_client_metadata'],
  ['with grants that are no list', { redirect_uris: [REDIRECT], grant_types: 'x' }, 'invalid_client_metadata'],
  ['for another kind of response', { redirect_uris: [REDIRECT], response_types: ['token'] }, 'invalid_client_metadata'],
  ['with responses that are no list', { redirect_uris: [REDIRECT], response_types: 'code' }, 'invalid_client_metadata'],
  ['with a scope that is no text', { redirect_uris: [REDIRECT], scope: ['clinic:read'] }, 'invalid_client_metadata'],
  ['with a logo that is no text', { redirect_uris: [REDIRECT], logo_uri: 7 }, 'invalid_client_metadata'],
  ['with contacts that are no list', { redirect_uris: [REDIRECT], contacts: 'a@b.example' }, 'invalid_client_metadata'],
  [
    'with keys twice',
    { redirect_uris: [REDIRECT], jwks: {}, jwks_uri: 'https://a.example/' },
    'invalid_client_metadata',
  ],
  ['with a logo over http', { redirect_uris: [REDIRECT], logo_uri: 'http://a.example/' }, 'invalid_client_metadata'],
]
for (const [title, body, error] of metadata)
  test(`registers nothing ${title}`, async () => {
    const answer = await client.register(body)
    assert.deepEqual([answer.status, answer.body.error, typeof answer.body.error_description], [400, error, 'string'])
  })

test('registers nothing that is longer than 16 KB, that is no JSON, or that is a form', async () => {
  const send = (body: string, type = 'application/json') =>
    fetch(`${app.url}/oauth/register`, { method: 'POST', headers: { 'content-type': type }, body })
  const refused = [
    await send(JSON.stringify({ redirect_uris: [REDIRECT], x: 'x'.repeat(17_000) })),
    await send('{"redirect_uris": ['),
    await send('x', 'text/plain'),
  ]
  for (const answer of refused) {
    const { error } = (await answer.json()) as { error: string }
    assert.deepEqual([answer.status, error], [400, 'invalid_client_metadata'])
  }
  assert.equal((await send(`redirect_uris=${REDIRECT}`, 'application/x-www-form-urlencoded')).status, 400)
})

test('answers a registration with what holds: no null, no unknown field, no secret, no way to change it', async () => {
  const { status, headers, body } = await client.register({
    redirect_uris: [REDIRECT],
    client_name: null,
    token_endpoint_auth_method: 'client_secret_post',
    software_id: 'x',
    client_secret: 'mine',
    application_type: 'native',
    contacts: ['a@b.example'],
  })
  assert.deepEqual([status, headers.get('cache-control')], [201, 'no-store'])
  assert.deepEqual(Object.keys(body).sort(), [
    'client_id',
    'client_id_issued_at',
    'client_name',
    'grant_types',
    'redirect_uris',
    'response_types',
    'token_endpoint_auth_method',
  ])
  assert.ok(!Object.values(body).includes(null))
})

// Authorization: who cannot be answered is sent nowhere.
const nowhere: [string, Record<string, string | string[]>][] = [
  ['of an unknown client', { client_id: 'oac_unknown' }],
  ['without a client', { client_id: '' }],
  ['of two clients', { client_id: ['a', 'b'] }],
  ['to another address', { redirect_uri: 'https://evil.example/cb' }],
  ['to an address with a slash more', { redirect_uri: `${REDIRECT}/` }],
  ['to an address with a query more', { redirect_uri: `${REDIRECT}?x=1` }],
  ['to an address that begins alike', { redirect_uri: `${REDIRECT}.evil` }],
  ['to the same host by another path', { redirect_uri: 'https://assistant.example/' }],
  ['to an address in capitals', { redirect_uri: 'https://ASSISTANT.example/callback' }],
  ['to an address with its port', { redirect_uri: 'https://assistant.example:443/callback' }],
  ['to an address with a user', { redirect_uri: 'https://x@assistant.example/callback' }],
  ['to an address over http', { redirect_uri: 'http://assistant.example/callback' }],
  ['to this machine', { redirect_uri: 'http://127.0.0.1:1/callback' }],
  ['of a client with a NUL', { client_id: `${clientId}\0` }],
  ['to an address with a NUL', { redirect_uri: `${REDIRECT}\0` }],
  ['to two addresses', { redirect_uri: [REDIRECT, 'https://evil.example/cb'] }],
  ['to a script', { redirect_uri: 'javascript:alert(1)' }],
]
function authorizing(changes: Record<string, string | string[]>): string {
  const [path = '', query = ''] = authorizationRequest({ clientId }).path.split('?')
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    parameters.delete(name)
    for (const one of [value].flat()) if (one !== '') parameters.append(name, one)
  }
  return `${path}?${parameters}`
}
for (const [title, changes] of nowhere)
  test(`a request ${title} gets a page and no redirect`, async () => {
    const page = await browser.go(authorizing(changes))
    assert.deepEqual([page.status, page.headers.get('location')], [400, null])
    assert.match(page.text, /We do not know this app/)
    assert.doesNotMatch(page.text, /evil\.example|http-equiv="refresh"/)
  })

const told: [string, Record<string, string | string[]>, string][] = [
  ['without a challenge', { code_challenge: '' }, 'invalid_request'],
  ['with a short challenge', { code_challenge: 'A'.repeat(42) }, 'invalid_request'],
  ['with a long challenge', { code_challenge: 'A'.repeat(44) }, 'invalid_request'],
  ['with a challenge that is no base64url', { code_challenge: `${'A'.repeat(42)}=` }, 'invalid_request'],
  ['without a method', { code_challenge_method: '' }, 'invalid_request'],
  ['with the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['with a method in other letters', { code_challenge_method: 's256' }, 'invalid_request'],
  ['without a response type', { response_type: '' }, 'invalid_request'],
  ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
  ['for a code and an id token', { response_type: 'code id_token' }, 'unsupported_response_type'],
  ['with two states', { state: ['a', 'b'] }, 'invalid_request'],
  ['with two scopes parameters', { scope: ['clinic:read', 'schedule:read'] }, 'invalid_request'],
  ['with two challenges', { code_challenge: ['A'.repeat(43), 'B'.repeat(43)] }, 'invalid_request'],
  ['with a state that cannot be kept', { state: 'a\0b' }, 'invalid_request'],
  ['with a state of 3 KB', { state: 'x'.repeat(3_000) }, 'invalid_request'],
  ['for scopes that do not exist', { scope: 'patients:write openid' }, 'invalid_scope'],
  ['for the plugins’ scopes', { scope: 'invoices:read appointments:write' }, 'invalid_scope'],
  ['for another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ['for another path', { resource: 'http://localhost:4001/other' }, 'invalid_target'],
  ['for two resources', { resource: [RESOURCE, RESOURCE] }, 'invalid_target'],
  ['with a request object', { request: 'eyJ' }, 'request_not_supported'],
  ['with a request by reference', { request_uri: 'https://a.example/' }, 'request_uri_not_supported'],
  ['without asking anybody', { prompt: 'none' }, 'login_required'],
]
for (const [title, changes, error] of told)
  test(`a request ${title} is answered ${error}`, async () => {
    const { status, headers } = await browser.go(authorizing(changes))
    const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '')
    assert.deepEqual([status, `${origin}${pathname}`], [302, REDIRECT])
    assert.deepEqual(
      [searchParams.get('error'), searchParams.get('iss'), searchParams.get('code')],
      [error, ORIGIN, null],
    )
    assert.equal(searchParams.get('state'), 'state' in changes ? null : 'a state/with+signs')
  })

test('a stranger’s error is shown to the person, who may go back to it', async () => {
  const page = await browser.go(authorizing({ client_id: stranger, response_type: 'token' }))
  assert.deepEqual([page.status, page.headers.get('location')], [400, null])
  assert.match(page.text, /Return to <bdi>assistant\.example<\/bdi>/)
})

test('authorization is a question, not an order: POST is no route', async () => {
  const response = await fetch(`${app.url}/oauth/authorize`, { method: 'POST', redirect: 'manual' })
  assert.ok([404, 405].includes(response.status))
})

// The token endpoint.
const exchanges: [string, Record<string, string | null>, number, string][] = [
  ['with another verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
  ['with a short verifier', { code_verifier: 'x'.repeat(42) }, 400, 'invalid_request'],
  ['with a long verifier', { code_verifier: 'x'.repeat(129) }, 400, 'invalid_request'],
  ['with a verifier of other letters', { code_verifier: `${'x'.repeat(43)}é` }, 400, 'invalid_request'],
  ['without a verifier', { code_verifier: null }, 400, 'invalid_request'],
  ['without a code', { code: null }, 400, 'invalid_request'],
  ['with another code', { code: 'mcc_other' }, 400, 'invalid_grant'],
  ['for another address', { redirect_uri: `${REDIRECT}/` }, 400, 'invalid_grant'],
  ['for another resource', { resource: 'https://evil.example/mcp' }, 400, 'invalid_target'],
  ['by another client', { client_id: stranger }, 400, 'invalid_grant'],
  ['by an unknown client', { client_id: 'oac_unknown' }, 401, 'invalid_client'],
  ['by no client', { client_id: null }, 401, 'invalid_client'],
  ['with a secret', { client_secret: 'x' }, 401, 'invalid_client'],
  ['by a name with a NUL', { client_id: `${clientId}\0` }, 401, 'invalid_client'],
  ['without saying for what', { grant_type: null }, 400, 'invalid_request'],
  ['for a password', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['for the client itself', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
  ['as a refresh token', { grant_type: 'refresh_token', refresh_token: null }, 400, 'invalid_request'],
]
for (const [title, changes, status, error] of exchanges)
  test(`an exchange ${title} is refused as ${error}, and nothing is given`, async () => {
    const fields = Object.entries({ ...(await allowed()), ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== null,
    )
    const answer = await client.post('token', Object.fromEntries(fields))
    assert.deepEqual([answer.status, answer.body.error, answer.body.access_token], [status, error, undefined])
    assert.deepEqual(
      ['cache-control', 'pragma', 'access-control-allow-origin'].map(name => answer.headers.get(name)),
      ['no-store', 'no-cache', '*'],
    )
  })

test('an exchange takes JSON from clients that send it, and the resource as clients write it', async () => {
  const fields = { ...(await allowed()), redirect_uri: REDIRECT, resource: `${RESOURCE}/` }
  const response = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  assert.equal(response.status, 200)
})

test('clients that never read the metadata find the endpoints at the root', async () => {
  const redirected = await browser.go(`${authorizationRequest({ clientId }).path.replace('/oauth', '')}`)
  assert.equal(redirected.status, 307)
  assert.match(redirected.headers.get('location') ?? '', /^\/oauth\/authorize\?response_type=code&client_id=/)
  const token = await fetch(`${app.url}/token`, { method: 'POST', body: new URLSearchParams(await allowed()) })
  assert.equal(token.status, 200)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ redirect_uris: [REDIRECT] })
  assert.equal((await fetch(`${app.url}/register`, { method: 'POST', headers, body })).status, 201)
  assert.equal((await fetch(`${app.url}/token`, { method: 'OPTIONS' })).status, 204)
})

test('no endpoint of other servers answers with a page where clients look for metadata', async () => {
  for (const path of ['openid-configuration', 'oauth-authorization-server/mcp'])
    assert.equal((await fetch(`${app.url}/.well-known/${path}`)).status, 404)
})

test('a client that names itself in the header is taken with an empty secret and refused with any other', async () => {
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
  })
  const { client_id: _, ...fields } = await allowed()
  const refused = await client.post('token', fields, basic('secret'))
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client'])
  assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic realm=/)
  assert.equal((await client.post('token', fields, basic(''))).status, 200)
})

test('a client that did not register for refreshing gets no refresh token and cannot use one', async () => {
  const { body } = await client.register({ redirect_uris: [REDIRECT], grant_types: ['authorization_code'] })
  const { path, verifier } = authorizationRequest({ clientId: body.client_id })
  const { page } = await begin(browser, path)
  const code = answerIn(await browser.submit(page.form, { decision: 'allow' })).searchParams.get('code') ?? ''
  const fields = { grant_type: 'authorization_code', client_id: body.client_id, code, code_verifier: verifier }
  const tokens = await client.post('token', fields)
  assert.deepEqual([tokens.status, 'refresh_token' in tokens.body], [200, false])
  const refresh = { grant_type: 'refresh_token', client_id: body.client_id, refresh_token: 'mcr_x' }
  assert.equal((await client.post('token', refresh)).body.error, 'unauthorized_client')
})

test('revocation answers 200 with nothing, whatever comes', async () => {
  const send = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const response = await fetch(`${app.url}/oauth/revoke`, { method: 'POST', headers: { 'content-type': type }, body })
    return [response.status, await response.text()]
  }
  const bodies = ['token=a&token=b', 'token=%00', 'token=x&client_id=%00', `token=${'x'.repeat(20_000)}`, '%', '&&&']
  for (const body of bodies) assert.deepEqual(await send(body), [200, ''], body.slice(0, 30))
  for (const body of ['{', 'null', '[]', '{"token": 7}', '{"token": "x"}'])
    assert.deepEqual(await send(body, 'application/json'), [200, ''], body)
  assert.deepEqual(await send('x', 'text/plain'), [200, ''])
})

test('the metadata says what is so, without anything for patients’ contacts or for the resource server', async () => {
  const response = await fetch(`${app.url}/.well-known/oauth-authorization-server`)
  assert.deepEqual(await response.json(), {
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    registration_endpoint: `${ORIGIN}/oauth/register`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: ['clinic:read', 'schedule:read', 'patients:read', 'clinical:read', 'offline_access'],
    protected_resources: [RESOURCE],
    service_documentation: `${ORIGIN}/docs`,
    ui_locales_supported: ['en', 'ar'],
  })
  assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
})
