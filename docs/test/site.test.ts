import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ERRORS } from '@clinic/contract/errors.ts'
import { events } from '@clinic/contract/event-types.ts'
import { formFieldsV1 } from '@clinic/contract/form-fields.ts'
import { operations } from '@clinic/contract/index.ts'
import { manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import { platformOperations } from '@clinic/contract/platform/index.ts'
import { publisherOperations } from '@clinic/contract/publisher/index.ts'
import { SCOPES } from '@clinic/contract/scopes.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { PERMISSION_NAMES } from '@clinic/contract/staff/permissions.ts'
import { request } from 'undici'
import { pluginApi } from '../src/print/surfaces.ts'
import { BUILT, serveDocs } from './served.ts'

let document = pluginApi()
const origin = await serveDocs(() => document)

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(origin + path, { headers })
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
}

/** Every page by its address. */
const pages = new Map<string, string>()
for (const file of (await Array.fromAsync(glob('**/index.html', { cwd: BUILT }))).sort())
  pages.set(join('/docs', file, '..'), await readFile(join(BUILT, file), 'utf8'))

const textOf = (path: string): string => pages.get(path) ?? ''
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))

test('no link of any page is dead: each leads to a page or file that is served, and to a place on it', async () => {
  assert.ok(pages.size > 190)
  const ids = new Map([...pages].map(([path, html]) => [path, idsOf(html)]))
  const files = new Set<string>()
  const dead: string[] = []
  for (const [path, html] of pages)
    for (const [, page = '', , id] of html.matchAll(/(?:href|src)="(\/[^"#]*|)(#([^"]*))?"/g)) {
      const known = ids.get(page || path)
      if (!known && page) files.add(page)
      // Starlight's own skip link and the top of the page have ids as well.
      if (id && known && !known.has(decodeURIComponent(id))) dead.push(`${path} → ${page}#${id}`)
      if (id && !known) dead.push(`${path} → ${page}#${id}`)
    }
  for (const file of files) if ((await get(file)).status !== 200) dead.push(file)
  assert.deepEqual(dead, [])
})

test('every operation, event, error, scope and permission has a heading, and nothing of it needs a script', () => {
  const english = [...pages].filter(([path]) => !path.startsWith('/docs/ar'))
  const placed = new Set(english.flatMap(([path, html]) => [...idsOf(html)].map(id => `${path.split('/')[2]}#${id}`)))
  const lost = [
    ...operations.map(({ id }) => `reference#${id}`),
    ...events.map(({ type }) => `events#${type}`),
    ...Object.keys(document['x-error-codes']).map(code => `errors#${code}`),
    ...Object.keys(SCOPES).map(scope => `scopes#${scope}`),
    ...staffOperations.map(({ id }) => `staff#${id}`),
    ...publisherOperations.map(({ id }) => `publisher#${id}`),
    ...platformOperations.map(({ id }) => `platform#${id}`),
    ...PERMISSION_NAMES.map(name => `staff#${name}`),
  ].filter(place => !placed.has(place))
  assert.deepEqual(lost, [])
  assert.ok(Object.keys(ERRORS).length > 0 && textOf('/docs/reference/patients').includes('clinicFileNumber'))
})

test('a page names no other origin but in its text, so that it works offline', () => {
  for (const [path, html] of pages) {
    const own = html.replaceAll(/<(?:pre|code)\b[\s\S]*?<\/(?:pre|code)>|<link rel="canonical"[^>]*>/g, '')
    assert.equal(own.match(/(?:src|action)="(?:https?:)?\/\/|<link[^>]*href="(?:https?:)?\/\//g), null, path)
  }
})

test('the policy lets nothing inline run but the scripts that were built, and no page has an inline style', async () => {
  const policy = String((await get('/docs')).headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-/)
  assert.doesNotMatch(policy.replace("'wasm-unsafe-eval'", ''), /unsafe|\*|https?:/)
  const allowed = new Set([...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash))
  const found = new Set<string>()
  for (const [path, html] of pages) {
    assert.doesNotMatch(html, /<style|\sstyle="|<[a-z][^>]*\son[a-z]+="/i, path)
    for (const [, script = ''] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g))
      found.add(createHash('sha256').update(script).digest('base64'))
  }
  assert.deepEqual(found, allowed)
})

test('pages are sent as small as the client takes them, and 304 to a client that has them', async () => {
  const plain = await get('/docs/events')
  assert.deepEqual([plain.status, plain.headers['content-type']], [200, 'text/html; charset=utf-8'])
  const br = await get('/docs/events', { 'accept-encoding': 'gzip, br' })
  assert.deepEqual(brotliDecompressSync(br.body), plain.body)
  const gzip = await get('/docs/events', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
  assert.deepEqual(gunzipSync(gzip.body), plain.body)
  const again = await get('/docs/events', { 'if-none-match': `"other", ${plain.headers.etag}` })
  assert.deepEqual([again.status, again.body.length], [304, 0])
})

test('a page that is not there says so, and no address leads out of the folder', async () => {
  const lost = await get('/docs/nothing', { accept: 'text/html' })
  assert.equal(lost.status, 404)
  assert.match(lost.body.toString(), /<h1[^>]*>404/)
  for (const path of ['/docs/..%2fpackage.json', '/docs/%2e%2e/package.json', '/docs/reference/..%2f..%2fbuild.ts'])
    assert.equal((await get(path, { accept: 'text/html' })).status, 404, path)
  assert.equal((await get('/docs/')).headers.location, '/docs')
})

test('a program gets every page as Markdown, by its address with .md or by asking for it, and a list of all', async () => {
  const [twin, asked, page] = await Promise.all([
    get('/docs/reference/patients.md'),
    get('/docs/reference/patients', { accept: 'text/markdown' }),
    get('/docs/reference/patients', { accept: 'text/html,*/*;q=0.8' }),
  ])
  for (const { headers } of [twin, asked]) assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
  assert.deepEqual(asked.body, twin.body)
  assert.equal(asked.headers.vary, 'accept, accept-encoding')
  assert.match(page.body.toString(), /^<!DOCTYPE html>/i)
  const text = twin.body.toString()
  assert.match(text, /^# Patients\n/)
  assert.match(text, /\n## List patients\n/)
  assert.doesNotMatch(text, /code-tabs|\{#|title="/)
  const index = (await get('/docs/llms.txt')).body.toString()
  const listed = [...index.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, address = '']) => address)
  assert.ok(listed.length > 90)
  for (const address of listed) assert.equal((await get(address)).status, 200, address)
  const full = (await get('/docs/llms-full.txt')).body.toString()
  for (const { summary } of operations) assert.ok(full.includes(`## ${summary}`), summary)
})

test('programs get the description without a token, and a new one immediately', async () => {
  const first = await get('/api/v1/openapi.json')
  assert.deepEqual(JSON.parse(first.body.toString()), JSON.parse(JSON.stringify(document)))
  document = { ...document, info: { ...document.info, title: 'Another title' } }
  const changed = await get('/api/v1/openapi.json', { 'if-none-match': String(first.headers.etag) })
  assert.deepEqual([changed.status, JSON.parse(changed.body.toString()).info.title], [200, 'Another title'])
})

test('sends the JSON Schemas of the manifest and of form fields', async () => {
  const schemas = { 'plugin-manifest-v1': manifestSchemaV1, 'form-fields-v1': formFieldsV1 }
  for (const [name, schema] of Object.entries(schemas)) {
    const { headers, body } = await get(`/schemas/${name}.json`)
    assert.match(String(headers['content-type']), /^application\/schema\+json/)
    assert.deepEqual(JSON.parse(body.toString()), JSON.parse(JSON.stringify(schema)))
  }
})
