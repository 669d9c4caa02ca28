import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { buildAssistant } from '../../../src/assistant-app.ts'
import type { TableRow } from '../../../src/db/tables.ts'
import { assistantBox } from '../../../src/kernel/values/assistant-box.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { readEnv } from '../../../src/settings/env.ts'
import { openLog } from '../../../src/settings/log.ts'
import { MASTER_KEY, startApp, type TestApp } from '../app/harness.ts'
import { freePort } from '../app/product.ts'
import { atEnd } from '../at-end.ts'
import { wayTo } from '../database/driver.ts'
import { type ConnectionWishes, type Granted, grantAssistant } from './assistant-grant.ts'

/** What a tool answered, as a client sees it. */
export interface ToolAnswer {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely in tests
  data: any
}

/** 2026-07-28, or the handshake of 2025-11-25. */
export type Revision = 'modern' | 'legacy'

export interface Connected extends Granted {
  /** A client of the MCP SDK that holds the access token. */
  client(revision?: Revision): Promise<Client>
  /** Calls a tool by that client, in revision 2026-07-28. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
}

export interface AssistantApp {
  app: TestApp
  /** Of the MCP endpoint. */
  url: string
  origin: string
  /** A person of the clinic who connected an assistant. */
  connect(clinic: Pick<TableRow<'clinic'>, 'company_id'>, wishes?: Partial<ConnectionWishes>): Promise<Connected>
  /** A raw POST to the endpoint. */
  post(body: unknown, headers?: Record<string, string>, url?: string): Promise<Response>
  /** The same program again, with other settings. */
  another(settings: Record<string, string>): Promise<{ url: string; close(): Promise<void> }>
}

export const MODERN = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/list',
}
/** A `tools/list` of revision 2026-07-28. */
export const LIST = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}

/** The authorization server and the resource server, each on its own port, as their own database logins. */
export async function startAssistant(settings: Record<string, string> = {}): Promise<AssistantApp> {
  const port = await freePort()
  const resource = `http://localhost:${port}/mcp`
  const app = await startApp({ ...settings, ASSISTANT_URL: resource })

  async function another(more: Record<string, string>, at = 0) {
    const env = readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      ...wayTo(app.database.ownerUrl),
      ASSISTANT_URL: resource,
      AUTHORIZATION_SERVER_URL: app.url,
      ...settings,
      ...more,
    })
    const assistant = buildAssistant({
      env,
      databaseUrl: app.database.readerUrl,
      box: assistantBox(secretBox([MASTER_KEY])),
      log: openLog(env.LOG_LEVEL, 'assistant'),
    })
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= assistant.close()
      return closing
    }
    atEnd(close)
    return { url: `${await assistant.http.listen({ host: '127.0.0.1', port: at })}/mcp`, close }
  }

  const { url } = await another({}, port)
  const connect: AssistantApp['connect'] = (clinic, wishes) => connectTo({ app, url, resource }, clinic, wishes)
  const post: AssistantApp['post'] = (body, headers = {}, to = url) =>
    fetch(to, { method: 'POST', headers: { ...MODERN, ...headers }, body: JSON.stringify(body) })
  return { app, url, origin: new URL(url).origin, connect, post, another }
}

async function connectTo(
  { app, url, resource }: { app: TestApp; url: string; resource: string },
  clinic: { company_id: string },
  wishes: Partial<ConnectionWishes> = {},
): Promise<Connected> {
  const granted = await grantAssistant(app, clinic, { resource, ...wishes })
  const { access } = granted
  const open = async (revision: Revision = 'modern') => {
    const mode = revision === 'modern' ? 'auto' : 'legacy'
    const made = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { authorization: `Bearer ${access}` } }
    await made.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    return made
  }
  let opened: Promise<Client> | undefined
  const call: Connected['call'] = async (name, args = {}) => {
    opened ??= open()
    const { content, structuredContent, isError } = await (await opened).callTool({ name, arguments: args })
    const [first] = content
    return { isError: isError ?? false, text: first?.type === 'text' ? first.text : '', data: structuredContent }
  }
  return { ...granted, client: open, call }
}
