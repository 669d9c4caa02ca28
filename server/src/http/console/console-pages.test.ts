import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { PATHS } from '@clinic/console/app/paths.ts'
import { request } from 'undici'
import { startApp } from '../../../test/support/app/harness.ts'

const app = await startApp({
  BASE_URL: 'https://api.clinic.example',
  WEB_ORIGIN: 'https://app.clinic.example/',
  ASSISTANT_URL: 'https://mcp.clinic.example/mcp?"><b>',
})

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(app.url + path, { headers })
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
}

const addresses = PATHS.map(path => path.replace(/:\w+/g, 'abc'))
const filesOf = (html: string) => [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

test('answers with the console at its own addresses, and keeps nothing of it', async () => {
  for (const path of addresses) {
    const { status, headers, body } = await get(path)
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'], path)
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(body.toString(), /<div id="console"><\/div>/)
  }
})

test('leaves every other address to whom it belongs', async () => {
  for (const path of [
    '/api',
    '/api/v1/nothing',
    '/staff',
    '/staff/v1/nothing',
    '/oauth/nothing',
    '/.well-known/nothing',
  ])
    assert.equal((await get(path)).status, 404, path)
  for (const path of [
    '/nothing',
    '/login/',
    '/login/x',
    '/assets/nothing.js',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fbuild.ts',
    '/assets/../index.html',
    '/assets/',
    '/index.html',
  ]) {
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers['content-type']], [404, 'application/json; charset=utf-8'], path)
  }
  assert.match(String((await get('/docs')).body), /<title>/)
})

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a browser at an address that nobody has is shown the console, which says so, with 404', async () => {
  for (const path of ['/nothing', '/login/x', '/c', '/c/cli_x/nothing', '/members/x', '/index.html']) {
    const { status, headers, body } = await get(path, HTML)
    assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(body.toString(), /<div id="console"><\/div>/)
  }
})

test('what lies below the addresses of programs stays theirs, for browsers too', async () => {
  for (const path of ['/api/v1/nothing', '/staff/v1/nothing', '/oauth/nothing', '/assets/nothing.js']) {
    const { status, headers } = await get(path, HTML)
    assert.deepEqual([status, headers['content-type']], [404, 'application/json; charset=utf-8'], path)
  }
  assert.equal((await request(`${app.url}/nothing`, { method: 'POST', headers: HTML })).statusCode, 404)
  assert.equal((await get('/oauth/token', HTML)).status, 405)
})

test('allows nothing but this origin and styles with the nonce of this answer', async () => {
  const [one, other] = [await get('/login'), await get('/login')]
  const policies = [one, other].map(({ headers }) => String(headers['content-security-policy']))
  assert.notEqual(policies[0], policies[1])
  for (const [index, { body }] of [one, other].entries()) {
    const policy = policies[index] ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/)
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1]
    assert.ok(body.toString().includes(`nonce="${nonce}"`))
  }
  assert.doesNotMatch(
    one.body.toString(),
    /<style|style=|<script(?![^>]*src=)|<b>|\son[a-z]+=|https?:\/\/(?!(api|app|mcp)\.clinic)/i,
  )
})

test('tells the login the two origins that it may return to', async () => {
  const html = (await get('/login')).body.toString()
  assert.match(html, /name="return-origins" content="https:\/\/app\.clinic\.example https:\/\/api\.clinic\.example"/)
})

test('files with a hash in their name are kept for ever, and are sent as small as the client takes them', async () => {
  const files = filesOf((await get('/login')).body.toString())
  assert.ok(files.some(file => file.endsWith('.js')) && files.some(file => file.endsWith('.css')))
  const sent = { gzip: 0, br: 0 }
  for (const file of files) {
    const plain = await get(file)
    assert.deepEqual([plain.status, plain.headers['cache-control']], [200, 'public, max-age=31536000, immutable'])
    assert.match(file, /-[\w-]{8}\.\w+$/)
    const zipped = await get(file, { 'accept-encoding': 'gzip' })
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.deepEqual(gunzipSync(zipped.body), plain.body)
    const small = await get(file, { 'accept-encoding': 'gzip, br' })
    assert.equal(small.headers['content-encoding'], 'br')
    assert.ok(small.body.length <= zipped.body.length)
    sent.gzip += zipped.body.length
    sent.br += small.body.length
  }
  assert.ok(sent.br < sent.gzip)
})
