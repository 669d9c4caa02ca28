import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { startAssistant } from '../../test/support/oauth/assistant-app.ts'

const { app, url, connect } = await startAssistant()
const clinic = await app.clinic()
const all = await connect(clinic)

test('both revisions of the protocol and both lines of the SDK are served alike', async () => {
  const revisions = await Promise.all(
    (['modern', 'legacy'] as const).map(async one => (await all.client(one)).listTools()),
  )
  const first = new FirstClient({ name: 'first', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${all.access}` } }
  const transport = new FirstTransport(new URL(url), { requestInit })
  // The first line of the SDK was typed before exactOptionalPropertyTypes.
  await first.connect(transport as Parameters<typeof first.connect>[0])
  const names = [...revisions, await first.listTools()].map(({ tools }) => tools.map(({ name }) => name))
  assert.deepEqual(names[1], names[0])
  assert.deepEqual(names[2], names[0])
  const answer = await first.callTool({ name: 'get_clinic', arguments: {} })
  assert.ok(isRecord(answer.structuredContent) && answer.structuredContent.id === clinic.company_id)
  await first.close()
})
