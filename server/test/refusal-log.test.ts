import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { joinEmbedded } from '../src/db/embedded.ts'
import { pgTypes } from '../src/db/types.ts'
import { type Product, startProduct } from './support/app/product.ts'
import { exchange } from './support/app/raw-http-client.ts'
import { atEnd } from './support/at-end.ts'
import { factories } from './support/clinic/factories.ts'
import { MODERN } from './support/oauth/assistant-app.ts'
import { grantAssistant } from './support/oauth/assistant-grant.ts'
import { openSession } from './support/staff/open-session.ts'
import { member, person } from './support/staff/staff.ts'

/** Stands in every part of what is sent, and must stand nowhere in the log. */
const PLANTED = 'zqplanted'

const product = await startProduct({ DEMO: 'off', NODE_ENV: 'test' })
const [api, assistant] = [product.port, product.assistantPort].map(port => `http://127.0.0.1:${port}`)
const { url: databaseUrl } = await joinEmbedded({ dataDir: product.dataDir, log: () => undefined })
const owner = new pg.Client({ connectionString: databaseUrl, types: pgTypes })
await owner.connect()
atEnd(() => owner.end().catch(() => undefined))
owner.on('error', () => undefined)
const sql = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> =>
  (await owner.query(text, values)).rows
const make = factories(sql)

const clinic = await make.clinic()
const { token, installation } = await make.installation(clinic, { scopes: ['patients:read', 'appointments:write'] })
const user = await person(make)
await member(make, user, clinic, 'receptionist')
const cookie = await openSession(make, user, { companyId: clinic.company_id })
const resource = `http://localhost:${product.assistantPort}/mcp`
const { access, grantId } = await grantAssistant({ ...make, sql }, clinic, { resource })

const [bearer, origin] = [`Bearer ${token}`, `http://localhost:${product.port}`]
const OF_PLUGIN = { clinicId: clinic.company_id, installationId: installation.id }
const OF_STAFF = { clinicId: clinic.company_id }
const OF_ASSISTANT = { clinicId: clinic.company_id, connectionId: grantId }

interface Line {
  requestId: string
  code: string
  status: number
  method?: string
  route?: string
  durationMs?: number
  clinicId?: string
  installationId?: string
  connectionId?: string
}
type Expected = Pick<Line, 'code' | 'status' | 'route'> & Partial<Line>
type Sent = [path: string, init: RequestInit, expected: Expected]

const json = { 'content-type': 'application/json' }
const planted = JSON.stringify({ [PLANTED]: PLANTED })
const form = new URLSearchParams({ [PLANTED]: PLANTED, grant_type: 'refresh_token', refresh_token: PLANTED })

const OF_API: Sent[] = [
  [`/${PLANTED}?${PLANTED}`, {}, { code: 'not_found', status: 404, route: 'unknown' }],
  [`/api/v1/${PLANTED}/${PLANTED}`, {}, { code: 'not_found', status: 404, route: 'unknown' }],
  [`/${PLANTED}%zz`, {}, { code: 'not_found', status: 404, route: 'unknown' }],
  ['/api/v1/patients', {}, { code: 'unauthenticated', status: 401, route: '/api/v1/patients' }],
  [
    `/api/v1/patients/${PLANTED}`,
    { headers: { authorization: `Bearer ${PLANTED}` } },
    { code: 'unauthenticated', status: 401, route: '/api/v1/patients/:id' },
  ],
  [
    `/api/v1/patients/${PLANTED}`,
    { headers: { authorization: bearer } },
    { code: 'not_found', status: 404, route: '/api/v1/patients/:id', ...OF_PLUGIN },
  ],
  [
    `/api/v1/patients?${PLANTED}=${PLANTED}`,
    { headers: { authorization: bearer } },
    { code: 'validation_failed', status: 400, route: '/api/v1/patients', ...OF_PLUGIN },
  ],
  [
    `/api/v1/invoices/${PLANTED}`,
    { headers: { authorization: bearer } },
    { code: 'insufficient_scope', status: 403, route: '/api/v1/invoices/:id', ...OF_PLUGIN },
  ],
  [
    '/api/v1/appointments',
    { method: 'POST', headers: { authorization: bearer, ...json, 'idempotency-key': PLANTED }, body: planted },
    { code: 'validation_failed', status: 400, route: '/api/v1/appointments', ...OF_PLUGIN },
  ],
  [
    '/api/v1/appointments',
    { method: 'POST', headers: { authorization: bearer, ...json, 'idempotency-key': PLANTED }, body: `{"${PLANTED}` },
    { code: 'invalid_json', status: 400, route: '/api/v1/appointments', ...OF_PLUGIN },
  ],
  [`/api/v1/patients/${PLANTED}`, { method: 'PUT' }, { code: 'method_not_allowed', status: 405, route: 'unknown' }],
  [
    '/staff/v1/session',
    {
      method: 'POST',
      headers: { origin, ...json },
      body: `{"email":"${PLANTED}@example.com","password":"${PLANTED}"}`,
    },
    { code: 'unauthenticated', status: 401, route: '/staff/v1/session' },
  ],
  [
    `/staff/v1/invitations/${PLANTED}`,
    { method: 'DELETE', headers: { origin, cookie } },
    { code: 'not_permitted', status: 403, route: '/staff/v1/invitations/:id', ...OF_STAFF },
  ],
  ['/oauth/token', { method: 'POST', body: form }, { code: 'invalid_client', status: 401, route: '/oauth/token' }],
  [
    `/oauth/authorize?client_id=${PLANTED}&state=${PLANTED}`,
    {},
    { code: 'unknownApp', status: 400, route: '/oauth/authorize' },
  ],
  [
    '/oauth/consent',
    { method: 'POST', headers: { 'content-type': PLANTED }, body: PLANTED },
    { code: 'forged', status: 415, route: '/oauth/consent' },
  ],
  [`/files/${PLANTED}`, {}, { code: 'not_found', status: 404, route: '/files/:link' }],
  [`/pay/${PLANTED}`, {}, { code: 'status_404', status: 404, route: '/pay/:token' }],
  [`/assets/${PLANTED}`, {}, { code: 'not_found', status: 404, route: '/assets/:file' }],
]

const authorized = { ...MODERN, authorization: `Bearer ${access}` }
const OF_ASSISTANTS: Sent[] = [
  [`/${PLANTED}?${PLANTED}`, {}, { code: 'not_found', status: 404, route: 'unknown' }],
  [`/mcp?${PLANTED}`, {}, { code: 'unauthenticated', status: 401, route: '/mcp' }],
  ['/mcp', { headers: { authorization: `Bearer ${PLANTED}` } }, { code: 'invalid_token', status: 401, route: '/mcp' }],
  ['/mcp', { headers: { authorization: PLANTED } }, { code: 'unauthenticated', status: 401, route: '/mcp' }],
  ['/mcp', { headers: { origin: `https://${PLANTED}.example` } }, { code: 'not_served', status: 403, route: '/mcp' }],
  [
    '/mcp',
    { method: 'POST', headers: authorized, body: `{"${PLANTED}` },
    { code: 'json_rpc_-32700', status: 400, route: '/mcp', ...OF_ASSISTANT },
  ],
]

/** Sends what is refused; answers what is expected of the log, by the request's id. */
async function sendAll(base: string | undefined, all: Sent[]): Promise<Map<string, Expected>> {
  const expected = new Map<string, Expected>()
  for (const [path, init, line] of all) {
    const answer = await fetch(`${base}${path}`, init)
    assert.equal(answer.status, line.status, `${path} ${await answer.text()}`)
    expected.set(answer.headers.get('service-request-id') ?? '', { ...line, method: init.method ?? 'GET' })
  }
  return expected
}

const linesOf = (running: Product): Line[] =>
  running
    .printed()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))

test('a refused request is in the log with its id, code and route, and nothing that was sent', async () => {
  const expected = new Map([...(await sendAll(api, OF_API)), ...(await sendAll(assistant, OF_ASSISTANTS))])
  const malformed = await exchange(api ?? '', [`GET /${PLANTED} HTTP/1.1\r\n${PLANTED}\r\n\r\n`])
  const [answer] = malformed.answers
  const rawLine = { code: 'validation_failed', status: 400 }
  await owner.end()
  await product.stop()

  const lines = linesOf(product)
  for (const [requestId, { status, code, route, method, ...asker }] of expected) {
    const [line, ...more] = lines.filter(one => one.requestId === requestId)
    const told = { requestId, status, code, route, method, ...asker }
    const { durationMs, clinicId, installationId, connectionId, ...rest } = line ?? {}
    assert.ok(Number.isInteger(durationMs), JSON.stringify([told, line]))
    const whose = {
      ...(clinicId && { clinicId }),
      ...(installationId && { installationId }),
      ...(connectionId && { connectionId }),
    }
    assert.deepEqual([pick(rest), whose, more], [pick(told), asker, []], JSON.stringify(line))
  }
  const raw = lines.find(({ requestId }) => requestId === answer?.headers['service-request-id'])
  assert.deepEqual({ code: raw?.code, status: raw?.status }, rawLine)
  assert.ok(!product.printed().toLowerCase().includes(PLANTED), 'What was sent stands in the log.')
  for (const secret of [token, access, cookie]) assert.ok(!product.printed().includes(secret))
})

const pick = ({ requestId, status, code, route, method }: Partial<Line>) => ({ requestId, status, code, route, method })
