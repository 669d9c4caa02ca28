import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { events } from '@clinic/contract/event-types.ts'
import { formFieldsV1 } from '@clinic/contract/form-fields.ts'
import { operations } from '@clinic/contract/index.ts'
import { manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import { PERMISSION_NAMES } from '@clinic/contract/staff/permissions.ts'
import Fastify from 'fastify'
import { request } from 'undici'
import { atEnd } from '../../../test/support/at-end.ts'
import { brandFiles } from '../brand/brand-files.ts'
import { docsPages } from './docs-pages.ts'

const options = { serverUrl: 'https://clinic.example.com', version: '2026-07' } as const
const describe = () => openapi({ surface: pluginDocument, ...options, operations, events })
const app = Fastify()
let document = describe()
let origin = ''

before(async () => {
  await app.register(brandFiles)
  await app.register(docsPages(() => document))
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
atEnd(() => app.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(origin + path, { headers })
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
}

/** The page and, from there on, everything of this origin that it or its parts name. */
async function wholePage(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const open = ['/docs']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || path.endsWith('.json')) continue
    const { status, body } = await get(path)
    assert.equal(status, 200, path)
    const text = body.toString()
    found.set(path, text)
    const named = [...text.matchAll(/(?:href|src): '(\/[^']+)'|(?:href|src)="(\/[^"]+)"|from '\.(\/[^']+)'/g)]
    for (const [, property, attribute, module] of named) open.push(property ?? attribute ?? `/docs${module}`)
  }
  return found
}

test('serves the page and every part that it names', async () => {
  const parts = await wholePage()
  assert.ok(parts.has('/docs/app.css') && parts.has('/brand/icon.svg') && parts.has('/docs/curl.js'))
  for (const path of parts.keys()) {
    const type = String((await get(path)).headers['content-type'])
    const expected = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : ''
    assert.ok(type.startsWith(expected), `${path} ${type}`)
  }
})

test('shows the console’s API by the same page, from its own description', async () => {
  const { status, headers, body } = await get('/docs/staff')
  assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'])
  const [own, plugins] = [body.toString(), (await get('/docs')).body.toString()]
  assert.match(own, /data-api="\/staff\/v1\/openapi\.json"/)
  assert.ok(!own.includes('/api/v1/') && !own.includes('Plugin') && plugins.includes('data-api="/api/v1/openapi.json"'))
  const { modelOf } = await import(new URL('./assets/model.js', import.meta.url).href)
  const { curlOf } = await import(new URL('./assets/curl.js', import.meta.url).href)
  const described = openapi({
    surface: staffDocument,
    serverUrl: 'https://clinic.example.com',
    version: '2026-07',
    operations: staffOperations,
  })
  const model = modelOf(JSON.parse(JSON.stringify(described)))
  const find = (id: string) => model.operations.find(({ operationId }: { operationId: string }) => operationId === id)
  assert.deepEqual([model.word, Object.keys(model.scopes)], ['Permission', [...PERMISSION_NAMES]])
  assert.deepEqual([find('logIn').who, find('putAssistantPolicy').asked.scopes], ['anybody', ['assistants:manage']])
  assert.match(
    curlOf(model.server, find('putAssistantPolicy')),
    /^curl -X PUT .*\n.*cookies[\s\S]*Origin: https:\/\/clinic\.example\.com/,
  )
})

test('names no other origin, so that it works offline', async () => {
  for (const [path, text] of await wholePage()) {
    const foreign = text
      .replaceAll('http://www.w3.org/2000/svg', '')
      .match(/(?:https?:)?\/\/[a-z0-9-]+\.[a-z]+|@import|\burl\((?!\/)/g)
    assert.equal(foreign, null, path)
  }
})

test('allows no inline script, no inline style and no markup from printed text', async () => {
  const { headers, body } = await get('/docs')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/)
  const html = body.toString()
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]*src=)|\son[a-z]+=/i)
  for (const [path, text] of await wholePage()) {
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/, path)
  }
})

test('sends the description without a token, also compressed, and 304 to a client that has it', async () => {
  const plain = await get('/api/v1/openapi.json')
  assert.deepEqual(JSON.parse(plain.body.toString()), JSON.parse(JSON.stringify(document)))
  assert.equal(plain.headers['content-encoding'], undefined)
  const br = await get('/api/v1/openapi.json', { 'accept-encoding': 'gzip, br' })
  assert.deepEqual(brotliDecompressSync(br.body), plain.body)
  const gzip = await get('/api/v1/openapi.json', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
  assert.deepEqual(gunzipSync(gzip.body), plain.body)
  const again = await get('/api/v1/openapi.json', { 'if-none-match': `"other", ${plain.headers.etag}` })
  assert.equal(again.status, 304)
  assert.equal(again.body.length, 0)
})

test('publishes a new description immediately', async () => {
  const { headers } = await get('/api/v1/openapi.json')
  document = { ...document, info: { ...document.info, title: 'Another title' } }
  const changed = await get('/api/v1/openapi.json', { 'if-none-match': String(headers.etag) })
  assert.equal(changed.status, 200)
  assert.equal(JSON.parse(changed.body.toString()).info.title, 'Another title')
})

test('sends the JSON Schemas of the manifest and of form fields', async () => {
  const schemas = { 'plugin-manifest-v1': manifestSchemaV1, 'form-fields-v1': formFieldsV1 }
  for (const [name, schema] of Object.entries(schemas)) {
    const { headers, body } = await get(`/schemas/${name}.json`)
    assert.match(String(headers['content-type']), /^application\/schema\+json/)
    assert.deepEqual(JSON.parse(body.toString()), JSON.parse(JSON.stringify(schema)))
  }
})

test('gives commands that a shell reads as the very request, whatever the example holds', async () => {
  const { curlOf } = await import(new URL('./assets/curl.js', import.meta.url).href)
  const body = { name: `O'Neil "quoted" $(touch x) \`y\` \\ $HOME`, lines: 'one\ntwo' }
  const path = { in: 'path', name: 'id', example: "a'b c" }
  const query = { in: 'query', name: 'from', required: true, example: '2026-07-05T07:00:00+03:00' }
  const operation = { method: 'post', path: '/things/{id}', parameters: [path, query], body: { example: body } }
  const script = `TOKEN=secret; uuidgen() { echo key; }; curl() { printf '%s\\0' "$@"; }; ${curlOf('https://x.example', operation)}`
  const words = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  assert.deepEqual(words, [
    '-X',
    'POST',
    "https://x.example/things/a'b%20c?from=2026-07-05T07%3A00%3A00%2B03%3A00",
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'Idempotency-Key: key',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify(body, null, 2),
  ])
})
