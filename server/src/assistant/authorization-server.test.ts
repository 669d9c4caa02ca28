import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST, startAssistant } from '../../test/support/oauth/assistant-app.ts'

const { app, origin, post, connect, another } = await startAssistant()
const clinic = await app.clinic()
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

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

for (const [ending, end] of Object.entries(ENDS))
  test(`the next call is refused within a second when ${ending}`, async () => {
    const its = await app.clinic()
    const connected = await connect(its)
    const asked = performance.now()
    assert.equal((await connected.call('get_connection')).isError, false)
    const usualMs = performance.now() - asked
    await end(connected, its.company_id)
    const began = performance.now()
    assert.equal((await post(LIST, bearer(connected.access))).status, 401)
    // A machine that is busy with other things takes its time for any call.
    assert.ok(performance.now() - began < Math.max(1_000, 5 * usualMs))
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
