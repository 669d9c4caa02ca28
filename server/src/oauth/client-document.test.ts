import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { documentAt, SITE, startDocumentSite } from '../../test/support/oauth/document-site.ts'
import { startDnsServer } from '../../test/support/servers/dns-server.ts'
import { createEgress } from '../egress/agent.ts'
import { documentFetcher, isDocumentUrl, readClientDocument } from './client-document.ts'

const site = await startDocumentSite()
const ISSUER = 'https://clinic.example'
const read = (url: string) => readClientDocument(url, site.fetchDocument, ISSUER)
let published = 0

/** Publishes a document with changes under a path of its own, and reads it. */
function readWith(changes: Record<string, unknown>) {
  const path = `/changed-${++published}.json`
  return read(site.publish(path, documentAt(path, changes)))
}

test('reads what a client publishes of itself', async () => {
  const document = await readWith({ client_name: ' \u202eAssist\u200bant ', logo_uri: 'https://app.example/x.png' })
  assert.deepEqual(document, {
    name: 'Assistant',
    redirectUris: [`${SITE}/callback`],
    grantTypes: ['authorization_code', 'refresh_token'],
    freshSeconds: 300,
  })
})

test('a client id is an address in its one spelling: https, a path, no user, port, query, fragment or dot segment', () => {
  for (const id of [`${SITE}/client.json`, `${SITE}/a/b`, 'https://claude.ai/oauth/mcp-oauth-client-metadata'])
    assert.ok(isDocumentUrl(id), id)
  const wrong = [
    'http://app.example/client.json',
    `${SITE}`,
    `${SITE}/`,
    `${SITE}:443/client.json`,
    `${SITE}:8443/client.json`,
    `${SITE}/client.json?x=1`,
    `${SITE}/client.json#x`,
    'https://user@app.example/client.json',
    'https://user:pass@app.example/client.json',
    `${SITE}/a/../client.json`,
    `${SITE}/./client.json`,
    `${SITE}/%2e%2e/client.json`,
    `${SITE}/%2E/client.json`,
    'https://APP.example/client.json',
    'HTTPS://app.example/client.json',
    'https:\\\\app.example\\client.json',
    'https://[::1]/client.json',
    `${SITE}/${'x'.repeat(500)}`,
    'oac_1',
    '',
  ]
  for (const id of wrong) assert.ok(!isDocumentUrl(id), id)
})

const unfit: [string, Record<string, unknown>][] = [
  ['names another id', { client_id: `${SITE}/other.json` }],
  ['names its id with a slash more', { client_id: `${SITE}/changed.json/` }],
  ['names no id', { client_id: undefined }],
  ['has no name', { client_name: undefined }],
  ['has a name that is no text', { client_name: { en: 'x' } }],
  ['has no addresses', { redirect_uris: undefined }],
  ['has an empty list of addresses', { redirect_uris: [] }],
  [
    'has only addresses that codes never go to',
    { redirect_uris: ['app://cb', 'http://a.example/', 'https://10.0.0.1/'] },
  ],
  ['would be answered here', { redirect_uris: [`${ISSUER}/oauth/callback`] }],
  ['holds a secret', { client_secret: 'x' }],
  ['speaks of a secret', { client_secret_expires_at: 0 }],
  ['wants a shared secret', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['can do nothing but sign', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['lists no method without a secret', { token_endpoint_auth_methods_supported: ['private_key_jwt'] }],
  ['wants another kind of grant alone', { grant_types: ['client_credentials'] }],
]
for (const [title, changes] of unfit)
  test(`a document that ${title} is none`, async () => {
    assert.equal(await readWith(changes), 'unfit')
  })

test('a client that prefers to sign and can do without is taken', async () => {
  const document = await readWith({
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  })
  assert.equal(typeof document, 'object')
})

test('of the addresses in a document those are kept that codes could go to', async () => {
  const document = await readWith({
    redirect_uris: ['app://x', `${SITE}/cb`, 'http://127.0.0.1/cb', 'http://10.1.1.1/', 7],
  })
  assert.deepEqual(typeof document === 'string' ? document : document.redirectUris, [
    `${SITE}/cb`,
    'http://127.0.0.1/cb',
  ])
})

const answers: [string, 'unfit' | 'unreachable', Parameters<typeof site.answers.set>[1]][] = [
  ['leads elsewhere', 'unreachable', response => response.writeHead(302, { location: `${SITE}/good.json` }).end()],
  ['is refused to robots', 'unreachable', response => response.writeHead(403).end('<html>')],
  ['is broken', 'unreachable', response => response.writeHead(500).end()],
  ['is empty', 'unreachable', response => response.writeHead(204).end()],
  ['is gone', 'unfit', response => response.writeHead(410).end()],
  ['is a page', 'unfit', response => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')],
  ['is a list', 'unfit', response => response.writeHead(200).end('[]')],
  ['is longer than 10 KB', 'unfit', response => response.writeHead(200).end(`${' '.repeat(11_000)}{}`)],
  ['would reach a prototype', 'unfit', response => response.writeHead(200).end('{"__proto__": {"client_id": "x"}}')],
  [
    'breaks off',
    'unreachable',
    response => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      response.destroy()
    },
  ],
]
for (const [title, expected, answer] of answers)
  test(`a document that ${title} is ${expected}`, async () => {
    site.answers.set(`/${title}`.replaceAll(' ', '-'), answer)
    assert.equal(await read(`${SITE}/${title.replaceAll(' ', '-')}`), expected)
  })

test('a site that does not answer is given up after three seconds', async () => {
  site.answers.set('/silent.json', () => {})
  const start = performance.now()
  assert.equal(await read(`${SITE}/silent.json`), 'unreachable')
  assert.ok(performance.now() - start < 9_000)
})

test('no document is read from a private address, whatever name leads to it', async () => {
  const inner = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '::1', '::ffff:10.0.0.1', 'fd00::1']
  const dns = await startDnsServer(
    (name, type) =>
      inner.filter((_, index) => name === `n${index}.example`).filter(ip => ip.includes(':') === (type === 'AAAA')),
    3600,
  )
  const egress = createEgress({ allowPrivate: true, dnsServers: [dns.address] })
  atEnd(async () => {
    await egress.close()
    await dns.close()
  })
  const urls = [
    ...inner.map((_, index) => `https://n${index}.example/client.json`),
    ...['127.0.0.1', '10.0.0.1', 'localhost', 'metadata.google.internal'].map(host => `https://${host}/client.json`),
  ]
  for (const url of urls)
    assert.equal(await readClientDocument(url, documentFetcher(egress), ISSUER), 'unreachable', url)
  assert.equal(egress.stats().connections, 0)
})

test('a document stays fresh as long as its headers say, from five minutes to a day', async () => {
  const freshness: [string, number][] = [
    ['max-age=3600', 3_600],
    ['public, max-age=60', 300],
    ['max-age=999999', 86_400],
    ['no-store, max-age=3600', 300],
    ['s-maxage=9', 300],
  ]
  for (const [cacheControl, seconds] of freshness) {
    const path = `/fresh-${++published}.json`
    const document = await read(site.publish(path, documentAt(path), { 'cache-control': cacheControl }))
    assert.equal(typeof document === 'string' ? document : document.freshSeconds, seconds, cacheControl)
  }
})
