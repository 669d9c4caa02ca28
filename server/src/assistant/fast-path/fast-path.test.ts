import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { LIST, MODERN, startAssistant } from '../../../test/support/oauth/assistant-app.ts'
import { recogniseCall } from './recognise-call.ts'

const { app, url, post, connect } = await startAssistant()
const { clinic, patient } = await app.practice()
const { access } = await connect(clinic)
const few = await connect(clinic, { role: 'assistant', scopes: ['clinic:read'] })

type Params = Record<string, unknown>
const named = (name: string) => ({ ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': name })
const callOf = (name: string, args: unknown, more: Params = {}) => ({
  ...LIST,
  method: 'tools/call',
  params: { ...LIST.params, name, arguments: args, ...more },
})
const isPlain = (body: unknown, headers: Record<string, string>) =>
  recogniseCall({ method: 'POST', headers }, body) !== undefined

async function answerTo(body: unknown, headers: Record<string, string>) {
  const response = await post(body, headers)
  const { date, 'service-request-id': id, ...same } = Object.fromEntries(response.headers)
  assert.ok(date && id)
  return { status: response.status, headers: same, text: await response.text() }
}

/** What a call may come to: content, content that needs escaping, a refusal, input that is wrong. */
const CALLS: [what: string, name: string, args: unknown, token?: string][] = [
  ['a record', 'get_patient', { patient_id: patient.id }],
  ['a list', 'list_branches', { limit: 1 }],
  ['nothing given', 'get_connection', undefined],
  ['a record that there is not', 'get_patient', { patient_id: 'pat_none' }],
  ['a bad argument', 'get_patient', { patient_id: 7 }],
  ['an argument that there is not', 'list_branches', { '\u2028"\\': 1 }],
  ['a tool that the connection may not use', 'list_invoices', {}, few.access],
]

for (const [what, name, args, token = access] of CALLS)
  test(`a plain call is answered to the byte as the SDK answers it: ${what}`, async () => {
    await app.sql(`update patient set first_name = $1 where id = $2`, ['\u2028"ü\\\u{1f9b7}', patient.id])
    const headers = { ...named(name), authorization: `Bearer ${token}` }
    for (const id of [1, -7, 'a"\u2029']) {
      const plain = { ...callOf(name, args), id }
      // A parameter that means nothing leaves it to the SDK.
      const strange = { ...callOf(name, args, { strange: true }), id }
      assert.deepEqual([isPlain(plain, headers), isPlain(strange, headers)], [true, false])
      assert.deepEqual(await answerTo(plain, headers), await answerTo(strange, headers))
    }
  })

const call = callOf('get_connection', {})
const meta = (more: Params) => callOf('get_connection', {}, { _meta: { ...LIST.params._meta, ...more } })
const others: [what: string, body: unknown, headers?: Record<string, string>][] = [
  ['a tool that there is not', callOf('no_such_tool', {}), named('no_such_tool')],
  ['another method', LIST, MODERN],
  ['another name in the header', call, named('get_clinic')],
  ['no name in the header', call, { ...MODERN, 'mcp-method': 'tools/call' }],
  ['another revision in the header', call, { ...named('get_connection'), 'mcp-protocol-version': '2025-11-25' }],
  ['another revision in the body', meta({ 'io.modelcontextprotocol/protocolVersion': '2025-11-25' })],
  ['a client that is no client', meta({ 'io.modelcontextprotocol/clientInfo': { name: 7 } })],
  ['a client that is nothing', meta({ 'io.modelcontextprotocol/clientInfo': null })],
  ['no capabilities', meta({ 'io.modelcontextprotocol/clientCapabilities': undefined })],
  ['a bad progress token', meta({ progressToken: {} })],
  ['a task', meta({ 'io.modelcontextprotocol/related-task': 7 })],
  ['no meta', callOf('get_connection', {}, { _meta: undefined })],
  ['arguments that are a list', callOf('get_connection', [])],
  ['a retry', callOf('get_connection', {}, { requestState: 'x' })],
  ['a notification', { ...call, id: undefined }],
  ['a broken id', { ...call, id: 1.5 }],
  ['more than JSON-RPC has', { ...call, more: 1 }],
  ['a batch', [call]],
  ['another type of content', call, { ...named('get_connection'), 'content-type': 'text/plain' }],
]

test('whatever is not a plain call is left to the SDK', () => {
  // Without a word about the client, which is as good as with one.
  assert.ok(
    isPlain(
      JSON.parse(JSON.stringify(meta({ 'io.modelcontextprotocol/clientInfo': undefined }))),
      named('get_connection'),
    ),
  )
  for (const [what, body, headers = named('get_connection')] of others)
    assert.equal(isPlain(JSON.parse(JSON.stringify(body)), headers), false, what)
  assert.equal(recogniseCall({ method: 'GET', headers: named('get_connection') }, call), undefined)
})

test('what a client of the SDK sends is a plain call, whatever it can do and with progress wanted', async () => {
  const sent: boolean[] = []
  const watched: typeof fetch = async (to, init = {}) => {
    const message: unknown = JSON.parse(String(init.body))
    sent.push(isPlain(message, Object.fromEntries(new Headers(init.headers))))
    return fetch(to, init)
  }
  const capabilities = { roots: { listChanged: true }, elicitation: { form: {}, url: {} }, sampling: { tools: {} } }
  const client = new Client(
    { name: 'test', version: '1', title: 'Test', websiteUrl: 'https://assistant.example' },
    { versionNegotiation: { mode: 'auto' }, capabilities },
  )
  const requestInit = { headers: { authorization: `Bearer ${access}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch: watched }))
  sent.length = 0
  const answer = await client.callTool({ name: 'get_clinic', arguments: {} }, { onprogress: () => undefined })
  await client.close()
  assert.deepEqual([sent, answer.isError ?? false], [[true], false])
})
