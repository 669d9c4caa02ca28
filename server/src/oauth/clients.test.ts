import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { authorizationRequest, connectingBrowser } from '../../test/support/oauth/connecting.ts'
import { documentAt, SITE, startDocumentSite } from '../../test/support/oauth/document-site.ts'
import { type ClientSources, clientFinder } from './clients.ts'
import { recordEvent } from './events.ts'
import { asAuthorizationServer } from './oauth-deps.ts'

const PHONE = { id: 'phone', name: 'Phone', redirectUris: ['http://127.0.0.1/cb'] }
const app = await startApp({ OAUTH_CLIENTS: JSON.stringify([PHONE]) })
const site = await startDocumentSite()
const record = recordEvent({ requestId: 'req_test', address: '192.0.2.1' })

/** What one process knows; another one starts with nothing but the database. */
const newFinder = (changes: Partial<ClientSources> = {}) => {
  const find = clientFinder({
    platform: run => app.platform(tx => asAuthorizationServer(tx, run)),
    fetchDocument: site.fetchDocument,
    preregistered: new Map(),
    issuer: 'http://localhost:4000',
    mayRead: () => true,
    ...changes,
  })
  return (clientId: string) => find(clientId, record)
}
const askedFor = (path: string) => site.asked.filter(one => one === path).length
const stale = (clientId: string, age: string) =>
  app.sql(`update oauth_client set fresh_until = now(), read_at = now() - interval '${age}' where client_id = $1`, [
    clientId,
  ])
const broken = (path: string, status: number) => site.answers.set(path, response => response.writeHead(status).end())

test('a client that describes itself is read once, also for twenty requests at the same time', async () => {
  const id = site.publish('/once.json', documentAt('/once.json'))
  const find = newFinder()
  const found = await Promise.all(Array.from({ length: 20 }, () => find(id)))
  for (const client of found) assert.equal(typeof client === 'object' && client.kind, 'cimd')
  await newFinder()(id)
  assert.equal(askedFor('/once.json'), 1)
})

test('what has become stale is read again, and what changed is taken', async () => {
  const id = site.publish('/changes.json', documentAt('/changes.json'))
  await newFinder()(id)
  await stale(id, '1 hour')
  site.publish('/changes.json', documentAt('/changes.json', { redirect_uris: [`${SITE}/new`] }))
  const client = await newFinder()(id)
  assert.deepEqual(typeof client === 'object' && client.redirect_uris, [`${SITE}/new`])
})

test('while a document cannot be read, the last good one stands in for a week, and no longer', async () => {
  const id = site.publish('/outage.json', documentAt('/outage.json'))
  await newFinder()(id)
  broken('/outage.json', 403)
  await stale(id, '6 days')
  assert.equal(typeof (await newFinder()(id)), 'object')
  await stale(id, '8 days')
  assert.equal(await newFinder()(id), 'unreadable')
})

test('a document that is withdrawn or no longer fit ends the client immediately', async () => {
  const id = site.publish('/withdrawn.json', documentAt('/withdrawn.json'))
  await newFinder()(id)
  await stale(id, '1 hour')
  broken('/withdrawn.json', 404)
  assert.equal(await newFinder()(id), 'unreadable')
  site.publish('/withdrawn.json', documentAt('/withdrawn.json', { client_id: `${SITE}/other.json` }))
  assert.equal(await newFinder()(id), 'unreadable')
})

test('what failed is not asked for again within a minute', async () => {
  broken('/failing.json', 500)
  const find = newFinder()
  for (let count = 0; count < 5; count++) assert.equal(await find(`${SITE}/failing.json`), 'unreadable')
  assert.equal(askedFor('/failing.json'), 1)
})

test('beyond the limit for everybody nothing is read', async () => {
  const id = site.publish('/limited.json', documentAt('/limited.json'))
  assert.equal(await newFinder({ mayRead: () => false })(id), 'unreadable')
  assert.equal(askedFor('/limited.json'), 0)
})

test('an assistant that everybody uses is known also where its document cannot be read', async () => {
  const known: [string, string[], boolean][] = [
    ['https://claude.ai/oauth/mcp-oauth-client-metadata', ['https://claude.ai/api/mcp/auth_callback'], true],
    ['https://chatgpt.com/oauth/client.json', ['https://chatgpt.com/connector_platform_oauth_redirect'], true],
    [
      'https://claude.ai/oauth/claude-code-client-metadata',
      ['http://localhost/callback', 'http://127.0.0.1/callback'],
      false,
    ],
  ]
  for (const [id, redirectUris, verified] of known) {
    const client = await newFinder()(id)
    assert.deepEqual(typeof client === 'object' && [client.redirect_uris, client.verified], [redirectUris, verified])
  }
})

test('an id that is neither registered nor an address belongs to no client', async () => {
  for (const id of ['', 'oac_unknown', 'http://app.example/x', `${SITE}/a?b`, `${SITE}/../x`])
    assert.equal(await newFinder()(id), undefined)
  assert.deepEqual(
    site.asked.filter(path => path.includes('x')),
    [],
  )
})

test('a described client authorizes at its own addresses; an unreadable one gets a page and no redirect', async () => {
  const id = site.publish('/flow.json', documentAt('/flow.json'))
  await newFinder()(id)
  const browser = connectingBrowser(app)
  const good = await browser.go(authorizationRequest({ clientId: id, redirect_uri: `${SITE}/callback` }).path)
  assert.match(good.headers.get('location') ?? '', /\/login\?oauth_return=/)
  const foreign = await browser.go(authorizationRequest({ clientId: id, redirect_uri: `${SITE}/callback/` }).path)
  assert.deepEqual([foreign.status, foreign.headers.get('location')], [400, null])
  const unreadable = await browser.go(authorizationRequest({ clientId: 'https://nobody.invalid/client.json' }).path)
  assert.deepEqual([unreadable.status, unreadable.headers.get('location')], [400, null])
  assert.match(unreadable.text, /could not be verified[\s\S]*https:\/\/nobody\.invalid\/client\.json/)
})

test('a described client whose error it is hears of it, where it is answered at its own site and nowhere else', async () => {
  const go = async (path: string, redirectUri: string) => {
    const id = site.publish(path, documentAt(path, { redirect_uris: [redirectUri] }))
    await newFinder()(id)
    const query = { clientId: id, redirect_uri: redirectUri, code_challenge_method: 'plain' }
    return connectingBrowser(app).go(authorizationRequest(query).path)
  }
  const own = await go('/bounced.json', `${SITE}/callback`)
  assert.match(own.headers.get('location') ?? '', /^https:\/\/app\.example\/callback\?error=invalid_request&/)
  const elsewhere = await go('/elsewhere.json', 'https://elsewhere.example/callback')
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('location')], [400, null])
})

test('a client that the operator named may be answered on the person’s machine at any port', async () => {
  const browser = connectingBrowser(app)
  const at = (redirectUri: string) =>
    browser.go(authorizationRequest({ clientId: PHONE.id, redirect_uri: redirectUri }).path)
  assert.equal((await at('http://127.0.0.1:49152/cb')).status, 302)
  assert.equal((await at('http://localhost:49152/cb')).status, 400)
})
