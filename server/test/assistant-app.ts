import { after } from 'node:test'
import { ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Selectable } from 'kysely'
import { buildAssistant } from '../src/assistant-role.ts'
import type { Database } from '../src/db/builder.ts'
import { readEnv } from '../src/env.ts'
import { assistantBox } from '../src/kernel/assistant-box.ts'
import { newId } from '../src/kernel/ids.ts'
import { secretBox } from '../src/kernel/secret-box.ts'
import { openLog } from '../src/log.ts'
import { newSecret, secretHash } from '../src/oauth/secrets.ts'
import { MASTER_KEY, startApp, type TestApp } from './harness.ts'
import { freePort } from './product.ts'
import { member, person } from './staff.ts'

/** What a tool answered, as a client sees it. */
export interface ToolAnswer {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely in tests
  data: any
}

export interface Connected {
  grantId: string
  userId: string
  access: string
  refreshToken: string
  /** A client of the MCP SDK that holds the access token. */
  client(): Promise<Client>
  /** Calls a tool by that client. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
}

export interface ConnectionWishes {
  role?: string
  /** All unless told. */
  scopes?: readonly string[]
  practitionerId?: string | null
  resource?: string
  secondFactor?: boolean
}

export interface AssistantApp {
  app: TestApp
  /** Of the MCP endpoint. */
  url: string
  origin: string
  /** Somebody of the clinic who connected an assistant. */
  connect(clinic: Pick<Selectable<Database['clinic']>, 'company_id'>, wishes?: ConnectionWishes): Promise<Connected>
  /** A raw POST to the endpoint. */
  post(body: unknown, headers?: Record<string, string>, url?: string): Promise<Response>
  /** The same program again, with other settings. */
  another(settings: Record<string, string>): Promise<{ url: string; close(): Promise<void> }>
}

export const ALL_SCOPES = Object.keys(ASSISTANT_SCOPES)
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
  const ends: (() => Promise<void>)[] = []
  // Registered first, so that the database is not dropped under them.
  after(() => Promise.all(ends.map(end => end())))
  const resource = `http://localhost:${port}/mcp`
  const app = await startApp({ ...settings, ASSISTANT_URL: resource })

  async function another(more: Record<string, string>, at = 0) {
    const env = readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
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
    ends.push(close)
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
  { role = 'doctor', scopes = ALL_SCOPES, practitionerId = null, ...wishes }: ConnectionWishes = {},
): Promise<Connected> {
  const user = await person(app)
  await member(app, user, clinic, role)
  if (practitionerId !== null)
    await app.sql('update membership set practitioner_id = $1 where user_id = $2', [practitionerId, user.id])
  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
  const client = await app.insert('oauth_client', {
    client_id: newSecret('client'),
    kind: 'dcr',
    name: 'Test assistant',
    redirect_uris: ['https://assistant.example/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    created_at: at(0),
  })
  const whose = { client_id: client.client_id, user_id: user.id, company_id: clinic.company_id }
  const scope = scopes.join(' ')
  const grant = await app.insert('oauth_grant', {
    ...whose,
    id: newId('ogr'),
    scope,
    resource: wishes.resource ?? resource,
    second_factor: wishes.secondFactor ?? false,
    created_at: at(0),
    absolute_end: at(90 * 86_400),
  })
  const issue = async (type: 'access' | 'refresh') => {
    const token = newSecret(type)
    const rest = { type, grant_id: grant.id, scope, created_at: at(0), expires_at: at(1_800) }
    await app.insert('oauth_token', { ...whose, ...rest, token_hash: secretHash(token) })
    return token
  }
  const [access, refreshToken] = [await issue('access'), await issue('refresh')]
  const open = async () => {
    const made = new Client({ name: 'test', version: '1' })
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
  return { grantId: grant.id, userId: user.id, access, refreshToken, client: open, call }
}
