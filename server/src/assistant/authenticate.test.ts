import assert from 'node:assert/strict'
import { request as rawRequest } from 'node:http'
import { test } from 'node:test'
import { LIST, MODERN, startAssistant } from '../../test/support/oauth/assistant-app.ts'
import { newSecret } from '../oauth/secrets.ts'

const { app, url, origin, post, connect } = await startAssistant()
const clinic = await app.clinic()
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const challengeOf = (response: Response) => response.headers.get('www-authenticate') ?? ''
const METADATA = 'http://localhost:.+/.well-known/oauth-protected-resource/mcp'

test('publishes RFC 9728 metadata that names the resource and the one authorization server, and no contact data', async () => {
  const response = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)
  const metadata = (await response.json()) as Record<string, unknown>
  assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, '*'])
  assert.equal(metadata.resource, url.replace('127.0.0.1', 'localhost'))
  assert.deepEqual(metadata.authorization_servers, ['http://localhost:4000'])
  assert.deepEqual(metadata.scopes_supported, ['clinic:read', 'schedule:read', 'patients:read', 'clinical:read'])
  assert.deepEqual(metadata.bearer_methods_supported, ['header'])
  assert.equal((await fetch(`${origin}/.well-known/oauth-protected-resource`)).status, 404)
})

test('without a token it challenges, names its metadata and speaks of no error', async () => {
  for (const attempt of [post(LIST), post(LIST, { authorization: 'Basic dTpw' }), fetch(url)]) {
    const response = await attempt
    assert.equal(response.status, 401)
    assert.match(challengeOf(response), new RegExp(`^Bearer scope=".+", resource_metadata="${METADATA}"$`))
    assert.equal(response.headers.get('access-control-expose-headers'), 'WWW-Authenticate')
  }
})

test('clients that look here for the authorization server’s endpoints are sent to them with all that they brought', async () => {
  const sent: [string, string, string][] = [
    ['GET', '/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server'],
    ['GET', '/authorize?state=a%20b&scope=x', '/oauth/authorize?state=a%20b&scope=x'],
    ['POST', '/token', '/oauth/token'],
    ['POST', '/register', '/oauth/register'],
  ]
  for (const [method, path, there] of sent) {
    const body = method === 'POST' ? new URLSearchParams({ code: 'x' }) : null
    const { status, headers } = await fetch(origin + path, { method, body, redirect: 'manual' })
    assert.deepEqual(
      [status, headers.get('location'), headers.get('cache-control')],
      [307, `http://localhost:4000${there}`, 'no-store'],
      path,
    )
  }
})

test('a notification is accepted with no body at all', async () => {
  const { access } = await connect(clinic)
  const { 'mcp-method': _, ...legacy } = MODERN
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...legacy, 'mcp-protocol-version': '2025-11-25', ...bearer(access) },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  })
  assert.deepEqual([response.status, response.headers.get('content-type'), await response.text()], [202, null, ''])
})

test('a token in the query counts for nothing', async () => {
  const { access } = await connect(clinic)
  assert.equal((await post(LIST, {}, `${url}?access_token=${access}`)).status, 401)
})

test('the scheme is read in any case, and a header that holds no token is malformed', async () => {
  const { access } = await connect(clinic)
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer '])
    assert.equal((await post(LIST, { authorization: `${scheme} ${access}` })).status, 200)
  for (const authorization of ['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,b', `Bearer ${'a'.repeat(600)}`]) {
    const response = await post(LIST, { authorization })
    assert.equal(response.status, 400, authorization)
    assert.match(challengeOf(response), /^Bearer error="invalid_request"/)
  }
})

test('lets in nothing but an access token that was issued for this resource', async () => {
  const plugin = await app.installation(clinic)
  const { refreshToken } = await connect(clinic)
  const elsewhere = await connect(clinic, { resource: 'https://other.example/mcp' })
  const expired = await connect(clinic)
  await app.sql("update oauth_token set expires_at = now() - interval '1 second' where grant_id = $1", [
    expired.grantId,
  ])
  for (const token of [plugin.token, refreshToken, elsewhere.access, expired.access, newSecret('access'), 'x']) {
    const response = await post(LIST, bearer(token))
    assert.equal(response.status, 401)
    assert.match(challengeOf(response), new RegExp(`^Bearer error="invalid_token", .+resource_metadata="${METADATA}"$`))
  }
})

test('an access token opens nothing but this resource', async () => {
  const { access } = await connect(clinic)
  assert.equal((await app.api(access).get('/clinic')).status, 401)
})

test('asks the person again for a scope that was never offered, and never for one that was declined or is not theirs', async () => {
  const callOf = async ({ access }: { access: string }, name: string) => {
    const headers = { ...bearer(access), 'mcp-method': 'tools/call', 'mcp-name': name }
    const response = await post({ ...LIST, method: 'tools/call', params: { ...LIST.params, name } }, headers)
    return { status: response.status, challenge: challengeOf(response), text: await response.text() }
  }
  const few = await connect(clinic, { scopes: ['clinic:read'] })
  const asked = await callOf(few, 'list_invoices')
  assert.equal(asked.status, 403)
  assert.match(
    asked.challenge,
    /^Bearer error="insufficient_scope", .+ scope="clinic:read billing:read", resource_metadata=/,
  )
  const records = await app.sql<{ operation: string; details: { outcome: string; era: string } }>(
    'select operation, details from audit_record where company_id = $1 and caller = $2',
    [clinic.company_id, `assistant ${few.grantId}`],
  )
  assert.deepEqual(
    records.map(({ operation, details: { outcome, era } }) => [operation, outcome, era]),
    [['list_invoices', 'refused', 'modern']],
    'A call that is asked about first is recorded too.',
  )
  await app.sql("update oauth_grant set declined = 'billing:read' where id = $1", [few.grantId])
  const declined = await callOf(few, 'list_invoices')
  assert.deepEqual([declined.status, /"isError":true/.test(declined.text)], [200, true])
  const withheld = await callOf(await connect(clinic, { role: 'assistant', scopes: ['clinic:read'] }), 'list_invoices')
  assert.deepEqual([withheld.status, /"isError":true/.test(withheld.text)], [200, true])
})

/** `fetch` sends no Host of one's own choice. */
const withHost = (host: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = rawRequest(url, { method: 'POST', headers: { ...MODERN, ...headers, host } }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(LIST))
  })

test('serves no foreign host name and no foreign web page (DNS rebinding)', async () => {
  const { access } = await connect(clinic)
  const headers = bearer(access)
  assert.equal(await withHost('localhost:4001', headers), 200)
  for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:4001'])
    assert.equal(await withHost(host, headers), 403, host)
  assert.equal((await post(LIST, { ...headers, origin: 'http://localhost:4001' })).status, 200)
  for (const from of ['https://evil.example', 'null', 'http://localhost.evil.example', 'file://'])
    assert.equal((await post(LIST, { ...headers, origin: from })).status, 403, from)
})

test('reads no body before it knows who sends it, and none above 256 KiB', async () => {
  const { access } = await connect(clinic)
  const large = { ...LIST, params: { ...LIST.params, padding: 'x'.repeat(262_144) } }
  assert.equal((await post(large)).status, 401)
  assert.equal((await post(large, bearer(access))).status, 413)
  const broken = await fetch(url, { method: 'POST', headers: { ...MODERN, ...bearer(access) }, body: '{' })
  assert.equal(broken.status, 400)
  assert.match(await broken.text(), /-32700/)
  assert.equal((await post(LIST, { ...bearer(access), 'content-type': 'text/plain' })).status, 415)
  assert.equal((await post([LIST], bearer(access))).status, 400)
  for (const method of ['GET', 'DELETE'])
    assert.equal((await fetch(url, { method, headers: bearer(access) })).status, 405, method)
})

test('a token whose clinic lives in another cell is told which, and is served here once the clinic is', async () => {
  const moving = await app.clinic()
  const { access } = await connect(moving)
  const lives = (cell: string | null) =>
    app.sql('update clinic set cell = $2 where company_id = $1', [moving.company_id, cell])
  assert.equal((await post(LIST, bearer(access))).status, 200)
  await lives('south')
  const response = await post(LIST, bearer(access))
  assert.deepEqual([response.status, response.headers.get('clinic-cell')], [421, 'south'])
  assert.deepEqual(await response.json(), { error: 'misdirected_request' })
  await lives(null)
  assert.equal((await post(LIST, bearer(access))).status, 200)
})
