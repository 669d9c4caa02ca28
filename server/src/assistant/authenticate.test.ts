import assert from 'node:assert/strict'
import { request as rawRequest } from 'node:http'
import { test } from 'node:test'
import { LIST, MODERN, startAssistant } from '../../test/support/oauth/assistant-app.ts'
import { newSecret } from '../oauth/secrets.ts'

const { app, url, origin, post, connect, another } = await startAssistant()
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

/** All that a connection rests on. */
const ENDS: Record<string, (one: Awaited<ReturnType<typeof connect>>, company: string) => Promise<unknown>> = {
  'the token is revoked': ({ access }) =>
    fetch(`${app.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token: access }) }),
  'the refresh token is revoked': ({ refreshToken }) =>
    fetch(`${app.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token: refreshToken }) }),
  'the connection is ended': ({ grantId }) => app.sql('delete from oauth_grant where id = $1', [grantId]),
  'the login is switched off': ({ userId }) => app.sql('update staff_user set active = false where id = $1', [userId]),
  'the membership ends': ({ userId }) => app.sql('update membership set active = false where user_id = $1', [userId]),
  'the clinic switches assistants off': (_, company) =>
    app.sql('update clinic set assistants_enabled = false where company_id = $1', [company]),
  'the clinic is closed': (_, company) => app.sql('update clinic set active = false where company_id = $1', [company]),
  'the clinic requires a second factor that the login lacks': (_, company) =>
    app.sql('update clinic set second_factor_required = true where company_id = $1', [company]),
  'its time is over': ({ grantId }) =>
    app.sql("update oauth_grant set absolute_end = now() - interval '1 second' where id = $1", [grantId]),
}

for (const [happening, happen] of Object.entries(ENDS))
  test(`the next call is refused within a second when ${happening}`, async () => {
    const its = await app.clinic()
    const connected = await connect(its)
    const asked = performance.now()
    assert.equal((await connected.call('get_connection')).isError, false)
    const usualMs = performance.now() - asked
    await happen(connected, its.company_id)
    const began = performance.now()
    assert.equal((await post(LIST, bearer(connected.access))).status, 401)
    // A machine that is busy with other things takes its time for any call.
    assert.ok(performance.now() - began < Math.max(1_000, 5 * usualMs))
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

test('what a role may read is asked anew at every call', async () => {
  const its = await app.clinic()
  const connected = await connect(its)
  assert.equal((await connected.call('list_invoices')).isError, false)
  await app.sql("update membership set role = 'assistant' where user_id = $1", [connected.userId])
  assert.equal((await connected.call('list_invoices')).isError, true)
})

test('answers 503, and neither 401 nor data, while the authorization server cannot be asked', async () => {
  const { access } = await connect(clinic)
  const silent = await another({ AUTHORIZATION_SERVER_URL: 'http://127.0.0.1:9' })
  const stranger = await another({ AUTHORIZATION_SERVER_URL: origin })
  for (const { url: to } of [silent, stranger]) {
    const response = await post(LIST, bearer(access), to)
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5'])
    assert.equal((await post(LIST, {}, to)).status, 401)
  }
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

test('many requests at the same time with one token share few questions, and all are answered', async () => {
  const { access } = await connect(clinic)
  const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await post(LIST, bearer(access))).status))
  assert.deepEqual(new Set(statuses), new Set([200]))
})

test('of tokens that are asked about together each gets its own answer', async () => {
  const connections = await Promise.all(Array.from({ length: 30 }, () => connect(clinic)))
  const ended = new Set(connections.filter((_, i) => i % 3 === 0))
  for (const { grantId } of ended) await app.sql('delete from oauth_grant where id = $1', [grantId])
  const people = await app.sql<{ id: string; email: string }>('select id, email from staff_user')
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  const params = { ...LIST.params, name: 'get_profile', arguments: {} }
  const asked = connections.map(async ({ access }) => {
    const headers = { ...bearer(access), 'mcp-method': 'tools/call', 'mcp-name': 'get_profile' }
    const response = await post({ ...LIST, method: 'tools/call', params }, headers)
    return response.status === 200 ? /"email":"([^"]+)"/.exec(await response.text())?.[1] : response.status
  })
  const expected = connections.map(one => (ended.has(one) ? 401 : emails.get(one.userId)))
  assert.deepEqual(await Promise.all(asked), expected)
})
