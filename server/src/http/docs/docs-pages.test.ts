import assert from 'node:assert/strict'
import { test } from 'node:test'
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
import { docsFacts } from '../../app/docs-facts.ts'
import { readEnv } from '../../settings/env.ts'
import { brandFiles } from '../brand/brand-files.ts'
import { docsPages } from './docs-pages.ts'

const options = { serverUrl: 'https://clinic.example.com', version: '2026-07' } as const
const staff = openapi({ surface: staffDocument, ...options, operations: staffOperations })
const app = Fastify()
let document = openapi({ surface: pluginDocument, ...options, operations, events })

await app.register(brandFiles)
const facts = docsFacts(readEnv({}))
await app.register(docsPages({ document: () => document, others: { staff: () => staff }, facts }))
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
atEnd(() => app.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(origin + path, { headers })
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
}
const textOf = async (path: string): Promise<string> => (await get(path)).body.toString()

/** The pages below an address and, from there on, everything of this origin that they or their parts name. */
async function whole(start: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || path.endsWith('.json')) continue
    const { status, body } = await get(path)
    assert.equal(status, 200, path)
    const text = body.toString()
    found.set(path, text)
    for (const [, address, module] of text.matchAll(/(?:href|src)="(\/[^"#]*)|from '\.(\/[^']+)'/g))
      open.push(address ?? `/docs${module}`)
  }
  return found
}

const parts = await whole('/docs')
const pages = [...parts].filter(([, text]) => text.startsWith('<!doctype html>'))

test('every link of every page leads to a place that is there', async () => {
  assert.ok(pages.length > 40 && parts.has('/docs/app.css') && parts.has('/docs/search.js'))
  const idsOf = (text: string) => new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
  const ids = new Map(pages.map(([path, text]) => [path, idsOf(text)]))
  const dead = pages.flatMap(([path, text]) =>
    [...text.matchAll(/href="(\/docs[^"#]*|)#([^"]+)"/g)].flatMap(([, page = '', id]) =>
      ids.get(page || path)?.has(id) ? [] : [`${path} → ${page}#${id}`],
    ),
  )
  assert.deepEqual(dead, [])
})

test('serves the page and every part that it names, each as what it is', async () => {
  for (const path of parts.keys()) {
    const type = String((await get(path)).headers['content-type'])
    const expected = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : ''
    assert.ok(type.startsWith(expected), `${path} ${type}`)
  }
  assert.equal((await get('/docs/guides/nothing')).status, 404)
  assert.equal((await get('/docs/')).headers.location, '/docs')
})

test('everything is in the HTML: every operation, object, event, error and scope can be read without a script', () => {
  const text = pages.map(([, html]) => html).join('\n')
  for (const { id, summary } of operations) assert.ok(text.includes(`id="${id}"`) && text.includes(summary), id)
  for (const { type } of events) assert.ok(text.includes(`id="${type}"`), type)
  for (const name of Object.keys(document['x-error-codes'])) assert.ok(text.includes(`<tr id="${name}"`), name)
  for (const id of ['object-patient', 'object-invoice', 'patients:read.pii']) assert.ok(text.includes(`id="${id}"`), id)
})

test('shows the console’s API by the same pages, from its own description', async () => {
  const own = await whole('/docs/staff')
  const text = [...own]
    .filter(([path]) => path.startsWith('/docs/staff'))
    .map(([, html]) => html)
    .join('\n')
  assert.ok(
    text.includes('/staff/v1/openapi.json') && !text.includes('/api/v1/openapi.json') && !text.includes('Plugin API'),
  )
  for (const { id } of staffOperations) assert.ok(text.includes(`id="${id}"`), id)
  for (const name of PERMISSION_NAMES) assert.ok(text.includes(`<tr id="${name}"`), name)
  assert.match(await textOf('/docs/staff/search.json'), /"\/docs\/staff\/scopes#members:manage"/)
  assert.match(text, /cookies -c cookies[\s\S]*Origin: https:\/\/clinic\.example\.com/)
})

test('names no other origin, so that it works offline', () => {
  for (const [path, text] of parts) {
    const own = text
      .replaceAll(/<(?:pre|code)\b[\s\S]*?<\/(?:pre|code)>/g, '')
      .replaceAll('http://www.w3.org/2000/svg', '')
    assert.equal(own.match(/(?:href|src)="(?:https?:)?\/\/|@import|\burl\((?!\/)/g), null, path)
  }
})

test('allows no inline script, no inline style and no markup from printed text', async () => {
  const policy = String((await get('/docs')).headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/)
  for (const [path, html] of pages)
    assert.doesNotMatch(html, /<style|\sstyle=|<script(?![^>]*src=)|\son[a-z]+="/i, path)
  for (const [path, text] of parts)
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/, path)
})

test('what a description says is text, whatever it holds', async () => {
  const before = document
  document = { ...document, info: { ...document.info, title: '<script>alert(1)</script>"&' } }
  const html = await textOf('/docs/errors')
  assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;') && !html.includes('<script>alert'))
  document = before
})

test('the search finds guides, operations, objects, fields, events, errors and scopes at their places', async () => {
  const entries: { kind: string; title: string; href: string; words: string }[] = JSON.parse(
    await textOf('/docs/search.json'),
  )
  const placed = (title: string) => entries.find(entry => entry.title === title)?.href
  assert.equal(placed('Webhooks: Order'), '/docs/guides/webhooks#order')
  assert.equal(placed('Book an appointment'), '/docs/reference/appointments#createAppointment')
  assert.equal(placed('The patient object'), '/docs/reference/patients#object-patient')
  assert.equal(placed('lead.stage_changed'), '/docs/events#lead.stage_changed')
  assert.equal(placed('slot_unavailable'), '/docs/errors#slot_unavailable')
  assert.equal(placed('patients:read.pii'), '/docs/scopes#patients:read.pii')
  assert.ok(entries.find(({ title }) => title === 'The patient object')?.words.includes('clinicFileNumber'))
  const ids = new Map(pages.map(([path, html]) => [path, html]))
  for (const { href } of entries) {
    const [path = '', id] = href.split('#')
    assert.ok(ids.has(path) && (id === undefined || ids.get(path)?.includes(` id="${id}"`)), href)
  }
  const guides = pages.map(([path]) => path).filter(path => /guides|changelog/.test(path))
  assert.ok(guides.length >= 10 && guides.every(path => entries.some(({ href }) => href === path)))
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

test('publishes a new description immediately, to programs and on the pages', async () => {
  const { headers } = await get('/api/v1/openapi.json')
  document = { ...document, info: { ...document.info, title: 'Another title' } }
  const changed = await get('/api/v1/openapi.json', { 'if-none-match': String(headers.etag) })
  assert.equal(changed.status, 200)
  assert.equal(JSON.parse(changed.body.toString()).info.title, 'Another title')
  assert.match(await textOf('/docs'), /<title>Another title<\/title>/)
})

test('sends the JSON Schemas of the manifest and of form fields', async () => {
  const schemas = { 'plugin-manifest-v1': manifestSchemaV1, 'form-fields-v1': formFieldsV1 }
  for (const [name, schema] of Object.entries(schemas)) {
    const { headers, body } = await get(`/schemas/${name}.json`)
    assert.match(String(headers['content-type']), /^application\/schema\+json/)
    assert.deepEqual(JSON.parse(body.toString()), JSON.parse(JSON.stringify(schema)))
  }
})
